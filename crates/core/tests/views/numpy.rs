//! `conformance/numpy/views.jsonl`: 10,000 random chains of views, as numpy answered them.

use serde_json::Value;
use tilework::{Layout, Order, Tuple};

/// What a chain has come to: a layout and the offset at which it starts.
type Placed = (Layout, i64);

fn numbers(json: &Value) -> Vec<i64> {
    json.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
}

fn tuple(json: &Value) -> Tuple {
    Tuple::from_slice(&numbers(json)).unwrap()
}

fn axis(json: &Value) -> usize {
    json.as_u64().unwrap() as usize
}

/// One step; `None` where a copy is needed.
fn step((a, start): Placed, step: &[Value]) -> Option<Placed> {
    let kept = |layout: Layout| Some((layout, start));
    match step[0].as_str().unwrap() {
        "reshape" => {
            let order = if step[2] == "C" { Order::Lex } else { Order::Colex };
            match a.can_view(&tuple(&step[1]), order) {
                Ok(view) => kept(view),
                Err(error) => {
                    assert!(error.witness().is_some(), "{error}");
                    None
                }
            }
        }
        "permute" => {
            let axes: Vec<usize> = numbers(&step[1]).iter().map(|&i| i as usize).collect();
            kept(if axes.is_empty() { a } else { a.permute(&axes).unwrap() })
        }
        "slice" => {
            let (i, [from, count, by]) =
                (axis(&step[1]), [2, 3, 4].map(|k| step[k].as_i64().unwrap()));
            let stride = a.mode(i).unwrap().stride().leaves()[0];
            let mode = Layout::new(count, by * stride).unwrap();
            Some((a.replace(i, &mode).unwrap(), start + from * stride))
        }
        "flip" => {
            let (flipped, moved) = a.flip(&[axis(&step[1])]).unwrap();
            Some((flipped, start + moved))
        }
        "broadcast_to" => kept(a.broadcast_to(&tuple(&step[1])).unwrap()),
        "squeeze" => kept(a.squeeze()),
        "expand_dims" => kept(a.unsqueeze(axis(&step[1])).unwrap()),
        other => panic!("{other}"),
    }
}

/// The copy that numpy goes on with: compact, in the order that was asked for.
fn copied(a: &Layout, step: &[Value]) -> Layout {
    let mut extents = numbers(&step[1]);
    let known: i64 = extents.iter().filter(|&&n| n != -1).product();
    extents.iter_mut().filter(|n| **n == -1).for_each(|n| *n = a.size() / known);
    let order = if step[2] == "C" { Order::Lex } else { Order::Colex };
    Layout::compact_in(order, &Tuple::from_slice(&extents).unwrap()).unwrap()
}

#[test]
fn chains() {
    let (mut lines, mut views, mut copies) = (0, 0, 0);
    for line in include_str!("../../../../conformance/numpy/views.jsonl").lines() {
        let chain: Value = serde_json::from_str(line).unwrap();
        let mut now: Placed = (Layout::row_major(&tuple(&chain["shape"])).unwrap(), 0);
        for recorded in chain["steps"].as_array().unwrap() {
            let recorded = recorded.as_array().unwrap();
            let reshaped = recorded[0] == "reshape";
            match (step(now, recorded), recorded.as_slice()) {
                (None, [.., Value::Null]) => {
                    now = (copied(&now.0, recorded), 0);
                    copies += 1;
                }
                (Some(view), [.., Value::Array(strides), offset]) => {
                    let strides: Vec<i64> = strides.iter().map(|d| d.as_i64().unwrap()).collect();
                    let found = view.0.normalize_units();
                    assert_eq!(found.stride().leaves(), strides, "{recorded:?} in {line}");
                    assert_eq!(view.1, offset.as_i64().unwrap(), "{recorded:?} in {line}");
                    now = view;
                    views += i32::from(reshaped);
                }
                (found, _) => panic!("{recorded:?} is {found:?} in {line}"),
            }
        }
        lines += 1;
    }
    assert_eq!(lines, 10_000);
    assert!(views > 5_000 && copies > 1_500, "{views} views, {copies} copies");
}
