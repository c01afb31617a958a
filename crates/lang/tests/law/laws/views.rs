//! The same elements under another shape.

use super::Chosen;
use crate::checks::{Case, Law, image, is, law};
use crate::oracle::Fun;

/// The laws of an operation, if it is one of these.
pub(super) fn laws(name: &str, case: &Case, chosen: &Chosen) -> Option<Vec<Law>> {
    let &Chosen { n, m, rank, mode, .. } = chosen;
    Some(match name {
        "can_view" | "reshape" => {
            let (size, first) = (case.a.size(), case.a.modes[0][0].0);
            let seen = move |shape: String, order: &'static str| {
                let given = if order.is_empty() { String::new() } else { format!(", {order}") };
                law(format!("{name}(A, {shape}{given})"), move |case, value| {
                    let counted = |fun: &Fun| fun.counted_table(order != "col_major");
                    let view = Fun::of(value).ok_or("it is not a layout")?;
                    if counted(&view) == counted(&case.a) {
                        Ok(())
                    } else {
                        Err("other elements".into())
                    }
                })
            };
            vec![
                seen("-1".into(), ""),
                seen(format!("({first},-1)"), "row_major"),
                seen(format!("({},{first})", size / first), "col_major"),
            ]
        }
        "permute" | "swap_dims" => {
            // The last mode first, and the others after it: of two modes that is an exchange.
            let axes: Vec<String> =
                (0..rank).map(|i| ((i + rank - 1) % rank).to_string()).collect();
            let text = match name {
                "permute" => format!("permute(A, ({},))", axes.join(",")),
                _ => format!("swap_dims(A, 0, {})", -1),
            };
            let swap = name == "swap_dims";
            vec![law(text, move |case, value| {
                let view = Fun::of(value).ok_or("it is not a layout")?;
                let mut modes = case.a.modes.clone();
                match swap {
                    true => modes.swap(0, rank as usize - 1),
                    false => modes.rotate_right(1),
                }
                let expected = case.a.with_modes(modes);
                if view.table() == expected.table() { Ok(()) } else { Err("other elements".into()) }
            })]
        }
        "squeeze" | "unsqueeze" => {
            let text = if name == "squeeze" { "squeeze(A)" } else { "unsqueeze(A, -1)" };
            vec![law(text, |case, value| is(value, case.a.size(), |x| case.a.at(x)))]
        }
        "broadcast_to" => vec![law("broadcast_to(A, shape(prepend(I, 3:0)))", |case, value| {
            let view = Fun::of(value).ok_or("it is not a layout")?;
            match view.counted_table(true) == case.a.counted_table(true).repeat(3) {
                true => Ok(()),
                false => Err("other elements".into()),
            }
        })],
        "strided_view" => vec![law(format!("strided_view(A, {n}, {m})"), |case, value| {
            let all = image(&case.a);
            let last = (case.n - 1) * case.m;
            match all.first().is_some_and(|y| *y <= 0) && all.last().is_some_and(|y| *y >= last) {
                true => is(value, case.n, |x| Some(x * case.m)),
                false => Err("it leaves the memory of A".into()),
            }
        })],
        "flip" => vec![law(format!("flip(A, {mode})"), move |case, value| {
            let view = Fun::of(value).ok_or("it is not a layout")?;
            let sizes: Vec<i64> = case
                .a
                .modes
                .iter()
                .map(|leaves| leaves.iter().map(|leaf| leaf.0).product())
                .collect();
            for index in 0..case.a.size() {
                let mut rest = index;
                let mut coordinate: Vec<i64> = Vec::new();
                for size in &sizes {
                    coordinate.push(rest % size);
                    rest /= size;
                }
                let found = view.at_modes(&coordinate);
                coordinate[mode as usize] = sizes[mode as usize] - 1 - coordinate[mode as usize];
                if found != case.a.at_modes(&coordinate) {
                    return Err(format!("at {index} it is {found:?}"));
                }
            }
            Ok(())
        })],
        _ => return None,
    })
}
