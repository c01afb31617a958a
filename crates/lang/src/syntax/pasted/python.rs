//! Python: calls with named arguments, as pycute, tensor-layouts and the CuTe DSL write them, and MLIR types.

use super::OF_A_MODE;
use crate::operations::{Id, Operation};
use crate::syntax::ast::{Expr, Node};
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::Diagnostic;

/// What the CuTe DSL calls arguments, and which argument that is.
fn position(operation: &Operation, name: &str) -> Option<usize> {
    use Id::*;
    Some(match (operation.id, name) {
        (_, "input" | "target" | "block" | "atom") => 0,
        (Composition, "lhs") | (ComposedLayout, "inner") => 0,
        (Composition, "rhs") => 1,
        (ComposedLayout, "outer") => 2,
        (MakeSwizzle, "b") => 0,
        (MakeSwizzle, "m") => 1,
        (MakeSwizzle, "s") => 2,
        (MakeLayoutTv, "thr_layout") => 0,
        (MakeLayoutTv, "val_layout") => 1,
        (TileToShape, "trg_shape") => 1,
        (LocalTile, "proj") => 3,
        (Complement, "cotarget") => 1,
        (Get | Select, "mode") => 1,
        (Size | Cosize | Rank | Depth | Shape | Stride, "a") => 0,
        (Size | Cosize | Rank | Depth | Shape | Stride, "mode") => 1,
        (Coalesce | Filter | FilterZeros, "target_profile") => 1,
        (LogicalDivide | ZippedDivide | TiledDivide | FlatDivide | LocalTile, "tiler") => 1,
        (LogicalProduct | ZippedProduct | TiledProduct | FlatProduct, "tiler") => 1,
        (BlockedProduct | RakedProduct, "tiler") => 1,
        (Recast, "src_layout") => 0,
        (Recast, "old_type_bits") => 1,
        (Recast, "new_type_bits") => 2,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Skips `stride=`, and gives the position of the argument of that name.
    pub(crate) fn keyword(
        &mut self,
        operation: &Operation,
        index: usize,
    ) -> Result<Option<usize>, Diagnostic> {
        let (Some(Token::Name(name)), Some(Token::Sign('='))) =
            (self.peek(), self.token(self.at + 1))
        else {
            return Ok(None);
        };
        let found = if operation.has_argument(index, name) {
            Some(index)
        } else {
            let longest = operation.forms.iter().map(|form| form.arguments.len()).max();
            let known = (0..longest.unwrap_or(0)).find(|&i| operation.has_argument(i, name));
            known.or_else(|| position(operation, name))
        };
        if found.is_some() {
            self.at += 2;
            return Ok(found);
        }
        let message = format!("`{}` has no argument `{name}`", operation.name);
        let span = self.here().start..self.place(self.at + 1).end;
        Err(Diagnostic::new("usage", span, message).help(operation.usage()))
    }

    /// Puts arguments into the order of the operation; `places` are those that their names gave them, and
    /// `before` is how many stand before the dot of a member.
    ///
    /// # Errors
    /// An argument that is given twice, or one that is missing before another.
    pub(crate) fn in_order(
        &self,
        items: Vec<Node>,
        places: &[Option<usize>],
        operation: &Operation,
        before: usize,
    ) -> Result<Vec<Node>, Diagnostic> {
        let mut slots: Vec<Option<Node>> = items.iter().map(|_| None).collect();
        for (i, (item, place)) in items.into_iter().zip(places).enumerate() {
            let (place, span) = (place.unwrap_or(before + i), item.span.clone());
            let slot = match place.checked_sub(before) {
                Some(place) => slots.get_mut(place),
                // What stands before the dot.
                None => Some(&mut Some(item.clone())),
            };
            match slot {
                Some(slot @ None) => *slot = Some(item),
                Some(Some(_)) => {
                    let message = format!("`{}` is given this argument twice", operation.name);
                    return Err(Diagnostic::new("usage", span, message).help(operation.usage()));
                }
                None => {
                    let message = format!("`{}` needs an argument before this one", operation.name);
                    return Err(Diagnostic::new("usage", span, message).help(operation.usage()));
                }
            }
        }
        Ok(slots.into_iter().flatten().collect())
    }

    /// The arguments of a call as Python means them, where that is not our order.
    pub(crate) fn as_python_means(&mut self, operation: &Operation, arguments: &mut Vec<Node>) {
        match (operation.id, arguments.as_slice()) {
            // `size(A, mode=[0])`: of a mode of A.
            (query, [a, mode])
                if OF_A_MODE.contains(&query) && matches!(mode.expr, Expr::List(_)) =>
            {
                let (name, span) = (a.span.clone(), a.span.start..mode.span.end);
                let get = Expr::Call(Id::Get.operation(), name, std::mem::take(arguments));
                self.height += 1;
                arguments.push(Node { expr: get, span });
            }
            // The DSL has the new width, the old one, and then the layout.
            (Id::Recast, [new, _, layout])
                if matches!(new.expr, Expr::Integer(_))
                    && !matches!(layout.expr, Expr::Integer(_)) =>
            {
                arguments.reverse();
                let [old, new] = [1, 2].map(|i| self.written(&arguments[i].span));
                let note = format!(
                    "`recast_layout` with the widths first is the DSL's, the new width before the old: \
                     it is read as recast(layout, {old}, {new})"
                );
                self.notes.push(note);
            }
            _ => {}
        }
    }

    /// `slice_(A, (None, 0))`: the DSL has the layout first.
    pub(super) fn slice_of(&mut self) -> Result<Node, Diagnostic> {
        let name = self.here();
        self.at += 1;
        let mut arguments = self.list('(', ')', ',')?;
        arguments.reverse();
        let start = name.start;
        self.node(Expr::Call(Id::Slice.operation(), name, arguments), start)
    }

    /// `tensor(raw_ptr(...) o (2,4):(4,1), data=[[...]])`, as the DSL prints a tensor: the elements are not read.
    pub(super) fn printed_tensor(&mut self) -> Result<Node, Diagnostic> {
        let (start, open) = (self.here().start, self.at + 1);
        let Some(close) = self.closing(open) else {
            return Err(self.unclosed(&self.place(open), '('));
        };
        self.at = open + 1;
        let node = self.deeper(Parser::comparison)?;
        if self.at != close && !self.is(',') {
            return self.fail("`,` or `)`");
        }
        self.at = close + 1;
        Ok(Node { expr: node.expr, span: start..self.so_far() })
    }

    /// `!cute.layout<"...">`: a type of MLIR.
    pub(crate) fn dialect_type(&mut self) -> Result<Node, Diagnostic> {
        self.at += 1;
        match (self.peek(), self.token(self.at + 1)) {
            (Some(Token::Name(name)), Some(Token::Sign('<'))) => self.typed(name),
            _ => self.fail("a type such as `cute.layout<\"(4,8):(1,4)\">` after `!`"),
        }
    }

    /// Whether a tuple with this in it is a tiler by mode: `(Layout(3, 3), Layout((2, 4), (1, 8)))`
    /// is one in Python, where `make_layout` puts layouts side by side.
    pub(crate) fn python_tiler(&self, item: &Node) -> bool {
        match &item.expr {
            Expr::Call(_, name, _) => self.written(name) == "Layout",
            Expr::Tiler(_) => self.written(&item.span).starts_with('('),
            _ => false,
        }
    }
}
