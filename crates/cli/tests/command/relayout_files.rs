//! `tilework relayout`: where the data come from and go to, and what a failure leaves.

use std::fs;

use crate::binary::{Run, command, run_with};
use crate::relayout::{Folder, bytes, moved};

#[test]
fn pipes() {
    let args = ["relayout", "--dtype", "u8", "--src", "(2,3):(3,1)", "--to", "column-major"];
    run_with(&[&args[..], &["-", "-"]].concat(), b"abcdef").says(0, "adbecf");
    let folder = Folder::new();
    let out = folder.path("out");
    let args = [&args[..], &["-", out.to_str().expect("UTF-8")]].concat();
    run_with(&args, b"abcdef").says(0, "");
    assert_eq!(folder.read("out"), b"adbecf");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_replaced() {
    let folder = Folder::new();
    folder.file("in", b"abcdef");
    let args = ["--dtype", "u8", "--src", "(2,3):(3,1)", "--to", "column-major"];
    folder.relayout(&[&args[..], &["in", "/dev/null"]].concat()).says(0, "");
    assert!(!fs::metadata("/dev/null").expect("there is one").is_file());
    // A link stays one.
    std::os::unix::fs::symlink("real", folder.path("link")).expect("a link");
    folder.file("real", b"old");
    folder.relayout(&[&args[..], &["in", "link"]].concat()).says(0, "");
    assert_eq!(folder.read("real"), b"adbecf");
    assert!(fs::symlink_metadata(folder.path("link")).expect("a link").is_symlink());
    folder.relayout(&[&args[..], &["in", "/dev/full"]].concat()).refuses(2, "cannot write 6 B to");
    folder.relayout(&[&args[..], &["in", "."]].concat()).refuses(2, "cannot write");
    folder.relayout(&[&args[..], &["in", "no/where"]].concat()).refuses(2, "cannot write");
    assert_eq!(folder.names(), ["in", "link", "real"]);
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_the_file_that_was_there() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    folder.file("in", b"abcdef");
    let args = ["--dtype", "u8", "--src", "6:1", "--to", "row-major", "in", "out"];
    let mode = |name| fs::metadata(folder.path(name)).expect("a file").permissions().mode();
    folder.relayout(&args).says(0, "");
    assert_eq!(mode("out"), mode("in"));
    fs::set_permissions(folder.path("out"), fs::Permissions::from_mode(0o600)).expect("mine");
    folder.relayout(&args).says(0, "");
    assert_eq!(mode("out") & 0o777, 0o600);
    fs::set_permissions(folder.path("out"), fs::Permissions::from_mode(0o400)).expect("mine");
    folder.relayout(&args).refuses(2, "read-only");
}

#[test]
fn one_file_for_both() {
    let folder = Folder::new();
    let data = bytes(1 << 20);
    folder.file("data", &data);
    let (dst, src) = ("(1024,256):(1,1024)", "(1024,256):(256,1)");
    let args = ["--dtype", "f32", "--src", src, "--dst", dst, "--memory", "1M", "data", "data"];
    folder.relayout(&args).says(0, "");
    assert!(folder.read("data") == moved(dst, src, 4, &data));
    assert_eq!(folder.names(), ["data"]);
}

#[cfg(unix)]
#[test]
fn a_bar_on_a_terminal() {
    let folder = Folder::new();
    folder.file("in", &bytes(1 << 20));
    let mut command = command();
    command.current_dir(folder.path(".")).args(["relayout", "--dtype", "u8", "--src", "1048576:1"]);
    command.args(["--dst", "1048576:-1", "--memory", "512K", "--progress", "always", "in", "out"]);
    let mut session = rexpect::session::spawn_command(command, Some(60_000)).expect("a terminal");
    session.exp_string(" of 1.00 MiB").expect("a bar");
    session.exp_eof().expect("an end");
    assert_eq!(folder.names(), ["in", "out"]);
}

/// A run that takes long: elements one by one, with the memory given back after each thousand.
#[cfg(unix)]
struct Long {
    folder: Folder,
    child: std::process::Child,
}

#[cfg(unix)]
impl Long {
    fn start(command: std::process::Command, dst: &str, src: &str, len: u64) -> Long {
        let folder = Folder::new();
        // All holes: what is in it does not matter, and this way it needs no room.
        let input = fs::File::create(folder.path("in")).expect("a file");
        input.set_len(len).expect("it has its length");
        folder.file("out", b"old");
        let mut command = command;
        let mut child = command
            .current_dir(folder.path("."))
            .args(["relayout", "--dtype", "u8", "--src", src, "--dst", dst])
            .args(["--memory", "1", "in", "out"])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // The temporary file has its size when the work begins.
        let begun = |name: &String| {
            let len = fs::metadata(folder.path(name)).map_or(0, |there| there.len());
            name.ends_with(".part") && len > 0
        };
        while !folder.names().iter().any(begun) {
            assert!(child.try_wait().expect("a child").is_none(), "it has ended");
            std::thread::yield_now();
        }
        assert_eq!(folder.read("out"), b"old");
        Long { folder, child }
    }

    fn kill(&self, signal: &str) {
        let id = self.child.id().to_string();
        let kill = std::process::Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.expect("kill").success());
    }

    /// What was there before is there, and nothing else.
    fn end(self, code: i32, words: &str) {
        let ended = Run::of(&self.child.wait_with_output().expect("it ends"));
        assert_eq!((ended.code, ended.err.as_str()), (code, words));
        assert_eq!(self.folder.names(), ["in", "out"]);
        assert_eq!(self.folder.read("out"), b"old");
    }
}

/// Some seconds, so that a signal comes in time on a busy machine, too.
#[cfg(unix)]
const LONG: (&str, &str, u64) = ("(20000001,9):(9,1)", "(9,20000001):(20000001,1)", 180_000_009);

/// Whether the tests were started with a signal ignored, as a shell does in the background: then the command
/// ignores it, too.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        if is_ignored(code - 128) {
            continue;
        }
        let run = Long::start(command(), LONG.0, LONG.1, LONG.2);
        run.kill(signal);
        run.end(code, "interrupted: nothing was written\n");
    }
}

/// As `nohup` starts it.
#[cfg(unix)]
#[test]
fn signals_that_are_ignored_stay_so() {
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tilework")]);
    let run = Long::start(shell, LONG.0, LONG.1, LONG.2);
    run.kill("HUP");
    run.kill("TERM");
    run.end(143, "interrupted: nothing was written\n");
}

/// By elements, by runs with strides, and read at once.
#[cfg(unix)]
#[test]
fn a_source_that_becomes_shorter_is_an_error() {
    let square = ("(6000,6000):(1,6000)", "(6000,6000):(6000,1)", 36_000_000);
    for (dst, src, len) in [LONG, square] {
        let run = Long::start(command(), dst, src, len);
        let file = fs::File::options().write(true).open(run.folder.path("in")).expect("a file");
        file.set_len(3).expect("it is shorter");
        run.end(2, "error: cannot read in: it became shorter while it was read\n");
    }
}
