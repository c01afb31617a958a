//! Inside a crate: a module uses only modules that are listed before it.

use std::path::Path;

use super::modules::Modules;

/// Modules of one folder that use one another, and why: what is mutually recursive has no order.
pub(super) struct Circle {
    pub(super) package: &'static str,
    /// The module that has them, from the root of the crate.
    pub(super) folder: &'static str,
    pub(super) modules: &'static [&'static str],
    pub(super) why: &'static str,
}

impl Circle {
    fn has(&self, used: &Use<'_>) -> bool {
        let both = [&used.from, &used.to];
        self.folder == used.parent.join("::")
            && both.iter().all(|name| self.modules.contains(&name.as_str()))
    }
}

/// One of two siblings uses the other.
struct Use<'a> {
    /// The module that has both.
    parent: Vec<String>,
    from: String,
    to: String,
    file: &'a Path,
    line: usize,
    path: String,
}

impl Use<'_> {
    /// A sibling, as it is called from the root.
    fn name(&self, sibling: &str) -> String {
        let mut path = self.parent.clone();
        path.push(sibling.to_owned());
        path.join("::")
    }
}

/// Whatever is used before it is listed, one line each, and an order without that; also circles that are none.
pub(super) fn check(package: &str, src: &Path, circles: &[Circle]) -> Result<Vec<String>, String> {
    let modules = Modules::read(src)?;
    let circles: Vec<_> = circles.iter().filter(|one| one.package == package).collect();
    let (known, uses): (Vec<_>, Vec<_>) =
        uses(&modules).into_iter().partition(|used| circles.iter().any(|one| one.has(used)));
    let mut wrong = Vec::new();
    for one in &circles {
        let inside: Vec<&Use<'_>> = known.iter().filter(|used| one.has(used)).collect();
        let all: Vec<String> = one.modules.iter().map(|&name| name.to_owned()).collect();
        if circle(all, &inside).len() < one.modules.len() {
            let (folder, names) = (one.folder, one.modules.join(", "));
            wrong.push(format!(
                "{package}: {names} in `{folder}` do not all use one another ({})",
                one.why
            ));
        }
    }
    for parent in modules.all.keys() {
        let below: Vec<&Use<'_>> = uses.iter().filter(|used| used.parent == *parent).collect();
        let backwards = below.iter().filter(|used| is_backwards(&modules, used));
        let mut lines: Vec<String> = backwards
            .map(|used| {
                let (from, to) = (used.name(&used.from), used.name(&used.to));
                let Use { file, line, path, .. } = used;
                format!(
                    "{}:{line}: `{from}` uses `{path}`, but `{to}` is listed after it",
                    file.display()
                )
            })
            .collect();
        if !lines.is_empty() {
            lines.push(format!("    {}", order(modules.children(parent), &below)));
        }
        wrong.extend(lines);
    }
    Ok(wrong)
}

/// Every use of one sibling by another.
fn uses(modules: &Modules) -> Vec<Use<'_>> {
    let mut uses: Vec<Use<'_>> = Vec::new();
    for user in modules.all.values() {
        for (path, line) in &user.uses {
            let used = modules.resolve(path);
            let shared = user.path.iter().zip(&used).take_while(|(a, b)| a == b).count();
            let (Some(from), Some(to)) = (user.path.get(shared), used.get(shared)) else {
                continue;
            };
            let (parent, from, to) = (used[..shared].to_vec(), from.clone(), to.clone());
            // Names in braces share a line.
            let same =
                |last: &Use<'_>| last.line == *line && last.to == to && last.file == user.file;
            if !uses.last().is_some_and(same) {
                uses.push(Use {
                    parent,
                    from,
                    to,
                    file: &user.file,
                    line: *line,
                    path: path.join("::"),
                });
            }
        }
    }
    uses
}

fn is_backwards(modules: &Modules, used: &Use<'_>) -> bool {
    let place =
        |name: &String| modules.children(&used.parent).iter().position(|child| child == name);
    place(&used.from) < place(&used.to)
}

/// An order in which nothing is used before it is listed, as near as possible to the one that is there; or the
/// modules of which each uses another.
fn order(listed: &[String], uses: &[&Use<'_>]) -> String {
    let (mut left, mut ordered) = (listed.to_vec(), Vec::new());
    while !left.is_empty() {
        let waits =
            |name: &String| uses.iter().any(|used| used.from == *name && left.contains(&used.to));
        let Some(next) = left.iter().position(|name| !waits(name)) else {
            return format!(
                "no order is without: {} use one another",
                circle(left, uses).join(", ")
            );
        };
        ordered.push(left.remove(next));
    }
    format!("an order without: {}", ordered.join(", "))
}

/// Without those that use none of the others, or that none of them uses.
fn circle(mut left: Vec<String>, uses: &[&Use<'_>]) -> Vec<String> {
    loop {
        let is =
            |from: &String, to: &String| from != to && left.contains(from) && left.contains(to);
        let inside = || uses.iter().filter(|used| is(&used.from, &used.to));
        let turns = |name: &String| {
            inside().any(|used| used.from == *name) && inside().any(|used| used.to == *name)
        };
        match left.iter().position(|name| !turns(name)) {
            Some(end) => left.remove(end),
            None => return left,
        };
    }
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
    fn an_order_is_proposed() {
        let src = tree("use crate::top::Top;\n\n\n");
        fs::write(src.join("high.rs"), "use crate::top;\n").unwrap();
        fs::write(src.join("top.rs"), "\n").unwrap();
        let wrong = check("p", &src, &[]).unwrap();
        assert_eq!(wrong.last().unwrap().trim(), "an order without: top, low, high");
        fs::remove_dir_all(src).unwrap();
    }

    #[test]
    fn what_is_listed_after_may_not() {
        let src = tree("\nuse crate::High;\nuse super::two;\n");
        let wrong = check("p", &src, &[]).unwrap();
        assert_eq!(wrong.len(), 4, "{wrong:?}");
        assert!(wrong[0].ends_with("one.rs:2: `low` uses `High`, but `high` is listed after it"));
        assert!(wrong[1].ends_with("low, high use one another"), "{}", wrong[1]);
        assert!(wrong[2].contains("one.rs:3: `low::one` uses `low::two`"));
        assert!(wrong[3].ends_with("one, two use one another"));

        let circle = |folder, modules| Circle { package: "p", folder, modules, why: "of reasons" };
        let both = [circle("", &["low", "high"]), circle("low", &["one", "two"])];
        assert!(check("p", &src, &both).unwrap().is_empty());
        let more = [circle("", &["low", "high", "top"]), circle("low", &["one", "two"])];
        assert_eq!(check("p", &src, &more).unwrap().len(), 1);
        fs::remove_dir_all(src).unwrap();
    }
}
