//! Inside a crate: a module uses only modules that are listed before it.

use std::path::Path;

use super::modules::{Module, Modules};

/// A module that may use one that is listed after it, and why.
pub(super) struct Exception {
    pub(super) package: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
    pub(super) why: &'static str,
}

/// Whatever is used before it is listed, one line each; and exceptions that nothing needs.
pub(super) fn check(
    package: &str,
    src: &Path,
    exceptions: &[Exception],
) -> Result<Vec<String>, String> {
    let modules = Modules::read(src)?;
    let exceptions: Vec<_> = exceptions.iter().filter(|one| one.package == package).collect();
    let mut needed = vec![false; exceptions.len()];
    let mut wrong = Vec::new();
    for module in modules.all.values() {
        for (path, line) in &module.uses {
            let Some((from, to)) = backwards(&modules, module, path) else { continue };
            match exceptions.iter().position(|one| (one.from, one.to) == (&from, &to)) {
                Some(known) => needed[known] = true,
                None => wrong.push(format!(
                    "{}:{line}: `{from}` uses `{}`, but `{to}` is listed after it",
                    module.file.display(),
                    path.join("::"),
                )),
            }
        }
    }
    for (one, _) in exceptions.iter().zip(needed).filter(|(_, needed)| !needed) {
        let Exception { from, to, why, .. } = one;
        wrong.push(format!(
            "{package}: `{from}` does not use `{to}`: no exception is needed ({why})"
        ));
    }
    // Names in braces share a line.
    wrong.dedup_by(|a, b| a.split('`').next() == b.split('`').next());
    Ok(wrong)
}

/// The two siblings of which the first uses the second, which is listed after it.
fn backwards(modules: &Modules, user: &Module, path: &[String]) -> Option<(String, String)> {
    let used = modules.resolve(path);
    let shared = user.path.iter().zip(&used).take_while(|(a, b)| a == b).count();
    let (from, to) = (user.path.get(shared)?, used.get(shared)?);
    let parent = &used[..shared];
    if modules.position(parent, from)? >= modules.position(parent, to)? {
        return None;
    }
    let name = |last: &String| [parent, std::slice::from_ref(last)].concat().join("::");
    Some((name(from), name(to)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Two folders and a file, in the order `low`, `high`, `top`.
    fn tree(low: &str) -> std::path::PathBuf {
        let name = format!("tilework-architecture-{}-{}", std::process::id(), low.len());
        let src = std::env::temp_dir().join(name);
        fs::create_dir_all(src.join("low")).unwrap();
        fs::write(src.join("lib.rs"), "mod low;\nmod high;\nmod top;\npub use high::High;\n")
            .unwrap();
        fs::write(src.join("low.rs"), "mod one;\nmod two;\n").unwrap();
        fs::write(src.join("low/one.rs"), low).unwrap();
        fs::write(src.join("low/two.rs"), "use super::one::One;\n").unwrap();
        fs::write(src.join("high.rs"), "use crate::low::two;\npub struct High;\n").unwrap();
        fs::write(src.join("top.rs"), "use crate::{High, low};\n").unwrap();
        src
    }

    #[test]
    fn what_is_listed_before_may_be_used() {
        let src = tree("pub struct One;\n");
        assert_eq!(check("p", &src, &[]).unwrap(), Vec::<String>::new());
        fs::remove_dir_all(src).unwrap();
    }

    #[test]
    fn what_is_listed_after_may_not() {
        let src = tree("\nuse crate::High;\nuse super::two;\n");
        let wrong = check("p", &src, &[]).unwrap();
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].ends_with("one.rs:2: `low` uses `High`, but `high` is listed after it"));
        assert!(wrong[1].contains("one.rs:3: `low::one` uses `low::two`"));

        let exception = |from, to| Exception { package: "p", from, to, why: "of reasons" };
        let both = [exception("low", "high"), exception("low::one", "low::two")];
        assert!(check("p", &src, &both).unwrap().is_empty());
        let more = [exception("low", "top")];
        assert_eq!(check("p", &src, &more).unwrap().len(), 3);
        fs::remove_dir_all(src).unwrap();
    }
}
