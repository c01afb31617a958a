//! Which operation of an expression has no answer, and what it was applied to.

use crate::eval::scope::Scope;
use crate::operations::value::Value;
use crate::operations::{Id, Operation};
use crate::syntax::ast::{Expr, Node};

impl Scope {
    /// The operation of an expression that has no answer though its operands have values, and those values; none
    /// where the expression has a value, or no operation is to blame.
    ///
    /// ```
    /// use tilework_lang::{Scope, Statement, operations::Id, parse};
    ///
    /// let Statement::Expression(node) = parse("size((6,2):(1,7) o (3,2):(2,3))")? else { panic!() };
    /// let (operation, operands) = Scope::new().refused(&node).unwrap();
    /// assert_eq!((operation.id, &*operands[1].to_string()), (Id::Composition, "(3,2):(2,3)"));
    /// # Ok::<(), tilework_lang::Diagnostic>(())
    /// ```
    pub fn refused(&self, node: &Node) -> Option<(&'static Operation, Vec<Value>)> {
        let (operation, parts): (_, Vec<&Node>) = match &node.expr {
            Expr::Call(operation, _, arguments) => (Some(*operation), arguments.iter().collect()),
            Expr::Compose(left, right) => (Some(Id::Composition.operation()), vec![left, right]),
            Expr::Same(left, right) | Expr::Equal(left, right) => (None, vec![left, right]),
            Expr::Apply(of, more) | Expr::Mode(of, more) => {
                (None, [&**of].into_iter().chain(more).collect())
            }
            Expr::Tuple(items) | Expr::Tiler(items) | Expr::List(items) => {
                (None, items.iter().collect())
            }
            Expr::Layout(shape, stride) => (None, vec![shape, stride]),
            Expr::Member(of, ..) => (None, vec![of]),
            _ => return None,
        };
        let mut operands = Vec::with_capacity(parts.len());
        for part in parts {
            match self.evaluate(part) {
                Ok(value) => operands.push(value),
                Err(_) => return self.refused(part),
            }
        }
        operation.filter(|_| self.evaluate(node).is_err()).map(|operation| (operation, operands))
    }
}
