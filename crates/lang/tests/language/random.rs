//! Random small expressions, most of them well formed.

use proptest::prelude::*;

/// `n:d`, `(n,m):(d,e)`, `(n,(m,k)):(d,(e,f))`.
pub(crate) fn layout() -> impl Strategy<Value = String> {
    let extent = prop_oneof![
        1..=8_i64,
        prop::sample::select(vec![1, 2, 3, 4, 6, 8, 12, 24, 1 << 20, 1 << 40])
    ];
    let stride = prop_oneof![
        8 => prop::sample::select(vec![0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 24, 59]),
        1 => -4..=40_i64,
        1 => prop::sample::select(vec![1 << 40, i64::MAX / 2, i64::MAX, -(1 << 50)]),
    ];
    (prop::collection::vec((extent, stride), 1..=4), 0..3_usize).prop_map(|(modes, nesting)| {
        let nest = |items: Vec<String>| match (items.as_slice(), nesting) {
            ([one], 0 | 1) => one.clone(),
            ([one], _) => format!("({one})"),
            ([first, rest @ ..], 1) if rest.len() > 1 => format!("({first},({}))", rest.join(",")),
            ([a, b, rest @ ..], 2) if !rest.is_empty() => format!("(({a},{b}),{})", rest.join(",")),
            (items, _) => format!("({})", items.join(",")),
        };
        let extents = nest(modes.iter().map(|mode| mode.0.to_string()).collect());
        let strides = nest(modes.iter().map(|mode| mode.1.to_string()).collect());
        format!("{extents}:{strides}")
    })
}

fn tiler() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        (1..=8_i64).prop_map(|n| n.to_string()),
        layout(),
        Just("_".to_owned()),
        Just("<2,_>".to_owned()),
    ];
    prop_oneof![
        3 => layout(),
        1 => (1..=12_i64).prop_map(|n| n.to_string()),
        1 => (1..=6_i64, 1..=6_i64).prop_map(|(n, m)| format!("({n},{m})")),
        3 => prop::collection::vec(part, 1..=3).prop_map(|parts| format!("<{}>", parts.join(","))),
        1 => Just("_".to_owned()),
    ]
}

const BY_TILER: &[&str] = &[
    "composition",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "overhang",
    "logical_product",
    "zipped_product",
    "tiled_product",
    "flat_product",
];

const ONE: &[&str] = &[
    "coalesce",
    "complement",
    "right_inverse",
    "left_inverse",
    "generalized_inverse",
    "nullspace",
    "filter",
    "filter_zeros",
    "size",
    "cosize",
    "flatten",
    "sort",
    "make_layout_like",
    "is_injective",
    "is_surjective",
    "is_bijective",
    "is_contiguous",
    "collision",
    "mex",
    "right_inverse_max",
    "max_alignment",
    "vector_width",
    "vector_alignment",
    "coshape",
    "shape",
    "rank",
    "offsets",
    "left_inverse_search",
];

const TWO: &[&str] = &[
    "composition",
    "compose_flat",
    "compose_strict",
    "blocked_product",
    "raked_product",
    "sum",
    "solve",
    "same_function",
    "first_difference",
    "max_common_layout",
    "max_common_vector",
    "common_vector",
    "common_refinement",
    "append",
    "prepend",
    "images_meet",
    "compatible",
    "congruent",
    "weakly_compatible",
    "weakly_congruent",
    "evenly_divides",
    "with_shape",
    "can_view",
    "reshape",
    "broadcast_to",
    "coalesce",
];

const WITH_INTEGER: &[&str] = &[
    "complement",
    "complement_exact",
    "complement_image",
    "scale",
    "truncate",
    "upcast",
    "downcast",
    "preimage",
    "eval_coord",
    "eval1d",
    "get",
    "vector_width",
    "vector_alignment",
    "with_shape",
    "can_view",
    "reshape",
    "permute",
    "squeeze",
    "unsqueeze",
    "flip",
    "shape_div",
    "shape_mod",
    "domain_distribute",
    "idx2crd",
    "append_n",
    "remove",
    "select",
    "coalesce",
];

/// Numbers with commas between them.
fn list(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    numbers.join(",")
}

/// An operation on operands that are layouts or expressions.
fn operation(operand: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let name = |names: &'static [&'static str]| prop::sample::select(names);
    let a = operand;
    let shape = || prop::collection::vec(1..=12_i64, 1..=3);
    prop_oneof![
        4 => (a.clone(), tiler()).prop_map(|(a, t)| format!("{a} o {t}")),
        6 => (name(BY_TILER), a.clone(), tiler()).prop_map(|(f, a, t)| format!("{f}({a}, {t})")),
        4 => (name(ONE), a.clone()).prop_map(|(f, a)| format!("{f}({a})")),
        5 => (name(TWO), a.clone(), layout()).prop_map(|(f, a, b)| format!("{f}({a}, {b})")),
        4 => (name(WITH_INTEGER), a.clone(), 0..=30_i64).prop_map(|(f, a, n)| format!("{f}({a}, {n})")),
        1 => (name(WITH_INTEGER), shape(), 1..=30_i64)
            .prop_map(|(f, s, n)| format!("{f}(({}), {n})", list(&s))),
        1 => (a.clone(), 0..=20_i64).prop_map(|(a, i)| format!("{a}({i})")),
        1 => (a.clone(), 0..=5_i64, 0..=5_i64).prop_map(|(a, i, j)| format!("{a}({i},{j})")),
        1 => (a.clone(), 0..=5_i64).prop_map(|(a, i)| format!("{a}(_,{i})")),
        1 => (a.clone(), 0..=2_i64).prop_map(|(a, i)| format!("{a}[{i}]")),
        1 => (a.clone(), layout()).prop_map(|(a, b)| format!("{a} ~ {b}")),
        1 => (a.clone(), layout()).prop_map(|(a, b)| format!("{a} == {b}")),
        1 => (a.clone(), 0..=9_i64, layout()).prop_map(|(a, i, b)| format!("compose_at({a}, {i}, {b})")),
        1 => (a.clone(), 1..=33_i64, 1..=33_i64).prop_map(|(a, i, j)| format!("recast({a}, {i}, {j})")),
        1 => (a.clone(), shape()).prop_map(|(a, s)| format!("tile_to_shape({a}, ({}))", list(&s))),
        1 => (a.clone(), layout()).prop_map(|(a, b)| format!("({a}, {b})")),
        1 => prop::collection::vec(-3..=12_i64, 1..=12)
            .prop_map(|t| format!("recover([0,{}])", list(&t))),
        1 => (layout(), 1..=8_i64).prop_map(|(a, n)| format!("recover(eval1d({a}, {n}))")),
    ]
}

/// An expression with one or two operations.
pub(crate) fn expression() -> impl Strategy<Value = String> {
    let inner = operation(layout().boxed()).prop_map(|inner| format!("({inner})"));
    prop_oneof![
        6 => operation(layout().boxed()),
        3 => operation(inner.boxed()),
        1 => layout(),
    ]
}
