//! Members, as C++ and Python write them: `P.tile`, `A.shape`, `A.compose(B)`.
//!
//! An operation after a dot is called with what is before the dot as its first argument. Any other name
//! is a member of the value, which evaluation looks up.

use crate::operations::{self, Operation};
use crate::syntax::ast::{Expr, Node};
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::Diagnostic;

impl<'a> Parser<'a> {
    /// The name behind the dot that comes next. A dot that ends a sentence has none: a space follows.
    pub(crate) fn member(&self) -> Option<&'a str> {
        match (self.peek(), self.token(self.at + 1)) {
            (Some(Token::Sign('.')), Some(Token::Name(name)))
                if self.here().end == self.place(self.at + 1).start =>
            {
                Some(name)
            }
            _ => None,
        }
    }

    /// Reads the dot, the name, and its arguments.
    pub(crate) fn dotted(&mut self, value: Node, name: &str) -> Result<Expr, Diagnostic> {
        self.at += 1;
        let place = self.here();
        let next = self.token(self.at + 1);
        match (operations::find(name), next) {
            (Some(operation), Some(Token::Sign('<'))) if self.is_called(self.at + 1) => {
                self.template(operation, Some(value))
            }
            // One that needs more is a member: `global_report(A, 16, row).sectors`.
            (Some(operation), next) if next == Some(Token::Sign('(')) || operation.takes(1) => {
                self.at += 1;
                let mut arguments = vec![value];
                if self.is('(') {
                    arguments.extend(self.arguments_after(operation)?);
                }
                Ok(Expr::Call(operation, place, arguments))
            }
            _ => {
                self.at += 1;
                // `tensor.layout()`, as C++ writes it.
                if (self.peek(), self.token(self.at + 1))
                    == (Some(Token::Sign('(')), Some(Token::Sign(')')))
                {
                    self.at += 2;
                }
                Ok(Expr::Member(Box::new(value), name.to_owned(), place))
            }
        }
    }

    /// The arguments of an operation whose first one is before the dot.
    fn arguments_after(&mut self, operation: &Operation) -> Result<Vec<Node>, Diagnostic> {
        self.items('(', ')', ',', Some((operation, 1)))
    }
}
