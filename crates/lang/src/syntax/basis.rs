//! Strides along coordinates, as they are written: `1@0`, `32@1@0+1@1`, `E<0,1>`, `ScaledBasis<_3,0,1>`.

use crate::syntax::ast::{Expr, Node};
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Whether a stride along a coordinate is added to the integer before: `5+1@0`.
    pub(crate) fn adds_basis(&self) -> bool {
        let mut next = self.at + 1;
        next += usize::from(self.token(next) == Some(Token::Sign('-')));
        self.written(&self.here()) == "+"
            && matches!(self.token(next), Some(Token::Integer(_)))
            && self.token(next + 1) == Some(Token::Sign('@'))
    }

    /// `1@0`, `32@1@0`, and such joined by `+`, also with an integer. The first factor has been read;
    /// the next token is `@` or `+`.
    pub(crate) fn basis(&mut self, start: usize, factor: i64) -> Result<Node, Diagnostic> {
        let (mut terms, mut factor) = (Vec::new(), factor);
        loop {
            let mut path = Vec::new();
            while self.eat('@') {
                path.push(self.mode_number()?);
            }
            // Written from the inside out.
            path.reverse();
            terms.push((factor, path));
            let plus = self.here();
            if self.written(&plus) != "+" {
                break;
            }
            self.at += 1;
            factor = self.factor()?;
        }
        self.height = 0;
        self.node(Expr::Basis(terms), start)
    }

    /// `E<0,1>` and `ScaledBasis<_3,0,1>`, from the outside in. The next token is the name.
    pub(crate) fn basis_type(&mut self, name: &str, start: usize) -> Result<Node, Diagnostic> {
        self.at += 1;
        let mut items = self.list('<', '>', ',')?.into_iter();
        let factor = match name {
            "E" => 1,
            _ => match items.next().map(|item| item.expr) {
                Some(Expr::Integer(factor)) => factor,
                _ => return self.fail("a factor in `ScaledBasis<...>`"),
            },
        };
        let path = items.map(|item| match item.expr {
            Expr::Integer(mode) => usize::try_from(mode).ok(),
            _ => None,
        });
        let Some(path) = path.collect() else {
            let message = format!("`{name}<...>` is made of the numbers of modes");
            return Err(Diagnostic::syntax(start..self.so_far(), message));
        };
        self.braces();
        self.height = 0;
        self.node(Expr::Basis(vec![(factor, path)]), start)
    }

    fn factor(&mut self) -> Result<i64, Diagnostic> {
        let sign = if self.eat('-') { -1 } else { 1 };
        match self.peek() {
            Some(Token::Integer(magnitude)) if i64::try_from(magnitude).is_ok() => {
                self.at += 1;
                Ok(sign * magnitude as i64)
            }
            _ => self.fail("a stride along a coordinate, as 3@1"),
        }
    }

    fn mode_number(&mut self) -> Result<usize, Diagnostic> {
        match self.peek() {
            Some(Token::Integer(mode)) if mode <= 255 => {
                self.at += 1;
                Ok(mode as usize)
            }
            _ => self.fail("the number of a mode after `@`"),
        }
    }
}
