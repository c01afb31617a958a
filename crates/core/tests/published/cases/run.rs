//! The operations by the names that the files use.

use serde_json::{Value, json};
use tilework::{Error, Layout, recover};

use super::Args;

/// The answer of an operation, as the files write it.
pub(crate) fn run(op: &str, args: &Args) -> Result<Value, Error> {
    // The first argument of every operation but `recover` is a layout.
    let a = || args.layout(0);
    let b = || args.layout(1);
    Ok(match op {
        "recover" => layout(recover(&args.table(0))?),
        "compose" => layout(a().compose(&b())?),
        "compose_flat" => layout(a().compose_flat(&b())?),
        "compose_strict" => layout(a().compose_strict(&b())?),
        "compose_at" => layout(a().compose_at(args.int(1), &args.layout(2))?),
        "compose_tiler" => layout(a().compose_tiler(&args.tiler(1))?),
        "complement" => layout(a().complement(args.int(1))?),
        "complement_exact" => layout(a().complement_exact(args.int(1))?),
        "complement_image" => layout(a().complement_image(args.int(1))?),
        "coalesce" => layout(a().coalesce()),
        "coalesce_by" => layout(a().coalesce_by(&args.tuple(1))?),
        "right_inverse" => layout(a().right_inverse()),
        "right_inverse_max" => layout(a().right_inverse_max()?),
        "left_inverse" => layout(a().left_inverse()?),
        "left_inverse_search" => layout(a().left_inverse_search()?),
        "logical_divide" => layout(a().logical_divide(&args.tiler(1))?),
        "zipped_divide" => layout(a().zipped_divide(&args.tiler(1))?),
        "tiled_divide" => layout(a().tiled_divide(&args.tiler(1))?),
        "flat_divide" => layout(a().flat_divide(&args.tiler(1))?),
        "overhang" => json!(a().overhang(&args.tiler(1))?),
        "logical_product" => layout(a().logical_product(&args.tiler(1))?),
        "blocked_product" => layout(a().blocked_product(&b())?),
        "raked_product" => layout(a().raked_product(&b())?),
        "tile_to_shape" => {
            let order = (args.len() > 2).then(|| args.tuple(2));
            layout(a().tile_to_shape(&args.tuple(1), order.as_ref())?)
        }
        "with_shape" => layout(a().with_shape(&args.tuple(1))?),
        "upcast" => layout(a().upcast(args.int(1))?),
        "solve_right" => layout(a().solve_right(&b())?),
        "sum" => layout(a().sum(&b())?),
        "truncate" => layout(a().truncate(args.int(1))?),
        "slice" => {
            let (kept, offset) = a().slice(&args.slicer(1))?;
            json!([kept.to_string(), offset])
        }
        "cosize" => json!(a().cosize()),
        "mex" => json!(a().mex()?),
        "surjective" => json!(a().is_surjective()),
        "bijective" => json!(a().is_bijective()),
        "collision" => pair(a().collision()?),
        "images_meet" => pair(a().images_meet(args.int(1), &args.layout(2), args.int(3))?),
        "first_difference" => json!(a().first_difference(&b())),
        "same_function" => json!(a().same_function(&b())),
        _ => panic!("unknown operation {op}"),
    })
}

fn layout(layout: Layout) -> Value {
    let text = layout.to_string();
    assert_eq!(text.parse(), Ok(layout), "what is printed can be read");
    json!(text)
}

fn pair(pair: Option<(i64, i64)>) -> Value {
    pair.map_or(Value::Null, |(x, y)| json!([x, y]))
}
