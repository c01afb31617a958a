//! The operations, by the names of the files.

use tilework::{
    Error, Layout, ceil_div, crd2crd, crd2idx, crd2idx_stride, domain_distribute, idx2crd,
    idx2crd_stride, shape_div,
};

use super::laws::{self, Law};
use super::line::{Answer, Args};

pub(super) struct Op {
    pub(super) name: &'static str,
    pub(super) run: fn(&Args) -> Result<Answer, Error>,
    pub(super) law: Law,
}

macro_rules! ops {
    ($($name:ident: |$a:ident| $run:expr, $law:expr;)*) => {
        pub(super) const OPS: &[Op] = &[$(Op {
            name: stringify!($name),
            run: |$a| Ok(Answer::from($run)),
            law: $law,
        }),*];
    };
}

const FREE: Law = Law::Structure;

ops! {
    // Queries and evaluation.
    size: |a| a.layout(0).size(), FREE;
    rank: |a| a.layout(0).rank() as i64, FREE;
    depth: |a| a.layout(0).depth() as i64, FREE;
    cosize: |a| a.layout(0).cosize(), Law::Holds(laws::is_cosize);
    eval_coord: |a| a.layout(0).at_coord(&a.tuple(1))?, FREE;
    eval1d: |a| Answer::Table((0..a.int(1)).map(|i| a.layout(0).at_index(i)).collect::<Result<_, Error>>()?), FREE;
    crd2idx: |a| crd2idx(&a.tuple(0), &a.tuple(1))?, FREE;
    crd2idx_stride: |a| crd2idx_stride(&a.tuple(0), &a.tuple(1), &a.tuple(2))?, FREE;
    crd2crd: |a| crd2crd(&a.tuple(0), &a.tuple(1), &a.tuple(2))?, FREE;
    idx2crd: |a| match a.is_int(0) {
        true => idx2crd(a.int(0), &a.tuple(1))?,
        false => crd2crd(&a.tuple(0), &a.tuple(1), &a.tuple(1))?,
    }, FREE;
    idx2crd_stride: |a| idx2crd_stride(a.int(0), &a.tuple(1), &a.tuple(2))?, FREE;
    slice: |a| a.layout(1).slice(&a.slicer(0))?.0, FREE;
    dice: |a| a.layout(1).dice(&a.slicer(0))?, FREE;

    // Shapes.
    shape_div: |a| shape_div(&a.tuple(0), &a.tuple(1))?, FREE;
    ceil_div: |a| ceil_div(&a.tuple(0), &a.tuple(1))?, FREE;
    congruent: |a| a.tuple(0).congruent(&a.tuple(1)), FREE;
    weakly_congruent: |a| a.tuple(0).weakly_congruent(&a.tuple(1)), FREE;
    compatible: |a| a.tuple(0).compatible(&a.tuple(1)), FREE;
    weakly_compatible: |a| a.tuple(0).weakly_compatible(&a.tuple(1)), FREE;
    evenly_divides: |a| a.tuple(0).evenly_divides(&a.tuple(1)), FREE;
    domain_distribute: |a| domain_distribute(&a.tuple(0), a.int(1))?, FREE;

    // Structure.
    flatten: |a| a.layout(0).flatten(), FREE;
    get: |a| a.layout(0).mode_at(&a.indices(1))?, FREE;
    select: |a| a.layout(0).select(&a.indices(1))?, FREE;
    take: |a| a.layout(0).take(a.index(1), a.index(2))?, FREE;
    group: |a| a.layout(0).group(a.index(1), a.end(2))?, FREE;
    append: |a| a.layout(0).append(&a.layout(1))?, FREE;
    append_n: |a| a.layout(0).append_n(a.index(1), &a.layout(2))?, FREE;
    append_n_default: |a| a.layout(0).append_n(a.index(1), &Layout::UNIT)?, FREE;
    prepend: |a| a.layout(0).prepend(&a.layout(1))?, FREE;
    prepend_n: |a| a.layout(0).prepend_n(a.index(1), &a.layout(2))?, FREE;
    replace: |a| a.layout(0).replace(a.index(1), &a.layout(2))?, FREE;
    filter: |a| a.layout(0).filter(), FREE;
    filter_by: |a| a.layout(0).filter_by(&a.tuple(1))?, FREE;
    filter_zeros: |a| a.layout(0).filter_zeros(), FREE;
    filter_zeros_by: |a| a.layout(0).filter_zeros_by(&a.tuple(1))?, FREE;
    make_layout_left: |a| Layout::col_major(&a.tuple(0))?, FREE;
    make_layout_right: |a| Layout::row_major(&a.tuple(0))?, FREE;
    make_ordered_layout: |a| Layout::ordered(&a.tuple(0), &a.tuple(1))?, Law::Search(laws::is_compact, laws::has_no_order);
    make_layout_like: |a| a.layout(0).like(), Law::Holds(laws::is_compact_but_zeros);
    tile_to_shape: |a| a.layout(0).tile_to_shape(&a.tuple(1), Some(&a.tuple(2)))?, Law::Table(laws::tile_to_shape);
    tile_to_shape_default: |a| a.layout(0).tile_to_shape(&a.tuple(1), None)?, Law::Table(laws::tile_to_shape_default);

    // Algebra.
    coalesce: |a| a.layout(0).coalesce(), Law::Table(laws::itself);
    coalesce_by: |a| a.layout(0).coalesce_by(&a.tuple(1))?, FREE;
    composition: |a| a.layout(0).compose(&a.layout(1))?, Law::Table(laws::composition);
    composition_tiler: |a| a.layout(0).compose_tiler(&a.tile(1).tiler())?, Law::Table(laws::composition_tiler);
    complement: |a| a.layout(0).complement(a.tuple(1).product()?)?, Law::Table(laws::complement);
    complement_default: |a| a.layout(0).complement_default()?, Law::Table(laws::complement_default);
    right_inverse: |a| a.layout(0).right_inverse(), Law::Holds(laws::inverts_from_right);
    left_inverse: |a| a.layout(0).left_inverse().or_else(|_| a.layout(0).left_inverse_search())?, Law::Search(laws::inverts_from_left, laws::no_left_inverse);
    nullspace: |a| a.layout(0).nullspace()?, Law::Holds(laws::maps_to_zero);
    max_common_vector: |a| a.layout(0).max_common_vector(&a.layout(1))?, Law::Holds(laws::is_common_vector);
    max_common_layout: |a| a.layout(0).max_common_layout(&a.layout(1))?, Law::Holds(laws::is_common_layout);
    max_alignment: |a| a.layout(0).max_alignment(), Law::Holds(laws::is_alignment);
    logical_divide: |a| a.layout(0).logical_divide(&a.tile(1).tiler())?, Law::Table(laws::divide_by_mode);
    zipped_divide: |a| a.layout(0).zipped_divide(&a.tile(1).tiler())?, Law::Table(laws::divide_apart);
    tiled_divide: |a| a.layout(0).tiled_divide(&a.tile(1).tiler())?, Law::Table(laws::divide_apart);
    flat_divide: |a| a.layout(0).flat_divide(&a.tile(1).tiler())?, Law::Table(laws::divide_apart);
    logical_product: |a| a.layout(0).logical_product(&a.tile(1).tiler())?, Law::Table(laws::product_by_mode);
    zipped_product: |a| a.layout(0).zipped_product(&a.tile(1).tiler())?, Law::Table(laws::product_apart);
    tiled_product: |a| a.layout(0).tiled_product(&a.tile(1).tiler())?, Law::Table(laws::product_apart);
    flat_product: |a| a.layout(0).flat_product(&a.tile(1).tiler())?, Law::Table(laws::product_apart);
    blocked_product: |a| a.layout(0).blocked_product(&a.layout(1))?, Law::Table(laws::blocked_product);
    raked_product: |a| a.layout(0).raked_product(&a.layout(1))?, Law::Table(laws::raked_product);
    upcast: |a| a.layout(0).upcast(a.int(1))?, Law::OneOf(laws::upcast);
    downcast: |a| a.layout(0).downcast(a.int(1))?, Law::OneOf(laws::downcast);
    recast_layout: |a| a.layout(0).recast(a.int(1), a.int(2))?, Law::OneOf(laws::recast);

    // Swizzled layouts, as tables.
    swizzle_apply: |a| Answer::Table(a.numbers(1).into_iter().map(|x| a.swizzle(0).apply(x)).collect()), Law::Search(laws::is_swizzled, laws::never);
    swizzle_composition_eval: |a| a.swizzled(0, 1)?.table(), Law::Search(laws::is_swizzled_layout, laws::never);
    swizzle_then_composition_eval: |a| a.swizzled(0, 1)?.compose_tiler(&a.tile(2).tiler())?.table(), Law::Search(laws::is_swizzled_composition, laws::no_swizzled_composition);
    swizzle_logical_divide_eval: |a| a.swizzled(0, 1)?.logical_divide(&a.tile(2).tiler())?.table(), Law::Search(laws::is_swizzled_divide, laws::no_swizzled_divide);
}
