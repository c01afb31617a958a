//! Whose a new file is, and who may do what with it.

use std::fs::{File, Metadata};
use std::io;

/// Gives a new file the owner and the permissions of the one that it replaces, as far as that is
/// possible and safe.
#[cfg(unix)]
pub(super) fn carry_over(old: &Metadata, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let ours = new.metadata()?;
    // Only a privileged process gives files away; a group of ours we may give.
    if ours.uid() != old.uid() {
        let _ = fchown(new, Some(old.uid()), None);
    }
    if ours.gid() != old.gid() {
        let _ = fchown(new, None, Some(old.gid()));
    }
    let ours = new.metadata()?;
    let same = (ours.uid() == old.uid(), ours.gid() == old.gid());
    // After the owner: a change of that takes permissions away.
    new.set_permissions(PermissionsExt::from_mode(mode(old.mode(), same)))
}

/// The permissions of a file that replaces one with the mode `old`; whether it has the same owner and
/// the same group.
#[cfg(unix)]
fn mode(old: u32, (owner, group): (bool, bool)) -> u32 {
    const SETUID_SETGID: u32 = 0o6000;
    let mut mode = old & 0o7777;
    if !owner || !group {
        mode &= !SETUID_SETGID;
    }
    if !group {
        // What the other group might do is not what ours may; what everyone may, it may.
        let group = mode >> 3 & mode & 0o007;
        mode = mode & !0o070 | group << 3;
    }
    mode
}

#[cfg(not(unix))]
pub(super) fn carry_over(old: &Metadata, new: &File) -> io::Result<()> {
    new.set_permissions(old.permissions())
}

/// Takes all permissions from everyone but the owner.
pub(super) fn only(new: &File) -> io::Result<()> {
    #[cfg(unix)]
    new.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    let _ = new;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::mode;

    #[test]
    fn only_the_same_owner_keeps_everything() {
        assert_eq!(mode(0o104755, (true, true)), 0o4755);
        assert_eq!(mode(0o106771, (false, true)), 0o0771);
        assert_eq!(mode(0o106771, (true, false)), 0o0711);
        assert_eq!(mode(0o100660, (true, false)), 0o0600);
        assert_eq!(mode(0o100664, (false, false)), 0o0644);
        assert_eq!(mode(0o101777, (false, true)), 0o1777);
    }
}
