//! Every command that writes a file replaces it whole or not at all.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::binary::{Run, command};
use crate::relayout::Folder;

/// Each writer, with the name of the file that it writes, what was in it, and what is then.
type Writer = (fn(&str) -> Vec<String>, &'static str, &'static str);

const WRITERS: [Writer; 3] = [
    (|file| words(&["draw", "2:1", "--format", "txt", "-o", file]), "old", "2:1\n"),
    (|file| words(&["check", "--fix", file]), "size(4:1) = 5\n", "size(4:1) = 4\n"),
    (
        |file| words(&["relayout", "--dtype", "u8", "--src", "3:1", "--dst", "3:-1", "in", file]),
        "old",
        "cba",
    ),
];

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn run_in(folder: &Path, args: &[String]) -> Run {
    Run::of(&command().current_dir(folder).args(args).output().expect("the binary runs"))
}

/// A folder for each writer.
fn each(test: impl Fn(&Folder, &dyn Fn(&str) -> Run, &str, &str)) {
    for (args, old, new) in WRITERS {
        let folder = Folder::new();
        folder.file("in", b"abc");
        test(&folder, &|file| run_in(&folder.path("."), &args(file)), old, new);
    }
}

#[track_caller]
fn wrote(run: &Run) {
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
}

#[test]
fn long_names() {
    each(|folder, write, old, new| {
        let name = "n".repeat(255);
        folder.file(&name, old.as_bytes());
        wrote(&write(&name));
        assert!(folder.read(&name).starts_with(new.as_bytes()));
        assert_eq!(folder.names(), ["in", &name]);
    });
}

#[test]
fn links() {
    each(|folder, write, old, new| {
        folder.file("real", old.as_bytes());
        symlink("real", folder.path("link")).expect("a link");
        wrote(&write("link"));
        assert!(folder.read("real").starts_with(new.as_bytes()));
        assert!(folder.path("link").is_symlink());
        assert_eq!(folder.names(), ["in", "link", "real"]);
        // A link that leads to nothing: there is nothing to fix, and the others make the file.
        fs::remove_file(folder.path("real")).expect("a file");
        if write("link").code == 0 {
            assert!(folder.read("real").starts_with(new.as_bytes()));
        } else {
            assert_eq!(folder.names(), ["in", "link"]);
        }
        assert!(folder.path("link").is_symlink());
    });
}

#[test]
fn hard_links() {
    each(|folder, write, old, _| {
        folder.file("a", old.as_bytes());
        fs::hard_link(folder.path("a"), folder.path("b")).expect("a link");
        let run = write("a");
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains("2 names (hard links)"), "{}", run.err);
        assert_eq!((folder.read("a"), folder.read("b")), (old.into(), old.into()));
        assert_eq!(folder.names(), ["a", "b", "in"]);
    });
}

#[test]
fn read_only() {
    each(|folder, write, old, _| {
        let path = folder.file("a", old.as_bytes());
        fs::set_permissions(path, fs::Permissions::from_mode(0o444)).expect("mine");
        let run = write("a");
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains("read-only"), "{}", run.err);
        assert_eq!(folder.read("a"), old.as_bytes());
    });
}

/// Somebody else who may write in the folder does not get a program that runs as its owner did.
#[test]
fn no_permissions_of_others() {
    if fs::metadata("/proc/self").map_or(1, |me| me.uid()) != 0 {
        eprintln!("skipped: only root can be somebody else");
        return;
    }
    // Others can start it there, wherever the project is.
    let program = Folder::new();
    fs::set_permissions(program.path("."), fs::Permissions::from_mode(0o755)).expect("mine");
    fs::copy(env!("CARGO_BIN_EXE_tilework"), program.path("tilework")).expect("a copy");
    for (args, old, new) in WRITERS {
        let folder = Folder::new();
        folder.file("in", b"abc");
        let path = folder.file("a", old.as_bytes());
        fs::set_permissions(folder.path("."), fs::Permissions::from_mode(0o777)).expect("mine");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o6776)).expect("mine");
        let mut other = Command::new(program.path("tilework"));
        other.current_dir(folder.path(".")).args(args("a")).uid(65_534).gid(65_534);
        wrote(&Run::of(&other.output().expect("the binary runs")));
        assert!(folder.read("a").starts_with(new.as_bytes()));
        let there = fs::metadata(&path).expect("a file");
        assert_eq!((there.uid(), there.gid(), there.mode() & 0o7777), (65_534, 65_534, 0o766));
    }
}

/// A disk of 64 KB, which only root can make.
#[test]
fn a_full_disk() {
    each(|folder, write, old, _| {
        fs::create_dir(folder.path("disk")).expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(folder.path("disk"));
        if !mount.output().is_ok_and(|done| done.status.success()) {
            eprintln!("skipped: no small disk can be mounted here");
            return;
        }
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            folder.file("disk/a", old.as_bytes());
            let taken = fs::write(folder.path("disk/full"), [7; 1 << 16]);
            assert!(taken.is_err());
            let run = write("disk/a");
            assert_eq!((folder.read("disk/a"), run.code), (old.into(), 2), "{}", run.out);
            assert!(run.err.contains("cannot write"), "{}", run.err);
            assert_eq!(fs::read_dir(folder.path("disk")).expect("a folder").count(), 2);
        }));
        let gone = Command::new("umount").arg(folder.path("disk")).status();
        assert!(gone.expect("umount").success());
        outcome.expect("the old file");
    });
}
