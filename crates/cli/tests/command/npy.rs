//! `.npy` files: what numpy writes is read, and what is written numpy reads.

use std::path::Path;
use std::process::Command;

use crate::relayout::{Folder, bytes};

/// A file as numpy writes it.
fn npy(descr: &str, fortran_order: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let order = if fortran_order { "True" } else { "False" };
    let mut header = format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

/// Runs, and compares the file with the one expected.
#[track_caller]
fn makes(input: &[u8], args: &[&str], output: &[u8]) {
    let folder = Folder::new();
    folder.file("a.npy", input);
    folder.relayout(&[args, &["a.npy", "b.npy"]].concat()).says(0, "");
    let (found, expected) = (folder.read("b.npy"), output);
    assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(expected), "{args:?}");
}

#[test]
fn the_shape_and_order_of_the_header() {
    let rows = npy("'|u1'", false, "(2, 3)", b"abcdef");
    let columns = npy("'|u1'", true, "(2, 3)", b"adbecf");
    makes(&rows, &["--to", "column-major"], &columns);
    makes(&columns, &["--to", "row-major"], &rows);
    makes(&rows, &["--dst", "(2,3):(1,2)"], &columns);
    makes(&columns, &["--dst", "(2,3):(3,1)"], &rows);
    // The axes change places: the array is another.
    makes(&rows, &["--permute", "1,0"], &npy("'|u1'", false, "(3, 2)", b"adbecf"));
    makes(&columns, &["--permute", "1,0"], &npy("'|u1'", false, "(3, 2)", b"adbecf"));
    // A layout that is not compact is a line.
    makes(&rows, &["--dst", "(2,3):(4,1)"], &npy("'|u1'", false, "(7,)", b"abc\0def"));
    // Over the data of a header lies what is asked for.
    makes(&rows, &["--src", "(3,2):(2,1)", "--to", "f"], &npy("'|u1'", true, "(3, 2)", b"acebdf"));
}

#[test]
fn modes_in_the_order_of_memory() {
    let data: Vec<u8> = (0..120).collect();
    let nchw = npy("'|u1'", false, "(2, 3, 4, 5)", &data);
    let mut moved = Vec::new();
    for (n, h, w, c) in indices(2, 4, 5, 3) {
        moved.push(data[((n * 3 + c) * 4 + h) * 5 + w]);
    }
    let nhwc = npy("'|u1'", false, "(2, 4, 5, 3)", &moved);
    makes(&nchw, &["--dst", "(2,3,4,5):(60,1,15,3)"], &nhwc);
    makes(&nchw, &["--permute", "0,2,3,1"], &nhwc);
    makes(&nchw, &["--permute", "(0, 2, -1, 1)"], &nhwc);
}

fn indices(
    a: usize,
    b: usize,
    c: usize,
    d: usize,
) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    (0..a * b * c * d).map(move |i| (i / (b * c * d), i / (c * d) % b, i / d % c, i % d))
}

#[test]
fn any_type_is_carried() {
    for (descr, element) in [
        ("'>f8'", 8),
        ("'<c16'", 16),
        ("'<U3'", 12),
        ("'|V5'", 5),
        ("'<M8[ns]'", 8),
        ("[('a', '<f4'), ('b', '|i1', (3,))]", 7),
    ] {
        let data = bytes(6 * element);
        let at = |i: usize| &data[i * element..][..element];
        let moved = [0, 3, 1, 4, 2, 5].map(at).concat();
        let folder = Folder::new();
        folder.file("a.npy", &npy(descr, false, "(2, 3)", &data));
        folder.relayout(&["--permute", "1,0", "a.npy", "b.npy"]).says(0, "");
        assert!(folder.read("b.npy") == npy(descr, false, "(3, 2)", &moved), "{descr}");
    }
}

#[test]
fn arrays_without_axes_or_elements() {
    let scalar = npy("'<f8'", false, "()", &bytes(8));
    makes(&scalar, &["--to", "column-major"], &scalar);
    let empty = npy("'<f8'", false, "(2, 0, 3)", b"");
    makes(&empty, &["--to", "row-major"], &empty);
    makes(&empty, &["--permute", "2,0,1"], &npy("'<f8'", false, "(3, 2, 0)", b""));
    let folder = Folder::new();
    folder.file("a.npy", &empty);
    folder.relayout(&["--to", "row-major", "a.npy", "b.bin"]).says(0, "");
    assert_eq!(folder.read("b.bin"), b"");
    folder
        .relayout(&["--dst", "4:1", "a.npy", "b.npy"])
        .refuses(1, "a.npy has no elements: its shape is (2, 0, 3)");
    assert_eq!(folder.names(), ["a.npy", "b.bin"]);
}

#[test]
fn raw_data_and_arrays() {
    let folder = Folder::new();
    folder.file("a.bin", b"abcdef");
    let raw = ["--dtype", "u8", "--src", "(2,3):(3,1)", "--to", "column-major"];
    folder.relayout(&[&raw[..], &["a.bin", "b.npy"]].concat()).says(0, "");
    assert_eq!(folder.read("b.npy"), npy("'|u1'", true, "(2, 3)", b"adbecf"));
    folder.relayout(&[&raw[..], &["a.bin", "c", "--format", "npy"]].concat()).says(0, "");
    assert_eq!(folder.read("c"), folder.read("b.npy"));
    folder.relayout(&["--to", "row-major", "--input-format", "npy", "c", "d.bin"]).says(0, "");
    assert_eq!(folder.read("d.bin"), b"abcdef");
    let opaque = ["--element-size", "3", "--src", "2:1", "--to", "row-major", "a.bin", "e.npy"];
    folder.relayout(&opaque).says(0, "");
    assert_eq!(folder.read("e.npy"), npy("'|V3'", false, "(2,)", b"abcdef"));
}

#[test]
fn headers_that_are_wrong() {
    let folder = Folder::new();
    let refuses = |file: &[u8], args: &[&str], code, words: &str| {
        folder.file("a.npy", file);
        folder.relayout(&[args, &["a.npy", "b.npy"]].concat()).refuses(code, words);
        assert_eq!(folder.names(), ["a.npy"]);
    };
    let to = ["--to", "row-major"];
    refuses(b"abc", &to, 2, "a.npy: it does not start with the magic of a .npy file");
    refuses(&npy("'|O'", false, "(2,)", b"ab"), &to, 2, "Python objects");
    refuses(
        &npy("'<f4'", false, "(2, 3)", &[0; 20]),
        &to,
        1,
        "a.npy ends early: its header says shape (2, 3) of '<f4', 24 bytes; there are 20",
    );
    refuses(&npy("'<f4'", false, "(99999999999, 99999999999)", b""), &to, 1, "more than 2^64");
    let good = npy("'<f4'", false, "(2, 3)", &[0; 24]);
    refuses(&good, &["--to", "c", "--dtype", "f32"], 2, "leave out --dtype and --element-size");
    refuses(
        &good,
        &["--src", "7:1", "--to", "c"],
        1,
        "a.npy has 24 bytes of data, the source spans 7",
    );
    refuses(&good, &["--permute", "0"], 2, "axis 1 is missing; there are 2");
    refuses(&good, &["--permute", "0,2"], 2, "there is no axis 2 of 2");
    let deep = format!("({})", "2, ".repeat(40));
    refuses(&npy("'|u1'", false, &deep, &[0; 0]), &to, 1, "ends early");
    let ones = format!("({})", "1, ".repeat(40));
    refuses(&npy("'|u1'", false, &ones, &[0; 1]), &to, 1, "more than 32 leaf modes");
}

/// Numpy itself, where it is installed: arrays of all kinds there and back.
#[test]
fn numpy_reads_what_is_written() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import numpy"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no {python} with numpy");
        return;
    }
    let folder = Folder::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/with_numpy.py");
    let output = Command::new(&python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_tilework"))
        .current_dir(folder.path("."))
        .output()
        .expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
