//! The names that a document gives values, section by section.

use std::collections::{BTreeMap, BTreeSet};

use super::term::Term;
use crate::eval::scope::Scope;
use crate::operations;
use crate::operations::value::Value;

/// Markdown has six levels of headings; level 0 is before the first.
const LEVELS: usize = 7;

/// The value of a name, or `None` if its definition cannot be read.
type Known = Option<Value>;

/// Names and values. What a section binds is forgotten when a heading of its level or a higher one
/// follows; what a block of code declares, when the block ends.
pub(super) struct Names<'a> {
    outer: &'a Scope,
    sections: [BTreeMap<String, Known>; LEVELS],
    block: BTreeMap<String, Known>,
    /// Whether bindings belong to the block.
    pub(super) in_block: bool,
    level: usize,
    /// Names that this section defined with `:=`; `=` does not bind them again.
    defined: BTreeSet<String>,
    /// Definitions that wait for a value of a name in them.
    waiting: Vec<(String, Term)>,
}

impl<'a> Names<'a> {
    pub(super) fn new(outer: &'a Scope) -> Names<'a> {
        Names {
            outer,
            sections: Default::default(),
            block: BTreeMap::new(),
            in_block: false,
            level: 0,
            defined: BTreeSet::new(),
            waiting: Vec::new(),
        }
    }

    /// A heading of a level from 1.
    pub(super) fn heading(&mut self, level: usize) {
        self.level = level.min(LEVELS - 1);
        self.sections[self.level..].iter_mut().for_each(BTreeMap::clear);
        self.defined.clear();
        self.waiting.clear();
    }

    /// A block of code begins or ends.
    pub(super) fn block(&mut self, inside: bool) {
        self.block.clear();
        self.in_block = inside;
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        let sections = self.sections.iter().rev().find_map(|section| section.get(name));
        match self.block.get(name).or(sections) {
            Some(known) => known.as_ref(),
            None => self.outer.get(name),
        }
    }

    /// The value that the current section gave a name.
    pub(super) fn in_section(&self, name: &str) -> Option<&Value> {
        self.sections[self.level].get(name)?.as_ref()
    }

    /// Binds a name, unless that is the name of an operation.
    pub(super) fn bind(&mut self, name: &str, value: Value) {
        if operations::find(name).is_some() {
            return;
        }
        self.here().insert(name.to_owned(), Some(value));
        self.retry();
    }

    /// A definition that cannot be read: the name loses the value that it had.
    pub(super) fn forget(&mut self, name: &str) {
        self.here().insert(name.to_owned(), None);
    }

    fn here(&mut self) -> &mut BTreeMap<String, Known> {
        if self.in_block { &mut self.block } else { &mut self.sections[self.level] }
    }

    /// Binds a name that a declaration in a block of code declares.
    pub(super) fn declare(&mut self, name: &str, value: Option<Value>) {
        self.block.insert(name.to_owned(), value);
    }

    /// `name := term`, as soon as the names in it have values.
    pub(super) fn define(&mut self, name: &str, term: Term) {
        /// A document that defines more without ever giving values is not about layouts.
        const MOST: usize = 16;
        self.defined.insert(name.to_owned());
        self.waiting.retain(|(other, _)| other != name);
        if self.waiting.len() < MOST {
            self.waiting.push((name.to_owned(), term));
        }
        self.retry();
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    fn retry(&mut self) {
        for (name, term) in std::mem::take(&mut self.waiting) {
            match self.value(&term) {
                Some(value) => {
                    self.sections[self.level].insert(name, Some(value));
                }
                None => self.waiting.push((name, term)),
            }
        }
    }

    /// The names in some terms that have values, with these.
    pub(super) fn given(&self, terms: &[&Term]) -> Vec<(String, Value)> {
        let mut names = Vec::new();
        terms.iter().for_each(|term| term.names(&mut names));
        names.sort();
        names.dedup();
        let value = |name: String| Some((starred(&name), self.get(&name)?.clone()));
        names.into_iter().filter_map(value).collect()
    }

    /// Whether all names in a term have values.
    pub(super) fn know(&self, term: &Term) -> bool {
        let mut names = Vec::new();
        term.names(&mut names);
        names.iter().all(|name| self.get(name).is_some())
    }

    /// A scope with the names of a term.
    pub(super) fn scope(&self, term: &Term) -> Scope {
        let mut scope = Scope::new();
        for (name, value) in self.given(&[term]) {
            scope.bind(unstarred(&name), value);
        }
        scope
    }

    /// The value of a term, if it has one.
    pub(super) fn value(&self, term: &Term) -> Option<Value> {
        if self.know(term) { term.evaluate(&self.scope(term)).ok() } else { None }
    }
}

/// `B*` as the language writes it: `B_`, which is as long.
pub(super) fn unstarred(name: &str) -> String {
    match name.strip_suffix('*') {
        Some(plain) => format!("{plain}_"),
        None => name.to_owned(),
    }
}

/// A name of the language as documents write it.
fn starred(name: &str) -> String {
    match name.strip_suffix('_') {
        Some(plain) => format!("{plain}*"),
        None => name.to_owned(),
    }
}
