//! Between crates: which may use which, read from their manifests.

use crate::process::read;

/// A crate's folder, and those it may use.
struct Arrows {
    from: &'static str,
    to: &'static [&'static str],
    /// Those that only an optional feature may bring in.
    optional: &'static [&'static str],
}

/// All arrows, from the ground up: a crate uses only crates above it in this list.
const ARROWS: &[Arrows] = &[
    Arrows { from: "core", to: &[], optional: &[] },
    // For tests alone: no crate depends on it otherwise.
    Arrows { from: "testing", to: &["core"], optional: &[] },
    Arrows { from: "hardware", to: &["core"], optional: &[] },
    Arrows { from: "lang", to: &["core", "hardware"], optional: &[] },
    Arrows { from: "draw", to: &["core", "hardware"], optional: &["lang"] },
    Arrows { from: "relayout", to: &["core"], optional: &[] },
    Arrows { from: "cli", to: &["core", "hardware", "lang", "draw", "relayout"], optional: &[] },
];

/// The crate that may have optional dependencies only: it is part of programs that can afford none.
const GROUND: &str = "core";

/// The folders of all crates, those first that use no other.
pub(super) fn from_the_ground_up() -> impl Iterator<Item = &'static str> {
    ARROWS.iter().map(|arrows| arrows.from)
}

/// A line of a manifest that names a dependency.
#[derive(Debug, PartialEq)]
struct Dependency {
    name: String,
    optional: bool,
    /// For tests only.
    dev: bool,
}

/// What is wrong with the manifest of one crate.
pub(super) fn check(folder: &str) -> Result<Vec<String>, String> {
    let path = format!("crates/{folder}/Cargo.toml");
    Ok(judge(folder, &dependencies(&read(&path)?))
        .iter()
        .map(|why| format!("{path}: {why}"))
        .collect())
}

fn judge(folder: &str, dependencies: &[Dependency]) -> Vec<String> {
    let Some(arrows) = ARROWS.iter().find(|arrows| arrows.from == folder) else {
        return vec!["say in xtask/src/architecture/crates.rs what this crate may use".into()];
    };
    let mut wrong = Vec::new();
    for Dependency { name, optional, dev } in dependencies {
        let Some(used) = ours(name) else {
            if folder == GROUND && !optional && !dev {
                wrong.push(format!("{name} is not optional, and {folder} needs nothing"));
            }
            continue;
        };
        let allowed = arrows.to.contains(&used) || (*optional && arrows.optional.contains(&used));
        // Tests use what they like, as long as it can be built first.
        if !allowed && !dev {
            wrong.push(format!("{folder} may not use {used}"));
        }
    }
    wrong
}

/// The folder of one of our own packages.
fn ours(package: &str) -> Option<&str> {
    if package == "tilework" { Some("core") } else { package.strip_prefix("tilework-") }
}

/// The dependencies of a manifest, which has one a line, or a table for each.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut found: Vec<Dependency> = Vec::new();
    // The table of dependencies that we are in, and whether it is that of a single one.
    let (mut kind, mut single) = (None, false);
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(table) = line.strip_prefix('[') {
            let keys: Vec<&str> = table.trim_end_matches(']').split('.').collect();
            let is = |key: &&str| key.ends_with("dependencies");
            let place = keys.iter().position(is);
            kind = place.map(|place| keys[place]);
            let name = place.and_then(|place| keys.get(place + 1));
            single = name.is_some();
            if let (Some(kind), Some(name)) = (kind, name) {
                found.push(dependency(name, "", kind));
            }
            continue;
        }
        let (Some(kind), Some((key, value))) = (kind, line.split_once('=')) else { continue };
        if single {
            let optional = key.trim() == "optional" && value.trim() == "true";
            found.last_mut().expect("its table").optional |= optional;
        } else {
            let name = key.trim().split('.').next().unwrap_or_default();
            found.push(dependency(name, value, kind));
        }
    }
    found
}

fn dependency(name: &str, value: &str, kind: &str) -> Dependency {
    let value: String = value.split_whitespace().collect();
    Dependency {
        name: name.trim_matches('"').to_owned(),
        optional: value.contains("optional=true"),
        dev: kind == "dev-dependencies",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read() {
        let text = "[package]\nname = \"x\"\n[dependencies]\ntilework.workspace = true\n\
            tilework-lang = { workspace = true, optional = true }\n[features]\na = []\n\
            [target.'cfg(unix)'.dev-dependencies]\nlibc = \"0.2\"\n\
            [dependencies.serde]\nversion = \"1\"\noptional = true\n";
        let one = |name: &str, optional, dev| Dependency { name: name.into(), optional, dev };
        assert_eq!(
            dependencies(text),
            [
                one("tilework", false, false),
                one("tilework-lang", true, false),
                one("libc", false, true),
                one("serde", true, false)
            ]
        );
    }

    #[test]
    fn arrows_do_not_point_back() {
        let uses = |name: &str, optional| Dependency { name: name.into(), optional, dev: false };
        assert!(judge("lang", &[uses("tilework", false)]).is_empty());
        assert!(judge("draw", &[uses("tilework-lang", true)]).is_empty());
        assert_eq!(judge("draw", &[uses("tilework-lang", false)]), ["draw may not use lang"]);
        assert_eq!(judge("core", &[uses("tilework-lang", true)]), ["core may not use lang"]);
        assert_eq!(judge("core", &[uses("serde", false)]).len(), 1);
        assert_eq!(judge("novel", &[]).len(), 1);
    }
}
