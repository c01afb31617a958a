//! The licences and sources of what the project depends on, beside what `deny.toml` allows.

use crate::process::{cargo, output, read};
use crate::web::PACKAGES;

/// Checks the crates that are built here, and what of npm's packages becomes part of the page; `cargo deny` in the
/// workflow checks the crates of all systems.
pub(crate) fn check(host: &str) -> Result<(), String> {
    let rules = read("deny.toml")?;
    let (allowed, sources) = (list(&rules, "allow = ["), list(&rules, "allow-registry = ["));
    let mut metadata =
        cargo("metadata --locked --all-features --format-version 1 --filter-platform");
    let metadata = output(metadata.arg(host)).ok_or("cargo metadata fails")?;
    let packages = read(PACKAGES)?;
    let mut wrong: Vec<String> = fields(&metadata, "\"license\":\"")
        .into_iter()
        .chain(shipped(&packages).flat_map(|one| fields(one, "\"license\": \"")))
        .filter(|licence| !Expression::read(licence).holds(&allowed))
        .map(|licence| format!("the licence {licence} is not in deny.toml"))
        .collect();
    wrong.extend(shipped(&packages).filter(|one| !one.contains("\"license\": \"")).map(|one| {
        let name = one.split('"').next().unwrap_or_default();
        format!("{PACKAGES}: {name} states no licence")
    }));
    wrong.extend(fields(&read("Cargo.lock")?, "source = \"").into_iter().filter_map(|source| {
        let known = sources.iter().any(|allowed| source.strip_prefix("registry+") == Some(allowed));
        (!known).then(|| format!("{source} is not in deny.toml"))
    }));
    wrong.sort();
    wrong.dedup();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The packages of a lock file of npm that are not for development only, each from its name on.
fn shipped(lock: &str) -> impl Iterator<Item = &str> {
    let packages = lock.split("\n    \"node_modules/").skip(1);
    packages.filter(|one| !one.contains("\n      \"dev\": true"))
}

/// The strings of a list in a TOML file.
fn list<'a>(toml: &'a str, begin: &str) -> Vec<&'a str> {
    let list = toml.split_once(&format!("\n{begin}")).map_or("", |(_, rest)| rest);
    let list = list.split_once(']').map_or("", |(list, _)| list);
    list.split('"').skip(1).step_by(2).collect()
}

/// What stands in quotes behind each mark.
fn fields<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
    text.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A licence as crates state it: names with `AND`, `OR`, parentheses.
struct Expression {
    words: Vec<String>,
    at: usize,
}

impl Expression {
    /// `/` is how `OR` was written once; what comes `WITH` a licence takes nothing away.
    fn read(text: &str) -> Self {
        let text = text.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        Self { words: text.split_whitespace().map(str::to_owned).collect(), at: 0 }
    }

    fn holds(mut self, allowed: &[&str]) -> bool {
        self.any(allowed) && self.at == self.words.len()
    }

    fn any(&mut self, allowed: &[&str]) -> bool {
        let mut holds = self.all(allowed);
        while self.take("OR") {
            holds |= self.all(allowed);
        }
        holds
    }

    fn all(&mut self, allowed: &[&str]) -> bool {
        let mut holds = self.one(allowed);
        while self.take("AND") {
            holds &= self.one(allowed);
        }
        holds
    }

    fn one(&mut self, allowed: &[&str]) -> bool {
        if self.take("(") {
            let holds = self.any(allowed);
            return self.take(")") && holds;
        }
        let holds = self.words.get(self.at).is_some_and(|word| allowed.contains(&word.as_str()));
        self.at += 1;
        if self.take("WITH") {
            self.at += 1;
        }
        holds
    }

    fn take(&mut self, word: &str) -> bool {
        let is = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(is);
        is
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_read_as_they_are_meant() {
        let holds = |text| Expression::read(text).holds(&["MIT", "Apache-2.0", "OFL-1.1"]);
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Zlib) AND OFL-1.1",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(holds(good), "{good}");
        }
        for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND Zlib", "", "MIT MIT"] {
            assert!(!holds(bad), "{bad}");
        }
    }

    #[test]
    fn packages_for_development_are_not_shipped() {
        let lock = "{\n  \"packages\": {\n    \"\": {\n      \"license\": \"X\"\n    },\n    \
            \"node_modules/a\": {\n      \"license\": \"MIT\"\n    },\n    \
            \"node_modules/b\": {\n      \"dev\": true,\n      \"license\": \"GPL-3.0\"\n    }\n  }\n}\n";
        let licences: Vec<_> =
            shipped(lock).flat_map(|one| fields(one, "\"license\": \"")).collect();
        assert_eq!(licences, ["MIT"]);
    }

    #[test]
    fn lists_are_read() {
        let toml = "[licenses]\nallow = [\n    \"A\",\n    \"B\", # b\n]\n[sources]\nallow-registry = [\"C\"]\n";
        assert_eq!(list(toml, "allow = ["), ["A", "B"]);
        assert_eq!(list(toml, "allow-registry = ["), ["C"]);
    }
}
