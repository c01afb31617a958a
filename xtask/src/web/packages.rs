//! What npm has for the page: the versions in `bindings/web/package-lock.json`.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use super::is_newer;
use crate::process::{command, output, root, run};

/// The folder of the page.
const FOLDER: &str = "bindings/web";
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// The packages, installed.
pub(crate) struct Packages {
    folder: PathBuf,
}

impl Packages {
    /// Installs what the lock file says, if that is not done; the error says what is missing.
    pub(crate) fn install() -> Result<Self, String> {
        if output(&mut command(NPM, "--version")).is_none() {
            return Err("it needs Node.js with npm".into());
        }
        let packages = Self { folder: root().join(FOLDER) };
        let lock = packages.folder.join("package-lock.json");
        if !is_newer(&packages.folder.join("node_modules/.package-lock.json"), &lock) {
            let mut install = packages.inside(NPM);
            install.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
            run(&mut install).map_err(|why| format!("npm cannot install what it needs: {why}"))?;
        }
        Ok(packages)
    }

    /// A program of one of the packages, to be started in the folder of the page.
    pub(crate) fn tool(&self, name: &str) -> Command {
        let ending = if cfg!(windows) { "cmd" } else { "" };
        self.inside(self.folder.join("node_modules/.bin").join(name).with_extension(ending))
    }

    /// A script of `package.json`.
    pub(crate) fn script(&self, name: &str) -> Command {
        let mut npm = self.inside(NPM);
        npm.args(["run", "--silent", name]);
        npm
    }

    fn inside(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = command(program, "");
        command.current_dir(&self.folder);
        command
    }
}
