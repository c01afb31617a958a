//! Accesses of memory, and tiled MMAs, as commands and requests write them.
//!
//! ```text
//! [load:|store:] row | column | tv=LAYOUT | ldmatrix.xN | stmatrix.xN | addresses=LAYOUT | copy=ATOM;OPERAND;MMA [:NB]
//! ATOM;ATOM_LAYOUT;PERMUTATION
//! ```

use tilework_hardware::machine::Direction;

use crate::operations::access::{Access, Pattern};
use crate::operations::{Id, Kind, Operation};
use crate::syntax::ast::{Expr, Node};
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::Diagnostic;

/// What an access can be, for those who wrote something else.
pub(crate) const FORMS: &str = "[load:|store:](row|column|tv=LAYOUT|ldmatrix.xN|stmatrix.xN|addresses=LAYOUT|copy=ATOM;OPERAND;MMA)[:NB]";

/// Reads an access that is a text of its own.
///
/// # Errors
/// What is not understood, and where.
pub(crate) fn parse_access(text: &str) -> Result<Node, Diagnostic> {
    let mut parser = Parser::new(text);
    if !parser.begins_access() {
        return parser.no_access();
    }
    let access = parser.access()?;
    parser.finish()?;
    Ok(access)
}

/// Reads a tiled MMA that is a text of its own: `ATOM;ATOM_LAYOUT;PERMUTATION`, of which the later parts may be missing.
///
/// # Errors
/// What is not understood, and where.
pub(crate) fn parse_mma(text: &str) -> Result<Node, Diagnostic> {
    let mut parser = Parser::new(text);
    let mma = parser.mma()?;
    parser.finish()?;
    Ok(mma)
}

impl Parser<'_> {
    /// `K` or `MN`, where an operation asks which coordinate of an operand is contiguous.
    #[inline(never)]
    pub(crate) fn major(&mut self, operation: &Operation, index: usize) -> Option<Node> {
        let asked =
            operation.form(index + 1).argument(index).is_some_and(|a| a.kind == Kind::Major);
        let word = match self.peek() {
            Some(Token::Name("K")) if asked => "K",
            Some(Token::Name("MN" | "M" | "N")) if asked => "MN",
            _ => return None,
        };
        let span = self.here();
        self.at += 1;
        self.height = 1;
        Some(Node { expr: Expr::Atom(word.to_owned()), span })
    }

    /// An instruction of PTX, `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`: the atom that it is.
    #[inline(never)]
    pub(crate) fn instruction(&mut self, name: &str) -> Result<Option<Node>, Diagnostic> {
        let second = match (self.token(self.at + 1), self.token(self.at + 2)) {
            (Some(Token::Sign('.')), Some(Token::Name(second))) => second,
            _ => return Ok(None),
        };
        let known = match name {
            "mma" | "ldmatrix" | "stmatrix" | "movmatrix" => matches!(second, "sync" | "sp"),
            "wgmma" => second == "mma_async",
            "tcgen05" => matches!(second, "mma" | "ld" | "st" | "cp"),
            "cp" => second == "async",
            _ => false,
        };
        if !known {
            return Ok(None);
        }
        let start = self.here().start;
        let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':');
        let rest = self.written(&(start..self.place(usize::MAX).end));
        let end = start + rest.bytes().take_while(|&byte| word(byte)).count();
        let written = self.written(&(start..end)).to_owned();
        self.skip_to(end);
        self.height = 0;
        self.node(Expr::Atom(written), start).map(Some)
    }

    /// Whether what comes next is an access, and not a value that may be one.
    pub(crate) fn begins_access(&self) -> bool {
        let Some(Token::Name(name)) = self.peek() else { return false };
        let next = self.token(self.at + 1);
        match name {
            "row" | "column" | "col" => {
                matches!(next, None | Some(Token::Sign(':' | ',' | ')')))
            }
            "tv" | "addresses" | "copy" => next == Some(Token::Sign('=')),
            "ldmatrix" | "stmatrix" => next == Some(Token::Sign('.')),
            _ => direction(name).is_some() && next == Some(Token::Sign(':')),
        }
    }

    /// The error for what is no access.
    fn no_access<T>(&self) -> Result<T, Diagnostic> {
        self.fail::<T>("an access").map_err(|error| error.help(FORMS))
    }

    /// An access, up to the `,` or `)` that ends it.
    // Not inlined, like the others here: the parser is recursive, and its frames have to stay small.
    #[inline(never)]
    pub(crate) fn access(&mut self) -> Result<Node, Diagnostic> {
        let start = self.here().start;
        let (end, outer) = (self.argument_end(), self.end);
        let width_bytes = self.width_before(end)?;
        // What an expression would read as a stride.
        self.end = if width_bytes.is_some() { end - 2 } else { end };
        self.height = 0;
        let access = self.directed(width_bytes);
        let complete = self.at == self.end;
        self.end = outer;
        let access = access?;
        if !complete {
            return self.no_access();
        }
        self.at = end;
        self.node(Expr::Access(Box::new(access)), start)
    }

    /// The token at which an argument ends.
    fn argument_end(&self) -> usize {
        let mut i = self.at;
        while !matches!(self.token(i), None | Some(Token::Sign(',' | ')' | ']' | '}'))) {
            i = self.closing(i).map_or(i, |close| close.min(self.end)) + 1;
        }
        i.min(self.end)
    }

    /// The bytes of `:16B` before token `end`.
    fn width_before(&self, end: usize) -> Result<Option<u32>, Diagnostic> {
        let Some(last) = end.checked_sub(2).filter(|&last| last > self.at) else { return Ok(None) };
        let place = self.place(last + 1);
        let number = self.written(&place).strip_suffix('B');
        let (Some(Token::Sign(':')), Some(number)) = (self.token(last), number) else {
            return Ok(None);
        };
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        match number.parse() {
            Ok(bytes) if bytes <= 1 << 16 => Ok(Some(bytes)),
            _ => {
                let message = format!("no lane accesses {} at once", self.quote(&place));
                Err(Diagnostic::syntax(place, message).help("widths are 1B, 2B, 4B, 8B, 16B"))
            }
        }
    }

    fn directed(&mut self, width_bytes: Option<u32>) -> Result<Access<Node>, Diagnostic> {
        let mut given = None;
        if let (Some(Token::Name(word)), Some(Token::Sign(':'))) =
            (self.peek(), self.token(self.at + 1))
            && let Some(direction) = direction(word)
        {
            given = Some(direction);
            self.at += 2;
        }
        let word = self.here();
        let (pattern, direction) = self.pattern()?;
        match (given, direction) {
            (Some(given), Some(own))
                if given != own && matches!(pattern, Pattern::Matrices { .. }) =>
            {
                let own = if own == Direction::Store { "stores" } else { "loads" };
                let message = format!("{} {own}", self.quote(&word));
                Err(Diagnostic::syntax(word, message).help("leave out what is before it"))
            }
            (given, own) => Ok(Access { direction: given.or(own), pattern, width_bytes }),
        }
    }

    /// What is accessed, and whether that loads or stores by itself.
    fn pattern(&mut self) -> Result<(Pattern<Node>, Option<Direction>), Diagnostic> {
        let Some(Token::Name(word)) = self.peek() else { return self.no_access() };
        let place = self.here();
        self.at += 1;
        Ok(match word {
            "row" => (Pattern::Row, None),
            "column" | "col" => (Pattern::Column, None),
            "tv" if self.eat('=') => (Pattern::Vectors(self.operand_of_access()?), None),
            "addresses" if self.eat('=') => (Pattern::Addresses(self.operand_of_access()?), None),
            "copy" if self.eat('=') => {
                let (copy, direction) = self.copy()?;
                (Pattern::Copy(copy), direction)
            }
            "ldmatrix" => (self.matrices()?, Some(Direction::Load)),
            "stmatrix" => (self.matrices()?, Some(Direction::Store)),
            _ => {
                self.at -= 1;
                let message = format!("{} is no access", self.quote(&place));
                return Err(Diagnostic::syntax(place, message).help(FORMS));
            }
        })
    }

    fn operand_of_access(&mut self) -> Result<Node, Diagnostic> {
        self.deeper(Parser::comparison)
    }

    /// `.x4`, `.x4.trans`, `.x4=ROWS`, after `ldmatrix`. What is transposed has the same addresses.
    fn matrices(&mut self) -> Result<Pattern<Node>, Diagnostic> {
        let (mut count, place) = (None, self.here());
        while self.eat('.') {
            match self.peek() {
                Some(Token::Name("x1")) => count = Some(1),
                Some(Token::Name("x2")) => count = Some(2),
                Some(Token::Name("x4")) => count = Some(4),
                Some(Token::Name("trans" | "sync" | "aligned" | "m8n8" | "shared" | "b16")) => {}
                _ => return self.no_matrices(),
            }
            self.at += 1;
        }
        let Some(count) = count else {
            return Err(Diagnostic::syntax(place, "how many matrices?").help(MATRICES));
        };
        let rows = if self.eat('=') { Some(self.operand_of_access()?) } else { None };
        Ok(Pattern::Matrices { count, rows })
    }

    fn no_matrices<T>(&self) -> Result<T, Diagnostic> {
        self.fail::<T>("a number of matrices").map_err(|error| error.help(MATRICES))
    }

    /// `ATOM;OPERAND;MMA`, or a tiled copy. The copy of A or B is from memory, that of C into memory.
    fn copy(&mut self) -> Result<(Node, Option<Direction>), Diagnostic> {
        let atom = self.operand_of_access()?;
        if !self.eat(';') {
            return Ok((atom, None));
        }
        let height = self.height;
        let (operation, direction) = match self.peek() {
            Some(Token::Name("A")) => (Id::MakeTiledCopyA, Direction::Load),
            Some(Token::Name("B")) => (Id::MakeTiledCopyB, Direction::Load),
            Some(Token::Name("C")) => (Id::MakeTiledCopyC, Direction::Store),
            _ => return self.fail("the operand, `A`, `B` or `C`"),
        };
        let name = self.here();
        self.at += 1;
        if !self.eat(';') {
            return self.fail("`;` and a tiled MMA");
        }
        let mma = self.mma()?;
        self.height = self.height.max(height);
        let start = atom.span.start;
        let call = Expr::Call(operation.operation(), name, vec![atom, mma]);
        Ok((self.node(call, start)?, Some(direction)))
    }

    /// `ATOM;ATOM_LAYOUT;PERMUTATION`, of which the later parts may be missing.
    fn mma(&mut self) -> Result<Node, Diagnostic> {
        let mut parts = vec![self.operand_of_access()?];
        let mut height = self.height;
        while parts.len() < 3 && self.is(';') && self.token(self.at + 1).is_some() {
            self.at += 1;
            parts.push(self.operand_of_access()?);
            height = height.max(self.height);
        }
        self.height = height;
        let (start, name) = (parts[0].span.start, parts[0].span.clone());
        match (parts.len(), parts.pop()) {
            (1, Some(whole)) => Ok(whole),
            (_, last) => {
                parts.extend(last);
                self.node(Expr::Call(Id::MakeTiledMma.operation(), name, parts), start)
            }
        }
    }
}

const MATRICES: &str = "ldmatrix.x1, ldmatrix.x2, ldmatrix.x4; stmatrix likewise";

fn direction(word: &str) -> Option<Direction> {
    match word {
        "load" | "ld" => Some(Direction::Load),
        "store" | "st" => Some(Direction::Store),
        _ => None,
    }
}
