//! Views: which modes are one, what each mode of the new shape takes of them, and where that ends.

use tilework::{Error, Layout, Mode, ModeRuns, Order, Tuple};

use super::kinds::answer;
use super::out::{Out, Told, join};
use super::simplify::merges;
use super::walk::Call;
use crate::operations::Id;
use crate::operations::value::Value;

/// `can_view` and `reshape`.
pub(super) fn shaped(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Some(view) = View::of(call) else { return answer(out, call, value, &[]) };
    view.derive(out)?;
    let (Value::Layout(result) | Value::Slice(result, _)) = value else {
        return answer(out, call, value, &[]);
    };
    let name = if let Value::Layout(_) = value { call.result.clone() } else { result.to_string() };
    let (counted, other) = (view.counted_text(&name, result), view.counted_name());
    let same = format!("`{counted} ~ {other}`, the same elements in the same order");
    answer(out, call, value, &[same])
}

/// Why a copy is needed: what merges, and the mode that has no strides.
pub(super) fn refused(out: &mut Out, call: &Call, error: &Error) -> Told {
    match (View::of(call), error.witness()) {
        (Some(view), Some(_)) => view.derive(out),
        _ => Ok(()),
    }
}

/// What a view is asked of, and how it is counted.
struct View {
    text: String,
    layout: Layout,
    shape: Tuple,
    order: Order,
    nested: bool,
}

impl View {
    fn of(call: &Call) -> Option<View> {
        let operand = call.operands.first()?;
        let (layout, text) = match &operand.value {
            Value::Layout(layout) => (**layout, operand.text.clone()),
            Value::Slice(layout, _) => (**layout, layout.to_string()),
            _ => return None,
        };
        let shape = match &call.operands.get(1)?.value {
            Value::Integer(extent) => Tuple::leaf(*extent),
            Value::Tuple(shape) => **shape,
            Value::Layout(layout) => layout.shape(),
            _ => return None,
        };
        let order = match call.operands.get(2).map(|operand| &operand.value) {
            None => Order::Lex,
            Some(Value::Order(order)) => *order,
            Some(_) => return None,
        };
        // -1 is what the others leave.
        let known: i64 = shape
            .leaves()
            .iter()
            .filter(|&&n| n != -1)
            .try_fold(1, |size: i64, n| size.checked_mul(*n).filter(|&size| size > 0))?;
        let leaves: Vec<i64> = (shape.leaves().iter())
            .map(|&n| if n == -1 { layout.size() / known } else { n })
            .collect();
        let shape = Tuple::from_slice(&leaves).ok()?;
        (shape.product().ok()? == layout.size()).then_some(View {
            text,
            layout,
            shape,
            order,
            nested: call.operation.id == Id::Reshape,
        })
    }

    /// The modes of a layout as they are counted, as an expression.
    fn counted_text(&self, text: &str, of: &Layout) -> String {
        let flat = if of.depth() > 1 { format!("flatten({text})") } else { text.to_owned() };
        match self.order {
            Order::Lex if of.length() > 1 => format!("permute({flat})"),
            _ => flat,
        }
    }

    fn counted_name(&self) -> String {
        self.counted_text(&self.text, &self.layout)
    }

    fn derive(&self, out: &mut Out) -> Told {
        let flat = self.layout.flatten();
        let counted = if self.order == Order::Lex { flat.mirrored() } else { flat };
        let label = match self.order {
            Order::Lex => "row-major, fastest mode first:",
            Order::Colex => "column-major:",
        };
        if counted.length() == 0 {
            return Ok(());
        }
        out.step(label, &format!("`{} = {counted}`", self.counted_name()))?;
        out.inside(|out| merges(out, &counted))?;
        self.parts(out, &counted)
    }

    /// What each mode of the shape takes.
    fn parts(&self, out: &mut Out, counted: &Layout) -> Told {
        let count = self.shape.length();
        let mut runs = ModeRuns::new(counted.leaf_modes());
        let mut place = 1_i64;
        for i in 0..count {
            let leaf = if self.order == Order::Lex { count - 1 - i } else { i };
            let extent = self.shape.leaves()[leaf];
            let label = format!("mode {leaf}, extent {extent}:");
            let (mut rest, mut taken) = (extent, Vec::new());
            while rest > 1 {
                let Some(front) = runs.front() else { return Ok(()) };
                let whole = self.nested && rest % front.extent == 0;
                let part = if whole { front.extent } else { rest };
                let Some(mode) = runs.take(part) else {
                    return self.stuck(out, &label, (front, place), &taken);
                };
                taken.push(match part == front.extent {
                    true => mode.to_string(),
                    false => format!("the first {part} of {front}: {mode}"),
                });
                (rest, place) = (rest / part, place.saturating_mul(part));
            }
            let text =
                if taken.is_empty() { "one element: 1:0".into() } else { taken.join(", then ") };
            out.step(&label, &text)?;
        }
        Ok(())
    }

    /// The mode that ends inside a mode of the shape.
    fn stuck(
        &self,
        out: &mut Out,
        label: &str,
        (front, place): (Mode, i64),
        taken: &[String],
    ) -> Told {
        let Some(index) = place.checked_mul(front.extent) else { return Ok(()) };
        let text = format!("{front} ends at index {index}, inside a mode of the shape");
        let before = if taken.is_empty() {
            String::new()
        } else {
            format!("{}, then ", taken.join(", then "))
        };
        let Ok(found) = self.counted().at_index(index) else { return Ok(()) };
        match front.extent.checked_mul(front.stride) {
            Some(end) => out.step(
                label,
                &format!(
                    "{before}{text}: `{}({index}) = {found}`, and one stride gives `{} * {} = {end}`",
                    self.counted(),
                    front.extent,
                    front.stride,
                ),
            ),
            None => out.step(label, &format!("{before}{text}")),
        }
    }

    fn counted(&self) -> Layout {
        let flat = self.layout.flatten();
        if self.order == Order::Lex { flat.mirrored() } else { flat }
    }
}

/// Where each mode of the result comes from.
pub(super) fn modes(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (Some(operand), Value::Layout(result)) = (call.operands.first(), value) else {
        return super::laws::explain(out, call, value);
    };
    let (a, of, r) = (&operand.text, operand.layout(), &call.result);
    let summary = call.operation.summary.replace('`', "");
    out.step(&format!("{}:", call.operation.name), &summary)?;
    let shown = result.rank().min(16);
    let known: Vec<Layout> = if of.length() == 0 { Vec::new() } else { of.modes().collect() };
    let new = result.rank().saturating_sub(known.len());
    for (i, mode) in result.modes().take(shown).enumerate().filter(|_| result.length() > 0) {
        let from = match call.operation.id {
            Id::BroadcastTo => i.checked_sub(new).filter(|&k| known[k] == mode),
            _ => known.iter().position(|of| *of == mode),
        };
        let text = match from {
            Some(k) => format!("`{r}[{i}] = {a}[{k}]`"),
            None => format!("`{r}[{i}] = {mode}`"),
        };
        out.step(&format!("mode {i}:"), &text)?;
    }
    let law = match call.operation.id {
        Id::Squeeze | Id::Unsqueeze if result.length() > 0 => {
            vec![format!("`{r} ~ {a}`, the same function")]
        }
        _ => Vec::new(),
    };
    answer(out, call, value, &law)
}

/// Where a flipped layout starts.
pub(super) fn flip(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (Some(operand), Value::Slice(result, start)) = (call.operands.first(), value) else {
        return super::laws::explain(out, call, value);
    };
    let of = operand.layout();
    let terms: Vec<String> = (of.leaf_modes().iter().zip(result.leaf_modes()))
        .filter(|(a, r)| a.stride != r.stride)
        .map(|(a, _)| format!("{} * {}", a.extent - 1, a.stride))
        .collect();
    let before = if let Value::Slice(_, offset) = operand.value { offset } else { 0 };
    let terms = if before == 0 { terms } else { [vec![before.to_string()], terms].concat() };
    if !terms.is_empty() {
        out.step("from the last element:", &format!("`{} = {start}`", join(terms, " + ")))?;
    }
    out.step("and down:", &format!("`stride({result}) = {}`", stride_text(result)))?;
    answer(out, call, value, &[])
}

fn stride_text(layout: &Layout) -> String {
    layout.stride().to_string()
}
