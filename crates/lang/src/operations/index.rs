//! Operations by their names.

use crate::operations::operation::Operation;
use crate::operations::table::all;

/// The operation of that name.
pub fn find(name: &str) -> Option<&'static Operation> {
    let at = NAMES.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    Some(&all()[NAMES[at].1])
}

/// All names, other names included, in alphabetical order; each with the number of its operation.
static NAMES: [(&str, usize); count()] = sorted();

const fn count() -> usize {
    let (mut count, mut i) = (0, 0);
    while i < all().len() {
        count += 1 + all()[i].aliases.len();
        i += 1;
    }
    count
}

const fn sorted() -> [(&'static str, usize); count()] {
    let (mut out, mut len) = ([("", 0); count()], 0);
    let mut i = 0;
    while i < all().len() {
        let operation = &all()[i];
        insert(&mut out, len, (operation.name, i));
        let mut alias = 0;
        while alias < operation.aliases.len() {
            insert(&mut out, len + 1 + alias, (operation.aliases[alias], i));
            alias += 1;
        }
        len += 1 + operation.aliases.len();
        i += 1;
    }
    out
}

/// Inserts a name among the first `len`, which are in order.
const fn insert(names: &mut [(&str, usize)], len: usize, name: (&'static str, usize)) {
    let mut at = len;
    while at > 0 && is_before(name.0, names[at - 1].0) {
        names[at] = names[at - 1];
        at -= 1;
    }
    names[at] = name;
}

const fn is_before(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut i = 0;
    while i < left.len() && i < right.len() {
        if left[i] != right[i] {
            return left[i] < right[i];
        }
        i += 1;
    }
    left.len() < right.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_operation_and_no_other() {
        for operation in all() {
            for name in operation.aliases.iter().chain([&operation.name]) {
                assert_eq!(find(name), Some(operation), "{name}");
                assert_eq!(find(&format!("{name}_")), None);
            }
        }
        assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0), "a name has two operations");
        assert_eq!(find(""), None);
    }
}
