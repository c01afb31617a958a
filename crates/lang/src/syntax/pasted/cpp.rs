//! C++: types, calls with template arguments, and declarations.

use super::{OF_A_MODE, element, maker};
use crate::operations::atom::is_name;
use crate::operations::{Id, Operation};
use crate::syntax::ast::{Expr, Node};
use crate::syntax::foreign::unknown_integer;
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::Diagnostic;

/// C++ types of integers that are not known at compile time.
const DYNAMIC: &[&str] =
    &["int", "unsigned", "long", "size_t", "int32_t", "int64_t", "uint32_t", "uint64_t"];

/// Words that a declaration starts with: `auto a = ...;`, `using B = ...;`.
const DECLARES: &[&str] = &[
    "auto",
    "const",
    "constexpr",
    "static",
    "inline",
    "using",
    "Layout",
    "ComposedLayout",
    "Swizzle",
    "Shape",
    "Stride",
    "Tile",
    "Tensor",
    "int",
    "unsigned",
];

impl Parser<'_> {
    /// Skips what stands before the name in `constexpr auto name = ...`, `using Name = ...` and
    /// `Tensor name = ...`.
    pub(crate) fn declaration(&mut self) {
        let Some(Token::Name(first)) = self.peek() else { return };
        if !DECLARES.contains(&first) {
            return;
        }
        let (mut i, mut name) = (self.at, None);
        loop {
            match self.token(i) {
                Some(Token::Name(_)) => name = Some(i),
                // `Layout<...> a = ...`
                Some(Token::Sign('<')) if i > self.at => match self.closing(i) {
                    Some(close) => i = close,
                    None => return,
                },
                Some(Token::Bad(_)) if self.written(&self.place(i)) == "&" => {}
                Some(Token::Sign('=')) => break,
                _ => return,
            }
            i += 1;
        }
        // The name is what stands before the `=`, and behind at least one word.
        if let Some(name) = name
            && name > self.at
            && name + 1 == i
        {
            self.at = name;
        }
    }

    /// Skips `{}` or `()`, either of which makes a value of a C++ type.
    pub(super) fn made_of_type(&mut self) {
        let next = (self.peek(), self.token(self.at + 1));
        match next {
            (Some(Token::Sign('(')), Some(Token::Sign(')'))) => self.at += 2,
            _ => self.braces(),
        }
    }

    /// A C++ type, `Layout<Shape<_4,_8>,Stride<_1,_4>>`, or an MLIR one, `layout<"(4,8):(1,4)">`.
    pub(super) fn typed(&mut self, name: &str) -> Result<Node, Diagnostic> {
        let start = self.here().start;
        let open = self.at + 1;
        let Some(close) = self.closing(open) else {
            return Err(self.unclosed(&self.place(open), '<'));
        };
        if let Some(quote) =
            (open..close).find(|&i| matches!(self.token(i), Some(Token::Sign('"' | '\''))))
        {
            return self.inside(start, quote, close);
        }
        if matches!(name, "Tensor" | "tensor" | "memref" | "coord_tensor") {
            return self.tensor(start, open, close);
        }
        let constant = matches!(name, "Int" | "C" | "constant" | "integral_constant");
        let single = matches!(name, "layout" | "shape" | "int_tuple" | "coord" | "tile");
        if matches!(name, "E" | "ScaledBasis") {
            return self.basis_type(name, start);
        }
        if let Some(query) = of_a_type(name) {
            return self.query_of_type(query);
        }
        if let Some(atom) = self.atom_type(name, open, close)? {
            return Ok(atom);
        }
        let layouts = matches!(name, "Layout" | "ComposedLayout");
        if !(constant || single || layouts || maker(name).is_some()) {
            let message = format!("`{name}<...>` is not a type of layouts");
            return Err(Diagnostic::new("unknown-name", self.here(), message).help(
                "the known types are Layout, ComposedLayout, Swizzle, Shape, Stride, Coord, Step, Tile, Int, C, tuple, Tensor",
            ));
        }
        self.at += 1;
        let mut items = self.list('<', '>', ',')?;
        self.made_of_type();
        let span = start..self.so_far();
        if constant || single {
            return match items.pop() {
                // `integral_constant<int, 4>`: the value comes last.
                Some(node) => Ok(Node { expr: node.expr, span }),
                None => Err(Diagnostic::syntax(span, format!("`{name}<>` needs a value"))),
            };
        }
        for item in &mut items {
            match &item.expr {
                Expr::Name(word) if DYNAMIC.contains(&word.as_str()) => {
                    return Err(unknown_integer(item.span.clone(), word));
                }
                // `Step<_1,X,_1>`: X leaves a mode out.
                Expr::Name(word) if word == "X" => item.expr = Expr::Blank,
                _ => {}
            }
        }
        let expr = match (name, items.len()) {
            ("Layout", 2) => match (items.pop(), items.pop()) {
                (Some(stride), Some(shape)) => Expr::Layout(Box::new(shape), Box::new(stride)),
                _ => Expr::Tuple(items),
            },
            ("Layout", 1) => Expr::Call(Id::MakeLayout.operation(), span.clone(), items),
            ("Layout", count) => {
                let message = format!("`Layout<...>` has a shape and a stride, not {count} parts");
                return Err(Diagnostic::syntax(span, message));
            }
            ("ComposedLayout", 3) => {
                Expr::Call(Id::ComposedLayout.operation(), span.clone(), items)
            }
            ("ComposedLayout", count) => {
                let message = format!(
                    "`ComposedLayout<...>` has a map, an offset and a layout, not {count} parts"
                );
                return Err(Diagnostic::syntax(span, message));
            }
            // C++ writes a tiler by mode as a tuple of layouts, too.
            ("tuple", _) if items.iter().any(holds_layouts) => Expr::Tiler(items),
            _ => maker(name).map_or_else(|| Expr::Tuple(Vec::new()), |make| make(items)),
        };
        self.node(expr, start)
    }

    /// `UniversalCopy<uint128_t>`, `Copy_Atom<SM75_U32x4_LDSM_N, half_t>`, `TiledMMA<MMA_Atom<...>, Layout<...>>`.
    #[inline(never)]
    fn atom_type(
        &mut self,
        name: &str,
        open: usize,
        close: usize,
    ) -> Result<Option<Node>, Diagnostic> {
        let place = self.here();
        let start = place.start;
        let operation = match name {
            "Copy_Atom" => Id::MakeCopyAtom,
            "TiledMMA" => Id::MakeTiledMma,
            "MMA_Atom" => {
                self.at = open;
                let atom = self.list('<', '>', ',')?.into_iter().next();
                self.made_of_type();
                let span = start..self.so_far();
                return match atom {
                    Some(atom) => Ok(Some(Node { expr: atom.expr, span })),
                    None => Err(Diagnostic::syntax(span, "`MMA_Atom<>` needs an atom")),
                };
            }
            _ if is_name(name, true) || is_canonical(name) => {
                let written = self.written(&(start..self.place(close).end)).to_owned();
                self.at = close + 1;
                self.made_of_type();
                self.height = 0;
                return self.node(Expr::Atom(written), start).map(Some);
            }
            _ => return Ok(None),
        };
        self.at = open;
        let mut items = self.list('<', '>', ',')?;
        if let (Id::MakeCopyAtom, [_, bits]) = (operation, items.as_mut_slice()) {
            width(bits)?;
        }
        self.made_of_type();
        self.node(Expr::Call(operation.operation(), place, items), start).map(Some)
    }

    /// `cosize_v<Layout<...>>`: an operation of a type.
    fn query_of_type(&mut self, query: Id) -> Result<Node, Diagnostic> {
        let name = self.here();
        self.at += 1;
        let arguments = self.list('<', '>', ',')?;
        let start = name.start;
        self.node(Expr::Call(query.operation(), name, arguments), start)
    }

    /// `get<0>(A)`, `upcast<2>(A)`, `size<0>(A)`: what C++ passes as template arguments; `receiver` is
    /// what stands before the dot of `A.get<0>()`.
    pub(crate) fn template(
        &mut self,
        operation: &'static Operation,
        receiver: Option<Node>,
    ) -> Result<Expr, Diagnostic> {
        let name = self.here();
        let start = receiver.as_ref().map_or(name.start, |receiver| receiver.span.start);
        self.at += 1;
        let mut parameters = self.list('<', '>', ',')?;
        let mut arguments: Vec<Node> = receiver.into_iter().collect();
        arguments.extend(self.arguments(operation)?);
        let span = start..self.so_far();
        let call =
            |operation: Id, arguments| Expr::Call(operation.operation(), name.clone(), arguments);
        // A call of a mode is two nodes.
        self.height += 1;
        Ok(match operation.id {
            // `get<1,0>(A)` is a path.
            Id::Get => {
                arguments.push(Node { expr: Expr::List(parameters), span: name.clone() });
                call(Id::Get, arguments)
            }
            query if OF_A_MODE.contains(&query) && arguments.len() == 1 => {
                arguments.push(Node { expr: Expr::List(parameters), span: name.clone() });
                let mode = Node { expr: call(Id::Get, arguments), span: span.clone() };
                call(query, vec![mode])
            }
            other => {
                if other == Id::Recast {
                    parameters.iter_mut().try_for_each(width)?;
                }
                let first = usize::from(!arguments.is_empty());
                arguments.splice(first..first, parameters);
                match other {
                    Id::Append => call(Id::AppendN, arguments),
                    Id::Prepend => call(Id::PrependN, arguments),
                    _ => call(other, arguments),
                }
            }
        })
    }

    /// `make_tensor(pointer, layout)`, `make_tensor(pointer, shape, stride)`, `make_tensor<T>(layout)`: the layout.
    /// A pointer can be any expression of C++, so it is not read.
    pub(super) fn make_tensor(&mut self) -> Result<Node, Diagnostic> {
        let name = self.here();
        self.at += 1;
        let mut pointer = true;
        if self.is('<') {
            let Some(close) = self.closing(self.at) else {
                return Err(self.unclosed(&self.here(), '<'));
            };
            (self.at, pointer) = (close + 1, false);
        }
        let open = self.at;
        let (true, Some(close)) = (self.is('('), self.closing(open)) else {
            return if self.is('(') {
                Err(self.unclosed(&self.here(), '('))
            } else {
                self.fail("`(`")
            };
        };
        if pointer {
            let mut i = open + 1;
            while i < close && self.token(i) != Some(Token::Sign(',')) {
                i = self.closing(i).unwrap_or(i) + 1;
            }
            if i >= close {
                let message = "`make_tensor(...)` without a pointer or a layout";
                return Err(Diagnostic::syntax(name.start..self.place(close).end, message)
                    .help("write make_tensor(pointer, layout); the layout alone is read"));
            }
            self.no_swizzle(open, i)?;
            // The rest is a list whose first bracket is the comma.
            self.at = i;
        }
        let opened = if pointer { ',' } else { '(' };
        let operation = Id::MakeLayout.operation();
        let mut arguments = self.list(opened, ')', ',')?;
        let meant = with_order(operation, &mut arguments);
        let start = name.start;
        match arguments.len() {
            // A layout is itself; a shape is its compact layout.
            1 if meant.id == Id::MakeLayout
                && !matches!(arguments[0].expr, Expr::Tuple(_) | Expr::Integer(_)) =>
            {
                let expr = arguments.remove(0).expr;
                Ok(Node { expr, span: start..self.so_far() })
            }
            _ => self.node(Expr::Call(meant, name, arguments), start),
        }
    }
}

/// `make_layout(shape, LayoutRight{})`: the operation that is meant.
pub(crate) fn with_order(
    operation: &'static Operation,
    arguments: &mut Vec<Node>,
) -> &'static Operation {
    let (Id::MakeLayout, [_, Node { expr: Expr::Name(order), .. }]) =
        (operation.id, arguments.as_slice())
    else {
        return operation;
    };
    let meant = match order.as_str() {
        "LayoutLeft" | "GenColMajor" => Id::MakeLayoutLeft,
        "LayoutRight" | "GenRowMajor" => Id::MakeLayoutRight,
        _ => return operation,
    };
    arguments.pop();
    meant.operation()
}

/// `rank_v<...>`: what is asked of a type.
fn of_a_type(name: &str) -> Option<Id> {
    Some(match name {
        "cosize_v" => Id::Cosize,
        "rank_v" => Id::Rank,
        "depth_v" => Id::Depth,
        _ => return None,
    })
}

/// The type of an element as its width: `half_t` is 16.
fn width(parameter: &mut Node) -> Result<(), Diagnostic> {
    if let Expr::Name(name) = &parameter.expr {
        let Some(bits) = element::bits(name) else {
            let message = format!("the width of elements of type `{name}` is not known");
            return Err(Diagnostic::new("unknown-name", parameter.span.clone(), message)
                .labelled("this type")
                .help("give widths in bits: recast(A, 16, 32)"));
        };
        parameter.expr = Expr::Integer(bits);
    }
    Ok(())
}

/// `GMMA::Layout_K_SW128_Atom<half_t>`, without its namespace.
fn is_canonical(name: &str) -> bool {
    name.starts_with("Layout_") && name.ends_with("_Atom")
}

/// Whether a tuple with this in it is one of layouts.
fn holds_layouts(node: &Node) -> bool {
    matches!(node.expr, Expr::Layout(..) | Expr::Blank | Expr::Tiler(_))
}
