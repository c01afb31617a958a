//! Bad input: any bytes, long lines, closed pipes. An error and an exit code, never a panic.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::binary::{Run, command, run, run_with};

#[track_caller]
fn sane(run: &Run) {
    assert!((0..=2).contains(&run.code), "{} {}", run.code, run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
}

#[test]
fn long_and_deep_lines() {
    let start = Instant::now();
    let lines = [
        "(".repeat(10_000),
        "(".repeat(1 << 20),
        format!("{}4{}", "(".repeat(10_000), ")".repeat(10_000)),
        format!("{}4{}", "[".repeat(10_000), "]".repeat(10_000)),
        format!("{}4{}", "<".repeat(10_000), ">".repeat(10_000)),
        format!("({})", "4,".repeat(1 << 19)),
        format!("4:1{}", " o 4:1".repeat(1 << 17)),
        format!("A{}", "[0]".repeat(1 << 17)),
        format!("4:1{}", "(0)".repeat(1 << 17)),
        format!("{}4:1{}", "coalesce(".repeat(10_000), ")".repeat(10_000)),
        "9".repeat(1 << 20),
        "x".repeat(1 << 20),
        "-".repeat(1 << 20),
        "\"".repeat(10_000),
        "!cute.layout<".repeat(10_000),
        "=".repeat(10_000),
        "~ 4:1 ".repeat(10_000),
    ];
    for line in lines {
        let run = run_with(&["-"], line.as_bytes());
        assert_ne!(run.code, 0, "{}", &line[..20]);
        sane(&run);
        // An error is read by people: of a long line it shows a part.
        assert!(run.err.len() < 5_000, "{} bytes for {}", run.err.len(), &line[..20]);
        let answers = run_with(&["--json", "-"], line.as_bytes());
        sane(&answers);
        assert_eq!(answers.out.lines().count(), 1);
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn any_bytes() {
    let every: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').collect();
    let run = run_with(&["-"], &every);
    sane(&run);
    assert_eq!(run.code, 2);
    // Nothing that steers a terminal comes back.
    assert!(!run.err.contains('\x1b'), "{:?}", run.err);
    let steering = run_with(&["-"], "4:1 \x1b[2J\u{9b}2J nothing".as_bytes());
    assert!(!steering.err.contains(['\x1b', '\u{9b}']), "{:?}", steering.err);
    sane(&run_with(&["--json", "-"], b"\0\0\0\n\xc3\n\xed\xa0\x80\n"));
    sane(&run_with(&["recover"], &every));
    sane(&run_with(&["recover", "--column", "1"], &every));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let bad = OsStr::from_bytes(b"4:1 o \xff\xfe");
    run(&[bad]).refuses(2, "byte 6 is 0xff, which is not UTF-8");
    run(&[OsStr::new("explain"), bad]).refuses(2, "not UTF-8");
    run(&[OsStr::new("solve"), bad]).refuses(2, "not UTF-8");
    run(&[OsStr::new("compare"), bad, bad]).refuses(2, "not UTF-8");
    let raw = ["relayout", "--dtype", "u8", "/dev/null", "-", "--src"].map(OsStr::new);
    run(&[&raw[..], &[bad]].concat()).refuses(2, "--src: byte 6 is 0xff, which is not UTF-8");
    run(&[OsStr::new("recover"), bad]).refuses(2, "cannot read");
    run(&[OsStr::new("-f"), bad, OsStr::new("4")]).refuses(2, "cannot read");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command()
        .args(["--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    let writer = std::thread::spawn(move || {
        let _ = std::io::Write::write_all(&mut stdin, "(4,8):(1,4)\n".repeat(100_000).as_bytes());
    });
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("UTF-8");
    writer.join().expect("the writer ends");
    assert_eq!((child.wait().expect("it ends").code(), err.as_str()), (Some(0), ""));

    for args in [&["man"][..], &["completions", "zsh"], &["--help"], &["--grid", "(64,64)"]] {
        let mut child = command()
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        sane(&Run::of(&output));
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let output = command().arg("4:1").stdout(full).output().expect("the binary starts");
    Run::of(&output).refuses(2, "cannot write");
}

#[test]
fn ten_thousand_expressions() {
    let lines: String = (1..=10_000)
        .map(|n| match n % 4 {
            0 => format!("(6,{n}):(8,2) o (4,3):(3,1)\n"),
            1 => format!("zipped_divide(({},32), <4,8>)\n", 4 * n),
            2 => format!("complement(4:{n}, {})\n", 24 * n),
            _ => format!("left_inverse((4,{n}):(1,5))\n"),
        })
        .collect();
    let start = Instant::now();
    let run = run_with(&["--json", "-"], lines.as_bytes());
    sane(&run);
    assert_eq!(run.out.lines().count(), 10_000);
    // A tenth of this is the rule for a quiet machine.
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
