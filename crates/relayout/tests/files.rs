//! Files are replaced whole or not at all.
#![cfg(all(feature = "files", not(miri)))]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use tilework_relayout::files::{Replacement, is_stream, replace};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tilework-files-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        names(&self.0)
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut out: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    out.sort();
    out
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn new_and_old_files() {
    let folder = Folder::new();
    let path = folder.path("a");
    replace(&path, b"one").unwrap();
    replace(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    replace(&path, b"").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn what_is_given_up_has_not_happened() {
    let folder = Folder::new();
    fs::write(folder.path("a"), "old").unwrap();
    let mut new = Replacement::new(folder.path("a")).unwrap();
    new.file().write_all(b"half").unwrap();
    assert_eq!(folder.names().len(), 2);
    drop(new);
    assert_eq!(folder.names(), ["a"]);
    assert_eq!(fs::read(folder.path("a")).unwrap(), b"old");
    // Somebody puts a folder in the way: the new file is removed, and the error told.
    let mut new = Replacement::new(folder.path("b")).unwrap();
    new.file().write_all(b"new").unwrap();
    fs::create_dir(folder.path("b")).unwrap();
    assert!(new.commit().is_err());
    assert_eq!(folder.names(), ["a", "b"]);
}

#[test]
fn names_as_long_as_they_can_be() {
    let folder = Folder::new();
    let name = "n".repeat(255);
    replace(folder.path(&name), b"one").unwrap();
    replace(folder.path(&name), b"two").unwrap();
    assert_eq!(fs::read(folder.path(&name)).unwrap(), b"two");
    assert!(replace(folder.path(&"n".repeat(256)), b"one").is_err());
    assert_eq!(folder.names(), [name]);
}

#[test]
fn what_cannot_be_replaced() {
    let folder = Folder::new();
    assert!(replace(&folder.0, b"").is_err());
    assert!(replace(folder.path("no/where"), b"").is_err());
    assert!(replace("", b"").is_err());
    assert!(replace(folder.path(".."), b"").is_err());
    fs::write(folder.path("a"), "old").unwrap();
    let mut permissions = fs::metadata(folder.path("a")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path("a"), permissions).unwrap();
    assert!(replace(folder.path("a"), b"new").unwrap_err().to_string().contains("read-only"));
    assert_eq!(
        (folder.names(), fs::read(folder.path("a")).unwrap()),
        (vec!["a".into()], b"old".into())
    );
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn links_stay_links() {
        let folder = Folder::new();
        fs::create_dir(folder.path("sub")).unwrap();
        fs::write(folder.path("sub/real"), "old").unwrap();
        symlink("sub/link", folder.path("link")).unwrap();
        symlink("real", folder.path("sub/link")).unwrap();
        replace(folder.path("link"), b"new").unwrap();
        assert_eq!(fs::read(folder.path("sub/real")).unwrap(), b"new");
        assert!(folder.path("link").is_symlink() && folder.path("sub/link").is_symlink());
        assert_eq!(names(&folder.path("sub")), ["link", "real"]);
        // Where a link leads to nothing, that is created.
        fs::remove_file(folder.path("sub/real")).unwrap();
        replace(folder.path("link"), b"again").unwrap();
        assert_eq!(fs::read(folder.path("sub/real")).unwrap(), b"again");
        assert!(folder.path("link").is_symlink() && folder.path("sub/link").is_symlink());
        // Unless it cannot be.
        symlink("no/where", folder.path("dangling")).unwrap();
        assert!(replace(folder.path("dangling"), b"new").is_err());
        symlink("loop", folder.path("loop")).unwrap();
        assert!(replace(folder.path("loop"), b"new").is_err());
        assert!(folder.path("dangling").is_symlink() && folder.path("loop").is_symlink());
        assert_eq!(folder.names(), ["dangling", "link", "loop", "sub"]);
    }

    #[test]
    fn hard_links_are_not_broken() {
        let folder = Folder::new();
        fs::write(folder.path("a"), "old").unwrap();
        fs::hard_link(folder.path("a"), folder.path("b")).unwrap();
        let error = replace(folder.path("a"), b"new").unwrap_err().to_string();
        assert!(error.contains("2 names (hard links)"), "{error}");
        for name in ["a", "b"] {
            assert_eq!(fs::read(folder.path(name)).unwrap(), b"old");
        }
        assert_eq!(fs::metadata(folder.path("a")).unwrap().nlink(), 2);
        assert_eq!(folder.names(), ["a", "b"]);
    }

    #[test]
    fn permissions_stay() {
        let folder = Folder::new();
        let path = folder.path("a");
        let mode = || fs::metadata(&path).unwrap().mode() & 0o7777;
        for wanted in [0o600, 0o644, 0o640, 0o751, 0o666, 0o200, 0o4755, 0o2755] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            replace(&path, b"new").unwrap();
            assert_eq!(mode(), wanted, "{wanted:o}");
            fs::remove_file(&path).unwrap();
        }
        // A new file is as all new files are, or private.
        let umask = Command::new("sh").args(["-c", "umask"]).output().unwrap().stdout;
        let umask = u32::from_str_radix(String::from_utf8(umask).unwrap().trim(), 8).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(mode(), 0o666 & !umask);
        fs::remove_file(&path).unwrap();
        Replacement::new(&path).unwrap().private().unwrap().commit().unwrap();
        assert_eq!(mode(), 0o600);
    }

    /// As root: what belongs to somebody else still does. As somebody else: see `owner.rs`, and below.
    #[test]
    fn the_owner_stays() {
        let folder = Folder::new();
        let path = folder.path("a");
        fs::write(&path, "old").unwrap();
        if chown(&path, Some(12_345), Some(12_346)).is_err() {
            eprintln!("skipped: files can be given away only by root");
            return;
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o6750)).unwrap();
        replace(&path, b"new").unwrap();
        let there = fs::metadata(&path).unwrap();
        assert_eq!((there.uid(), there.gid(), there.mode() & 0o7777), (12_345, 12_346, 0o6750));
    }

    #[test]
    fn pipes_and_devices_are_written_to() {
        assert!(is_stream("/dev/null").unwrap());
        replace("/dev/null", b"away").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(Replacement::new("/dev/null").is_err());
        if Path::new("/dev/full").exists() {
            assert!(replace("/dev/full", b"too much").is_err());
        }
    }

    /// A disk of 64 KB, which only root can make.
    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = Folder::new();
        let disk = folder.path("disk");
        fs::create_dir(&disk).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
            .arg(&disk)
            .output();
        if !mounted.is_ok_and(|done| done.status.success()) {
            eprintln!("skipped: no small disk can be mounted here");
            return;
        }
        let path = disk.join("a");
        let outcome = std::panic::catch_unwind(|| {
            replace(&path, b"old").unwrap();
            assert!(replace(&path, &vec![7; 1 << 20]).is_err());
            assert_eq!(fs::read(&path).unwrap(), b"old");
            assert_eq!(names(&disk), ["a"]);
        });
        let gone = Command::new("umount").arg(&disk).status().unwrap();
        assert!(gone.success());
        outcome.unwrap();
    }
}
