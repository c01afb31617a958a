//! Which operand, and which part of it, an error of the algebra is about.
//!
//! The algebra knows the step that failed, the mode it was working on and the numbers; the
//! expression knows where everything was typed. Together they say what to underline.

use tilework::{ErrorKind, Op, Order};

use crate::eval::advise;
use crate::operations::value::Value;
use crate::operations::{Argument, Form, Kind, Operation};
use crate::syntax::ast::{Expr, Node};
use crate::text::diagnostic::{Diagnostic, Span, refusal};

/// A call that was refused.
pub(crate) struct Refused<'a> {
    pub(crate) error: tilework::Error,
    pub(crate) operation: &'static Operation,
    /// The order in which indices count.
    pub(crate) order: Order,
    pub(crate) span: &'a Span,
    /// The operands and their places in the text ...
    pub(crate) values: &'a [(Value, Span)],
    /// ... and the expressions they come from, if known.
    pub(crate) nodes: &'a [&'a Node],
}

impl Refused<'_> {
    /// The diagnostic, with its labels.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let mut out = refusal(self.error, self.span);
        let labels = self.labels();
        match labels.len() {
            0 => {}
            1 => out.labels = labels,
            // No single culprit: the whole call, and then its operands.
            _ if self.culprit().is_none() => out.labels.extend(labels),
            _ => out.labels = labels,
        }
        if let ErrorKind::NoSuchMode { mode, rank } = self.error.kind() {
            let name = self.operation.name;
            let whose = if self.error.op() == Op::Unsqueeze {
                "the rank of the result"
            } else {
                "the rank"
            };
            out.message = format!("{name}: there is no mode {mode}; {whose} is {rank}");
            out.help = match rank {
                1 => Some("the only mode is 0".into()),
                _ => Some(format!("the modes are 0 to {}", rank.saturating_sub(1))),
            };
        }
        if let Some((first, _)) = self.values.first()
            && let Some(help) = (self.operation.alternative)(self.error.kind(), first)
        {
            out.help = Some(help.into());
        }
        if let Some(help) = advise::nearest_tile(self) {
            out.help = Some(help);
        }
        out
    }

    /// The operand at fault, if it is a single one.
    fn culprit(&self) -> Option<usize> {
        use ErrorKind::*;
        let (op, step) = (self.error.op(), self.error.step());
        match self.error.kind() {
            NoSuchMode { mode, .. } => self.holding(mode as i64, 1).or(Some(1)),
            NotPositive { value, .. } => {
                self.holding(value, 1).or(self.holding(value, 0)).or(Some(self.last()))
            }
            RankTooLarge { .. } if op == Op::BroadcastTo => Some(0),
            RankTooLarge { .. } | BoundNotMultiple { .. } => Some(1),
            NeedsCopy { .. } | NotBroadcast { .. } | RepeatedMode { .. } => Some(1),
            NotUnit { .. } => Some(0),
            BadExtent { extent, .. } => self.holding(extent, 0).or(Some(0)),
            NotDivisible { .. } | Unsupported { .. } if self.holding(-1, 1) == Some(1) => {
                matches!(op, Op::CanView | Op::Reshape).then_some(1)
            }
            CoordinateProfile { .. } | NegativeCoordinate { .. } | OutOfBounds { .. } => {
                Some(self.coordinate().unwrap_or(0))
            }
            Empty | NonZeroOrigin { .. } | NoUnitStride => Some(0),
            NegativeStride { .. } if step == Op::Compose => Some(1),
            NotALayout { .. } if step == Op::Recover => Some(0),
            NegativeStride { .. }
            | NotInjective { .. }
            | Overlap { .. }
            | StrideNotMultiple { .. }
            | GapNotDivisible { .. } => Some(usize::from(is_divide(op))),
            _ => None,
        }
        .filter(|&i| i < self.values.len())
    }

    /// The operand that is a coordinate, an offset, or the number of a thread.
    fn coordinate(&self) -> Option<usize> {
        let kinds = [Kind::Coord, Kind::Slicer, Kind::Offset];
        let is_one =
            |argument: &Argument| kinds.contains(&argument.kind) || argument.name == "thread";
        self.form().arguments.iter().position(is_one)
    }

    /// The form in which the operation was called.
    fn form(&self) -> &'static Form {
        self.operation.form(self.values.len())
    }

    fn last(&self) -> usize {
        self.values.len().saturating_sub(1)
    }

    /// The first operand from `from` on with this number in it.
    fn holding(&self, number: i64, from: usize) -> Option<usize> {
        (from..self.values.len()).find(|&i| match &self.values[i].0 {
            Value::Integer(value) => *value == number,
            Value::Tuple(tuple) => tuple.leaves().contains(&number),
            Value::List(values) => values.contains(&number),
            _ => false,
        })
    }

    fn labels(&self) -> Vec<(Span, String)> {
        let mut out = Vec::new();
        let culprit = self.culprit();
        if let Some(i) = culprit {
            let span = self.narrow(i).unwrap_or_else(|| self.part(i));
            out.push((span, self.reason(i)));
        }
        for i in 0..self.values.len().min(4) {
            let elsewhere = self.divided(i).unwrap_or_else(|| self.part(i));
            if culprit == Some(i) || elsewhere == *self.span {
                continue;
            }
            if culprit.is_none() || self.matters(i) {
                out.push((elsewhere, self.words(i)));
            }
        }
        if let Some(carry) = self.carry() {
            out.push(carry);
        }
        out
    }

    /// Whether an operand that is not the culprit is needed to understand it.
    fn matters(&self, i: usize) -> bool {
        use ErrorKind::*;
        match self.error.kind() {
            NoSuchMode { .. } | NeedsCopy { .. } => i == 0,
            RankTooLarge { .. }
            | CoordinateProfile { .. }
            | OutOfBounds { .. }
            | BoundNotMultiple { .. } => true,
            _ => false,
        }
    }

    /// The place of operand `i`, or of its part for the mode that was being worked on.
    fn part(&self, i: usize) -> Span {
        let whole = self.values[i].1.clone();
        match self.nodes.get(i) {
            Some(node) => descend(node, &self.path()).map_or(whole, |node| node.span.clone()),
            None => whole,
        }
    }

    fn path(&self) -> Vec<usize> {
        self.error.mode_path().collect()
    }

    /// The number in operand `i` that the error names.
    fn narrow(&self, i: usize) -> Option<Span> {
        use ErrorKind::*;
        let number = |node, value| find(node, value).map(|leaf| leaf.span.clone());
        if let NoSuchMode { mode, .. } = self.error.kind() {
            return number(self.nodes.get(i)?, mode as i64);
        }
        if let NeedsCopy { new, .. } = self.error.kind() {
            let mut leaves = Vec::new();
            collect(self.nodes.get(i)?, &mut leaves);
            return leaves.get(new).map(|(_, span)| (*span).clone());
        }
        let node = descend(self.nodes.get(i)?, &self.path())?;
        match (self.error.kind(), &node.expr) {
            (StrideNotMultiple { stride, .. }, Expr::Layout(_, strides))
            | (GapNotDivisible { stride, .. }, Expr::Layout(_, strides))
            | (NegativeStride { stride }, Expr::Layout(_, strides)) => number(strides, stride),
            (NotInjective { .. }, Expr::Layout(_, strides)) => number(strides, 0),
            (NotALayout { index, .. }, Expr::List(items)) => {
                items.get(usize::try_from(index).ok()?).map(|item| item.span.clone())
            }
            (NonZeroOrigin { .. }, Expr::List(items)) => {
                items.first().map(|item| item.span.clone())
            }
            (BadExtent { extent, .. }, Expr::Layout(shape, _)) => number(shape, extent),
            (BadExtent { extent, .. }, _) => number(node, extent),
            (NegativeCoordinate { value }, _) => number(node, value),
            (OutOfBounds { coordinate, .. }, _) => number(node, coordinate),
            (Overlap { upper, .. }, Expr::Layout(_, strides)) => number(strides, upper.stride),
            _ => None,
        }
    }

    /// The number in operand `i` that cannot be divided.
    fn divided(&self, i: usize) -> Option<Span> {
        let ErrorKind::NotDivisible { value, .. } = self.error.kind() else { return None };
        match &descend(self.nodes.get(i).filter(|_| i == 0)?, &self.path())?.expr {
            Expr::Layout(shape, stride) => find(shape, value).or(find(stride, value)),
            _ => find(self.nodes[i], value),
        }
        .map(|node| node.span.clone())
    }

    /// The words under the culprit.
    fn reason(&self, i: usize) -> String {
        use ErrorKind::*;
        match self.error.kind() {
            NoSuchMode { mode, .. } => format!("mode {mode}"),
            GapNotDivisible { block, .. } => format!("not a multiple of the block {block}"),
            StrideNotMultiple { of, .. } => format!("not a multiple of {of}"),
            NegativeStride { .. } | NegativeCoordinate { .. } => "negative".into(),
            NotPositive { .. } => "less than 1".into(),
            BoundNotMultiple { block, .. } => format!("not a multiple of {block}"),
            Overlap { .. } => "begins before the mode below it ends".into(),
            Empty => "empty".into(),
            NotInjective { .. } => "repeats its offset".into(),
            NotALayout { expected, .. } => format!("a layout has {expected} here"),
            NonZeroOrigin { .. } => "a layout starts with 0".into(),
            BadExtent { .. } => "not an extent".into(),
            CoordinateProfile { coordinate: 0, .. } => "one integer".into(),
            CoordinateProfile { coordinate, .. } => format!("rank {coordinate}"),
            RankTooLarge { rank, .. } => format!("rank {rank}"),
            OutOfBounds { extent, .. } => format!("not below {extent}"),
            NeedsCopy { index, .. } => {
                format!("one mode, in which the strides change at index {index}")
            }
            NotBroadcast { size, .. } => format!("{} of A", elements(size)),
            RepeatedMode { mode } => format!("mode {mode} twice"),
            NotUnit { size } => elements(size),
            _ => self.words(i),
        }
    }

    /// The name of operand `i`, and its value if that is not what was typed.
    fn words(&self, i: usize) -> String {
        let name = self.form().arguments.get(i).map_or("this", |argument| argument.name);
        let modes: Vec<String> = self.error.mode_path().map(|mode| mode.to_string()).collect();
        let mode =
            if modes.is_empty() { String::new() } else { format!(", mode {}", modes.join(".")) };
        let (value, _) = &self.values[i];
        let size = |value: &Value| match value {
            Value::Layout(layout) => layout.size().to_string(),
            Value::Tuple(shape) => {
                shape.product().map_or_else(|_| shape.to_string(), |n| n.to_string())
            }
            other => other.to_string(),
        };
        match self.error.kind() {
            ErrorKind::NoSuchMode { rank, .. } if self.error.op() == Op::Unsqueeze => {
                return format!("{name} has rank {}", rank.saturating_sub(1));
            }
            ErrorKind::NoSuchMode { rank, .. } => return format!("{name} has rank {rank}"),
            ErrorKind::RankTooLarge { limit, .. } => return format!("{name} has rank {limit}"),
            ErrorKind::NotDivisible { by, .. } if self.divided(i).is_some() => {
                return format!("not divisible by {by}");
            }
            ErrorKind::OutOfDomain { size, .. } if i == 0 => {
                return format!("{name} has size {size}");
            }
            ErrorKind::OutOfDomain { offset, .. } => return format!("{name} reaches {offset}"),
            ErrorKind::SizeMismatch { .. } => {
                return format!("{name}{mode}, of size {}", size(value));
            }
            _ => {}
        }
        match self.nodes.get(i) {
            Some(node) if is_literal(node) => format!("{name}{mode}"),
            _ => format!("{name} = {value}{mode}"),
        }
    }

    /// The extent of A that offsets of B carry past.
    fn carry(&self) -> Option<(Span, String)> {
        let ErrorKind::NotALayout { carry: Some(carry), .. } = self.error.kind() else {
            return None;
        };
        if self.error.step() != Op::Compose || is_product(self.error.op()) {
            return None;
        }
        let a = self.nodes.first()?;
        let Expr::Layout(shape, _) = &a.expr else { return None };
        let shape = descend(shape, &self.path())?;
        let mut leaves = Vec::new();
        collect(shape, &mut leaves);
        if carry.from_right {
            leaves.reverse();
        }
        // The leaf is counted in A as the algebra saw it, which can be coalesced.
        let product: i64 =
            leaves.iter().take(carry.leaf + 1).try_fold(1_i64, |p, leaf| p.checked_mul(leaf.0))?;
        let (_, span) = leaves.get(carry.leaf)?;
        (product == carry.boundary)
            .then(|| ((*span).clone(), "the carry crosses this extent".into()))
    }
}

fn elements(count: i64) -> String {
    if count == 1 { "one element".into() } else { format!("{count} elements") }
}

fn is_divide(op: Op) -> bool {
    matches!(op, Op::LogicalDivide | Op::ZippedDivide | Op::TiledDivide | Op::FlatDivide)
}

fn is_product(op: Op) -> bool {
    matches!(
        op,
        Op::LogicalProduct
            | Op::ZippedProduct
            | Op::TiledProduct
            | Op::FlatProduct
            | Op::BlockedProduct
            | Op::RakedProduct
    )
}

/// The part of an expression for a mode; of a layout, its shape there.
pub(crate) fn descend<'a>(node: &'a Node, path: &[usize]) -> Option<&'a Node> {
    let Some((&first, rest)) = path.split_first() else {
        return Some(node);
    };
    match &node.expr {
        Expr::Tuple(items) | Expr::Tiler(items) => descend(items.get(first)?, rest),
        Expr::Layout(shape, _) => descend(shape, path),
        _ => None,
    }
}

/// The first integer with this value.
pub(crate) fn find(node: &Node, value: i64) -> Option<&Node> {
    match &node.expr {
        Expr::Integer(integer) => (*integer == value).then_some(node),
        Expr::Tuple(items) | Expr::Tiler(items) | Expr::List(items) => {
            items.iter().find_map(|item| find(item, value))
        }
        _ => None,
    }
}

/// All integers, from the left.
fn collect<'a>(node: &'a Node, out: &mut Vec<(i64, &'a Span)>) {
    match &node.expr {
        Expr::Integer(value) => out.push((*value, &node.span)),
        Expr::Tuple(items) => items.iter().for_each(|item| collect(item, out)),
        _ => {}
    }
}

/// Whether the text already shows the value.
pub(crate) fn is_literal(node: &Node) -> bool {
    match &node.expr {
        Expr::Integer(_) | Expr::Blank => true,
        Expr::Tuple(items) | Expr::Tiler(items) | Expr::List(items) => items.iter().all(is_literal),
        Expr::Layout(shape, stride) => is_literal(shape) && is_literal(stride),
        _ => false,
    }
}
