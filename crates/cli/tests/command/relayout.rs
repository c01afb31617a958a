//! `tilework relayout`: the bytes that are written, against the definition.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use tilework::AnyLayout;
use tilework_relayout::Tuning;

use crate::binary::{Run, command, run};

/// A folder with files.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a temporary file");
        path
    }

    /// Runs the command in the folder.
    pub(crate) fn relayout(&self, args: &[&str]) -> Run {
        let mut command = command();
        let output = command.current_dir(self.0.path()).arg("relayout").args(args).output();
        Run::of(&output.expect("the binary runs"))
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }
}

/// Bytes that differ from their neighbours.
pub(crate) fn bytes(len: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..len).map(|_| next()).collect()
}

fn layout(text: &str) -> AnyLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Where offset 0 is, and how many elements there are.
fn window(layout: &AnyLayout) -> (i64, usize) {
    let (least, most) = (layout.min_offset().unwrap(), layout.max_offset().unwrap());
    (-least.min(0), (most.max(0) - least.min(0) + 1) as usize)
}

/// The definition: `dst[D(i)] = src[S(i)]`, and zeros elsewhere.
pub(crate) fn moved(dst: &str, src: &str, element: usize, data: &[u8]) -> Vec<u8> {
    let (dst, src) = (layout(dst), layout(src));
    let ((to, span), (from, _)) = (window(&dst), window(&src));
    let mut out = vec![0; span * element];
    for i in 0..dst.size() {
        let d = (to + dst.at_index(i).unwrap()) as usize * element;
        let s = (from + src.at_index(i).unwrap()) as usize * element;
        out[d..d + element].copy_from_slice(&data[s..s + element]);
    }
    out
}

/// Moves raw data, and compares with the definition.
#[track_caller]
fn holds(folder: &Folder, dst: &str, src: &str, element: usize, more: &[&str]) {
    let data = bytes(window(&layout(src)).1 * element);
    folder.file("in", &data);
    let size = element.to_string();
    let args = ["--dst", dst, "--src", src, "--element-size", &size, "in", "out"];
    let run = folder.relayout(&[&args, more].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{dst} from {src}, {more:?}");
    assert!(folder.read("out") == moved(dst, src, element, &data), "{dst} from {src}, {more:?}");
}

#[test]
fn layouts_of_every_kind() {
    let folder = Folder::new();
    for (dst, src) in [
        ("(2,3):(1,2)", "(2,3):(3,1)"),
        ("6:1", "(2,3):(3,1)"),
        ("1:0", "1:0"),
        // Holes, backwards, a part of the data, one element many times.
        ("(4,3):(2,9)", "(4,3):(3,1)"),
        ("(4,3):(-1,4)", "(4,3):(-3,-1)"),
        ("(4,3):(1,4)", "(4,3):(20,5)"),
        ("(4,3):(1,4)", "(4,3):(0,1)"),
        // Tiles.
        ("((2,3),(2,4)):((2,16),(1,4))", "(6,8):(8,1)"),
        // Shapes that end nowhere together.
        ("(4,6,5):(6,1,24)", "(6,4,5):(4,1,24)"),
        ("(7,9):(9,1)", "(9,7):(7,1)"),
        // Swizzles and maps.
        ("Sw<3,0,3> o 0 o (8,8):(8,1)", "(8,8):(1,8)"),
        ("(8,8):(8,1)", "Sw<2,1,3> o 0 o (8,8):(1,8)"),
        ("(3,2):(1,3)", "(6,2):(1,7) o 0 o (3,2):(2,3)"),
        ("8:1", "Sw<3,0,3> o 24 o 8:1"),
    ] {
        for element in [1, 2, 3, 4, 8, 12, 16, 24, 40] {
            holds(&folder, dst, src, element, &[]);
        }
    }
}

/// Layouts that do not fit into the memory they are given: strips of all forms.
#[test]
fn strips() {
    let folder = Folder::new();
    for (dst, src) in [
        // Far apart on both sides: squares, with remainders.
        ("(41,53):(1,70001)", "(41,53):(70001,1)"),
        ("(41,5,53):(1,41,70001)", "(41,5,53):(70001,53,1)"),
        ("(41,53):(-1,70001)", "(41,53):(70001,-1)"),
        // Far apart on one side.
        ("(41,18000):(1,41)", "(41,18000):(70001,1)"),
        ("(41,18000):(70001,1)", "(41,18000):(1,41)"),
        // Close together.
        ("(301,499):(1,303)", "(301,499):(511,1)"),
        ("(60,50,50):(1,3000,60)", "(60,50,50):(2500,50,1)"),
        ("(300,500):(-1,300)", "(300,500):(500,-1)"),
        // Runs.
        ("200000:1", "200000:1"),
        ("200000:-1", "200000:1"),
        ("(400,500):(500,1)", "(400,500):(600,1)"),
        // Partly and wholly without common ends.
        ("(4,6,9000):(6,1,24)", "(6,4,9000):(36000,9000,1)"),
        ("(401,500):(500,1)", "(500,401):(401,1)"),
        // Swizzled.
        ("Sw<3,0,3> o 0 o (512,256):(256,1)", "(512,256):(1,512)"),
        ("(512,256):(256,1)", "Sw<3,2,5> o 0 o ((8,64),256):((256,2048),1)"),
        ("Sw<3,0,3> o 0 o (24,40):(65536,1)", "Sw<2,1,4> o 0 o (24,40):(1,32768)"),
    ] {
        for (element, memory) in [(1, "256K"), (2, "1M"), (4, "2M"), (12, "3M")] {
            holds(&folder, dst, src, element, &["--memory", memory, "--threads", "1"]);
        }
        holds(&folder, dst, src, 4, &["--memory", "1.5MiB", "--threads", "3"]);
    }
    let plan = |memory| {
        let size = ["--element-size", "12", "--dry-run", "--json"];
        let layouts = ["--src", "(41,53):(70001,1)", "--dst", "(41,53):(1,70001)"];
        let run = folder.relayout(&[&size[..], &layouts, &["--memory", memory, "in"]].concat());
        let value: serde_json::Value = serde_json::from_str(&run.out).expect(&run.out);
        value["strips"].as_u64().expect("a number")
    };
    folder.file("in", &vec![0; 70001 * 41 * 12]);
    assert_eq!((plan("1G"), plan("1M"), plan("512K")), (1, 11 * 14, 21 * 27));
}

/// Layouts at random, the same in every run.
#[test]
fn random_layouts() {
    let folder = Folder::new();
    let mut numbers = bytes(100_000).into_iter().map(i64::from);
    let mut below = |n: i64| numbers.next().expect("enough numbers") % n;
    for _ in 0..150 {
        // A permutation of compact modes, with padding, on both sides of one shape.
        let rank = 1 + below(4) as usize;
        let shape: Vec<i64> = (0..rank).map(|_| 1 + below(9)).collect();
        let mut side = || {
            let mut order: Vec<usize> = (0..rank).collect();
            for i in 0..rank {
                order.swap(i, below(rank as i64) as usize);
            }
            let mut stride = vec![0; rank];
            let mut next = 1 + below(2);
            for i in order {
                stride[i] = if below(5) == 0 { -next } else { next };
                next *= shape[i] + below(2);
            }
            let list =
                |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            format!("({}):({})", list(&shape), list(&stride))
        };
        let (dst, src) = (side(), side());
        let element = [1, 2, 4, 6, 8, 16][below(6) as usize];
        let memory = ["1", "300K", "1G"][below(3) as usize];
        holds(&folder, &dst, &src, element, &["--memory", memory]);
    }
}

#[test]
fn through_a_map() {
    let folder = Folder::new();
    folder.file("in", b"abcdef");
    let args = ["--dtype", "u8", "--src", "6:-1", "--map", "3:2", "--dst", "3:1", "in", "out"];
    folder.relayout(&args).says(0, "");
    assert_eq!(folder.read("out"), b"fdb");
    // A composite that is no layout is one nevertheless.
    let data = bytes(13);
    folder.file("in", &data);
    let (src, map) = ("(6,2):(1,7)", "(3,2):(2,3)");
    let args = ["--dtype", "u8", "--src", src, "--map", map, "--to", "column-major", "in", "out"];
    folder.relayout(&args).says(0, "");
    assert_eq!(folder.read("out"), [0, 2, 4, 3, 5, 8].map(|i: usize| data[i]));
    let outside = ["--dtype", "u8", "--src", "6:1", "--map", "3:3", "--dst", "3:1", "in", "out"];
    folder.relayout(&outside).refuses(1, "--map: the map reaches index 6; the source has 0 to 5");
}

#[test]
fn expressions_and_names() {
    let folder = Folder::new();
    let data = bytes(64 * 4);
    folder.file("in", &data);
    folder.file("names", b"T = blocked_product((2,2):(2,1), (4,4):(4,1))\n");
    let args = ["-f", "names", "--dtype", "f32", "--src", "(8,8):(8,1)", "--dst", "T", "in", "out"];
    folder.relayout(&args).says(0, "");
    let tiles = "((2,4),(2,4)):((2,16),(1,4))";
    assert_eq!(folder.read("out"), moved(tiles, "(8,8):(8,1)", 4, &data));
}

/// An error says which operand, the numbers, and what would do; and leaves what was there.
#[test]
fn refusals() {
    let folder = Folder::new();
    folder.file("in", &bytes(100));
    folder.file("out", b"old");
    folder.file("empty", b"");
    let raw = |src: &str, dst: &str, more: &[&str]| {
        let args = ["--src", src, "--dst", dst, "--dtype", "f32"];
        folder.relayout(&[&args[..], more].concat())
    };
    let both = ["in", "out"];
    raw("(13,2):(2,1)", "26:1", &both).refuses(
        1,
        "error: --src: in has 100 bytes, the source spans 26 elements of 4 bytes, 104 bytes: 4 missing\n  \
         (13,2):(2,1)\n  ^^^^^^^^^^^^\n  help: it has room for 25 elements\n",
    );
    raw("25:1", "24:1", &both)
        .refuses(1, "--dst: the destination has 24 elements and the source 25");
    raw("8:1", "(4,2):(1,3)", &both).refuses(1, "takes index 4 and index 3 to the same offset, 3");
    raw("4:1", "4:0", &both).refuses(1, "--dst: the destination takes");
    raw("4:1", "4:2305843009213693951", &both).refuses(1, "more bytes than fit");
    raw("4:1", "rank(", &both).refuses(2, "--dst: this `(` is not closed");
    raw("4:1 o", "4:1", &both).refuses(2, "--src: ");
    raw("4:1", "7", &["nothing", "out"]).refuses(2, "cannot read nothing: ");
    raw("4:1", "4:1", &[".", "out"]).refuses(2, "cannot read .: ");
    raw("4:1", "4:1", &["empty", "out"]).refuses(1, "empty has 0 bytes");
    raw("4:1", "4:1", &["in"]).refuses(2, "OUTPUT is missing");
    raw("4:1", "4:1", &["in", "out", "--to", "row-major"]).refuses(2, "cannot be used with");
    raw("4:1", "4:1", &["in", "out", "--memory", "0"]).refuses(2, "a size such as");
    raw("4:1", "4:1", &["in", "out", "--memory", "5 apples"]).refuses(2, "a size such as");
    raw("4:1", "4:1", &["in", "out", "--threads", "0"]).refuses(2, "from 1 to 4096");
    folder
        .relayout(&["--src", "4:1", "--dst", "4:1", "in", "out"])
        .refuses(2, "--dtype is missing");
    folder
        .relayout(&["--dtype", "f32", "--dst", "4:1", "in", "out"])
        .refuses(2, "--src is missing");
    folder
        .relayout(&["--dtype", "f32", "--src", "4:1", "in", "out"])
        .refuses(2, "the layout of the output is missing");
    let unknown = ["--dtype", "f4", "--src", "4:1", "--dst", "4:1", "in", "out"];
    folder.relayout(&unknown).refuses(2, "--dtype: no type is called `f4`; there are bool, i8");
    assert_eq!(folder.read("out"), b"old");
    assert_eq!(folder.names(), ["empty", "in", "out"]);
}

#[test]
fn what_is_left_at_the_end_is_noted() {
    let folder = Folder::new();
    folder.file("in", b"abcdefgh");
    let run = folder.relayout(&["--dtype", "u8", "--src", "6:1", "--to", "row-major", "in", "out"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert_eq!(run.err, "note: the source leaves 2 bytes at the end of in unread\n");
    assert_eq!(folder.read("out"), b"abcdef");
}

#[test]
fn what_would_be_done() {
    let folder = Folder::new();
    folder.file("in", &bytes(24));
    let args = ["--dtype", "f32", "--src", "(2,3):(3,1)", "--dst", "(2,3):(1,4)", "in", "out.npy"];
    let plan = folder.relayout(&[&args[..], &["--dry-run"]].concat());
    assert_eq!((plan.code, plan.err.as_str()), (0, ""));
    for line in [
        "source       (2,3):(3,1)\n",
        "destination  (2,3):(1,4)\n",
        "elements     6 of 4 bytes (<f4)\n",
        "output       168 bytes, 168 B (npy)\n",
        "an array of shape (10,), row-major (C)\n",
        "strips       1\n",
    ] {
        assert!(plan.out.contains(line), "{line} in {}", plan.out);
    }
    assert_eq!(folder.names(), ["in"]);
    let said = folder.relayout(&[&args[..], &["-v"]].concat());
    assert_eq!((said.code, said.out.as_str()), (0, ""));
    assert!(said.err.starts_with("out.npy: 168 bytes in "), "{}", said.err);
    let shown = folder.relayout(&[&args[..], &["--progress", "always"]].concat());
    assert_eq!(shown.err, "relayout: 100 % of 24 B\n");
}

/// What is measured is read back; which settings these are is up to the machine.
#[test]
fn settings_of_the_machine() {
    let tuned = run(&["relayout", "--tune", "-v"]);
    assert_eq!((tuned.code, tuned.err.as_str()), (0, ""));
    let (line, table) = tuned.out.split_once('\n').expect("lines");
    let tuning: Tuning = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(tuning.to_string(), line);
    assert!(table.contains("  near "), "{table}");
    assert_eq!(table.lines().count(), 7, "{table}");
}

/// The bytes are the same with any settings, and what is done says which.
#[test]
fn given_settings() {
    let folder = Folder::new();
    let data = bytes(32 * 48 * 4);
    folder.file("in", &data);
    let (rows, columns) = ("(32,48):(48,1)", "(32,48):(1,32)");
    let args = ["--dtype", "f32", "--src", rows, "--dst", columns];
    let with = |settings: &str, more: &[&str]| {
        folder.relayout(&[&args[..], &["--tuning", settings], more].concat())
    };
    for settings in ["isa=portable", "stream=0,near=0", "stream=never,stage=0,near=0,tile=1,run=1"]
    {
        with(settings, &["in", "out"]).says(0, "");
        assert_eq!(folder.read("out"), moved(columns, rows, 4, &data), "{settings}");
    }
    // All of them are named, also those that were left out.
    let all = "tile=65536".parse::<Tuning>().expect("settings").to_string();
    let plan = with("tile=65536", &["in", "--dry-run"]);
    assert_eq!((plan.code, plan.err.as_str()), (0, ""));
    assert!(plan.out.contains(&format!("\nsettings     {all}\n")), "{}", plan.out);
    let said = with("tile=65536", &["in", "out", "-v"]);
    assert!(said.err.ends_with(&format!("\nwith the settings {all}\n")), "{}", said.err);
    let object = with("tile=65536", &["in", "--dry-run", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&object.out).expect("JSON");
    assert_eq!(object["tuning"], all);
    // Without settings, none are named.
    let plain = folder.relayout(&[&args[..], &["in", "--dry-run"]].concat());
    assert!(!plain.out.contains("settings"), "{}", plain.out);
}

#[test]
fn settings_that_are_refused() {
    let folder = Folder::new();
    folder.file("in", &bytes(16));
    let moves = ["--dtype", "f32", "--src", "4:1", "--dst", "4:1", "in", "out"];
    let with = |settings: &str| folder.relayout(&[&["--tuning", settings], &moves[..]].concat());
    with("tile").refuses(2, "settings are NAME=VALUE with commas between them, not tile");
    with("tiles=64").refuses(2, "no setting is called tiles; there are isa, stream, ");
    with("tile=64K").refuses(2, "64K is not a number of bytes, nor `never`");
    with("isa=sse2").refuses(2, "no instruction set is called sse2; there are portable, ");
    // Nothing is measured for any of these.
    let both = ["--tune", "--tuning", "tile=64"];
    folder.relayout(&[&both[..], &moves].concat()).refuses(2, "cannot be used with");
    folder.relayout(&[]).refuses(2, "<INPUT>");
    folder.relayout(&["--tuning", "tile=64"]).refuses(2, "<INPUT>");
    folder.relayout(&["--tune", "--src", "4:1"]).refuses(2, "<INPUT>");
    folder.relayout(&["--tune", "--dry-run"]).refuses(2, "<INPUT>");
    folder.relayout(&["--tune", "in"]).refuses(2, "OUTPUT is missing");
    folder.relayout(&["--tune", "nothing", "out"]).refuses(2, "cannot read nothing: ");
    folder.relayout(&["--tune", "in", "out"]).refuses(2, "--dtype is missing");
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn as_json() {
    let folder = Folder::new();
    folder.file("in", &bytes(24));
    let args = ["--json", "--dtype", "f32", "--src", "(2,3):(3,1)", "--permute", "1,0"];
    let run = folder.relayout(&[&args[..], &["in", "out.npy"]].concat());
    run.says(
        0,
        "{\"input\":\"in\",\"output\":\"out.npy\",\"format\":\"npy\",\"src\":\"(2,3):(3,1)\",\"dst\":\"(2,3):(1,2)\",\
         \"dtype\":\"<f4\",\"element_size\":4,\"elements\":6,\"bytes\":152,\
         \"npy\":{\"shape\":[3,2],\"fortran_order\":false},\"unread\":0,\"strips\":1,\"written\":true}\n",
    );
    let run = folder.relayout(&[&args[..], &["in", "-"]].concat());
    assert_eq!(run.code, 2);
    assert!(run.out.contains("cannot both go to standard output"), "{}", run.out);
    let run =
        folder.relayout(&["--json", "--dtype", "f32", "--src", "7:1", "--dst", "7:1", "in", "out"]);
    let value: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &value["error"]["kind"]), (1, &"outside-data".into()));
    assert_eq!(
        (&value["input"], &value["error"]["span"]),
        (&"7:1".into(), &serde_json::json!([0, 3]))
    );
}

#[test]
fn the_manual_knows_it() {
    let help = run(&["relayout", "--help"]);
    assert!(
        help.out.contains("Examples:") && help.out.contains("--permute 0,2,3,1"),
        "{}",
        help.out
    );
    assert!(run(&["man", "relayout"]).out.contains(".TH tilework-relayout 1"));
}
