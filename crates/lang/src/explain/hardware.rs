//! The hardware: why accesses conflict or do not, why a swizzle is the least, and how `thrfrg` cuts a tensor.

mod descriptor;
mod tma;
mod padding;
mod copies;

use tilework::{AnyLayout, Layout};
use tilework_hardware::access::Access;
use tilework_hardware::atom::Operand;
use tilework_hardware::shared::{Argument, Proof, Rank, Service, prove};
use tilework_hardware::swizzle::{Options, solve};
use tilework_hardware::tiled::Side;

use super::kinds::answer;
use super::laws;
use super::out::{Out, Told, join};
use super::walk::Call;
use crate::operations::Id;
use crate::operations::arguments::Arguments;
use crate::operations::atom::{Tiled, TiledMma};
use crate::operations::hardware::access::Asked;
use crate::operations::hardware::words::{count, ranges};
use crate::operations::value::Value;
use crate::text::diagnostic::Span;

/// Explains an operation about hardware; those without a derivation of their own say what they do.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    match call.operation.id {
        Id::BankReport => banks(out, call, value),
        Id::SolveSwizzle => swizzle(out, call, value),
        Id::MakeTiledMma => made(out, call, value),
        Id::PartitionA => partition(out, call, value, Operand::A),
        Id::PartitionB => partition(out, call, value, Operand::B),
        Id::PartitionC => partition(out, call, value, Operand::C),
        Id::SolvePadding => padding::explain(out, call, value),
        Id::Descriptor => descriptor::explain(out, call, value),
        Id::TmaCheck => tma::check(out, call, value),
        Id::TmaBox => tma::largest(out, call, value),
        Id::MakeTiledCopy | Id::MakeTiledCopyA | Id::MakeTiledCopyB | Id::MakeTiledCopyC => {
            copies::made(out, call, value)
        }
        Id::PartitionS => copies::partition(out, call, value, Side::Source),
        Id::PartitionD => copies::partition(out, call, value, Side::Destination),
        Id::RetileS => copies::retile(out, call, value, Side::Source),
        Id::RetileD => copies::retile(out, call, value, Side::Destination),
        _ => laws::explain(out, call, value),
    }
}

/// What the operation reads from its arguments.
fn arguments<T>(call: &Call, read: impl FnOnce(&Arguments<'_>) -> Option<T>) -> Option<T> {
    let place: Span = 0..0;
    let values: Vec<(Value, Span)> =
        call.operands.iter().map(|operand| (operand.value.clone(), place.clone())).collect();
    read(&Arguments { operation: call.operation, span: place, values: &values })
}

/// The memory and its accesses, as the operation has read them.
fn asked(call: &Call) -> Option<Asked> {
    arguments(call, |a| a.accesses().ok())
}

/// What each access costs, by the argument that proves it.
fn banks(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Some(asked) = asked(call) else { return laws::explain(out, call, value) };
    let memory = &call.operands[0].text;
    for (access, written) in asked.accesses.iter().zip(&asked.written) {
        let Ok(proof) = prove(&asked.memory, access, asked.bits, asked.machine) else { continue };
        let tv = threads(out, access, written)?;
        phases(out, access, &asked)?;
        match &proof.argument {
            Argument::Rank(rank) => by_rank(out, rank, &asked, memory, tv.as_deref(), access)?,
            Argument::Residues(period) => {
                let text = format!(
                    "maps and words repeat every {}, and iterations add multiples of {}: \
                     `{} % {} = 0`; {}, counted once each",
                    count(period.elements.unsigned_abs(), "element"),
                    period.step,
                    period.elements,
                    period.step,
                    count(period.classes, "residue")
                );
                out.step("period:", &text)?;
            }
            Argument::Xor => out.step(
                "by XOR:",
                "each iteration adds its offset by XOR, which permutes words and banks: all cost what the first does",
            )?,
            _ => out.step("enumeration:", &format!("each of {} iterations", proof.iterations))?,
        }
        witness(out, &proof, &asked)?;
    }
    let checked = numbers(call, value, &["wavefronts", "ideal", "all_wavefronts", "all_ideal"]);
    answer(out, call, value, &checked)
}

/// A name for the layout from (thread, value, iteration) to indices.
fn threads(
    out: &mut Out,
    access: &Access,
    written: &str,
) -> Result<Option<String>, crate::Diagnostic> {
    let parts = [*access.threads(), *access.values(), *access.iterations()];
    let Ok(tv) = Layout::concat(&parts) else { return Ok(None) };
    let name = out.letter(&tv);
    let text = format!("`{name} = {tv}`, from (thread, value, iteration) to the index");
    out.step(&format!("{written}:"), &text)?;
    Ok(Some(name))
}

/// How many phases an instruction has, and which lanes the first one serves.
fn phases(out: &mut Out, access: &Access, asked: &Asked) -> Told {
    let Ok(service) = Service::of(asked.machine, access) else { return Ok(()) };
    let lanes: Vec<i64> =
        (0..64).filter(|lane| service.phases().lanes(0) >> lane & 1 == 1).collect();
    let text = format!(
        "{} a lane, {}, the first with lanes {}; {} banks of {} bytes",
        count(access.width_bytes().into(), "byte"),
        count(service.phases().len() as u64, "phase"),
        ranges(&lanes),
        service.banks(),
        service.bank_bytes()
    );
    out.step("served:", &text)
}

/// `ways = 2^(rank W - rank K)`.
fn by_rank(
    out: &mut Out,
    rank: &Rank,
    asked: &Asked,
    memory: &str,
    tv: Option<&str>,
    access: &Access,
) -> Told {
    let columns = rank.lanes.as_slice().iter().zip(rank.columns.as_slice());
    let mut addresses = Vec::new();
    for (lane, column) in columns {
        let equation = match tv {
            Some(tv) if access.values().size() > 0 => {
                format!("{memory}({tv}({lane},0,0)) * {} / 8 = {column}", asked.bits)
            }
            _ => String::new(),
        };
        let holds = !equation.is_empty() && out.holds(&equation);
        addresses.push(if holds {
            format!("`{equation}`")
        } else {
            format!("lane {lane}: {column}")
        });
    }
    out.step(&format!("phase {}, bytes:", rank.phase), &addresses.join(", "))?;
    let (words, banks) = (rank.words.as_slice(), rank.banks.as_slice());
    let (w, k) = (rank.words.rank(), rank.banks.rank());
    let list = |vectors: &[i64]| join(vectors, ",");
    let text =
        format!("lanes and bytes add W = [{}]: `f2_rank([{}]) = {w}`", list(words), list(words));
    out.step("words:", &text)?;
    let text = format!("K = W modulo the banks: `f2_rank([{}]) = {k}`", list(banks));
    out.step("banks:", &text)?;
    let ways = rank.ways();
    let text = format!(
        "2^{w} words in 2^{k} banks, `{w} - {k} = {}`: {ways} of each, whatever is added by XOR, so for all iterations",
        w - k
    );
    out.step("ways:", &text)
}

/// Two lanes that want different words of one bank.
fn witness(out: &mut Out, proof: &Proof, asked: &Asked) -> Told {
    let Some(conflict) = &proof.conflict else { return Ok(()) };
    let Some(worst) = &conflict.report.worst else { return Ok(()) };
    let Some([(a, one), (b, two)]) = worst.pair() else { return Ok(()) };
    let banks = asked.machine.banks(worst.request.direction(), worst.request.width_bytes());
    let bank = worst.bank;
    let text = format!(
        "lanes {a} and {b} want words {one} and {two}: `{one} % {banks} = {bank}`, `{two} % {banks} = {bank}`"
    );
    out.step("witness:", &text)
}

/// Members of a report that were computed again.
fn numbers(call: &Call, value: &Value, names: &[&str]) -> Vec<String> {
    let Value::Record(record) = value else { return Vec::new() };
    let known = names.iter().filter_map(|name| Some((name, record.integer(name)?)));
    known.map(|(name, number)| format!("`{}.{name} = {number}`", call.text)).collect()
}

/// Which candidates there are, and why none of the others is better or smaller.
fn swizzle(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Some(asked) = asked(call) else { return laws::explain(out, call, value) };
    let Ok(found) =
        solve(&asked.memory, &asked.accesses, asked.bits, asked.machine, &Options::default())
    else {
        return laws::explain(out, call, value);
    };
    let bounds = &found.bounds;
    let text = format!(
        "all Sw<B,M,S> with B <= {}, B <= S, M + S + B <= {}, and none: {}",
        bounds.most_b, bounds.offset_bits, found.candidates
    );
    out.step("candidates:", &text)?;
    let text = format!(
        "{} split a vector, {} need more wavefronts, best are {}: `{} + {} + {} = {}`",
        found.broken,
        found.worse,
        found.count,
        found.broken,
        found.worse,
        found.count,
        found.candidates
    );
    out.step("judged:", &text)?;
    let by_bits: Vec<String> = (0..=bounds.most_b)
        .filter_map(|b| Some(format!("B = {b}: {}", found.best_with(b)?)))
        .collect();
    out.step("wavefronts:", &format!("over all iterations, {}", by_bits.join(", ")))?;
    let least = found.least.bits();
    if least > 0 {
        let text = format!("no swizzle of fewer than {least} bits needs only {}", found.wavefronts);
        out.step("minimal:", &text)?;
    }
    let text = format!("any linear map needs `{} <= {}`", found.lower.wavefronts, found.wavefronts);
    out.step("lower bound:", &text)?;
    let accesses = call.operands.iter().skip(1).map(|operand| operand.text.as_str());
    let behind = format!(
        "bank_report({} o {}, {})",
        found.least,
        call.operands[0].text,
        join(accesses, ", ")
    );
    let mut checked = numbers(call, value, &["wavefronts", "ideal"]);
    let again = format!("{behind}.all_wavefronts = {}", found.wavefronts);
    if matches!(call.operands[0].value, Value::Layout(_)) && out.holds(&again) {
        checked.push(format!("`{again}`"));
    }
    answer(out, call, value, &checked)
}

/// Threads and tile of a tiled MMA.
fn made(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Value::Tiled(Tiled::Mma(mma)) = value else { return laws::explain(out, call, value) };
    let (atom, tiled) = (tiled_atom(mma), &mma.tiled);
    let thr_id = mma.atom.thr_id();
    let text = match tiled.thr_vmnk() {
        Ok(threads) => {
            let product = format!("tiled_product({thr_id}, {}) = {threads}", mma.layout);
            if out.holds(&product) { format!("`{product}`") } else { threads.to_string() }
        }
        Err(why) => why.to_string(),
    };
    out.step("threads (v,m,n,k):", &text)?;
    let [m, n, k] = tiled.tile();
    let [am, an, ak] = atom;
    let [rm, rn, rk] = tiled.atoms();
    let text = format!(
        "atoms of {am} x {an} x {ak}, {rm} x {rn} x {rk} side by side, repeated: `{m} % ({am} * {rm}) = 0`, \
         `{n} % ({an} * {rn}) = 0`, `{k} % ({ak} * {rk}) = 0`"
    );
    out.step("tile (m,n,k):", &text)?;
    for operand in Operand::ALL {
        let Ok(map) = tiled.map(operand) else { continue };
        let name = operand.name();
        let text = format!("`({}).{name}_TV = {} on {}`", call.text, map.layout(), map.tile());
        out.step(&format!("{name}:"), &text)?;
    }
    answer(out, call, value, &[])
}

fn tiled_atom(mma: &TiledMma) -> [i64; 3] {
    mma.tiled.atom().shape
}

/// The steps of `thrfrg`, and the thread of that.
fn partition(out: &mut Out, call: &Call, value: &Value, operand: Operand) -> Told {
    let (mma, thread) = match (&call.operands[0].value, call.operands.get(2)) {
        (Value::Tiled(Tiled::Mma(mma)), Some(thread)) => match thread.value {
            Value::Integer(thread) => (mma, thread),
            _ => return laws::explain(out, call, value),
        },
        (Value::Thread(thread), None) if let Tiled::Mma(mma) = &thread.of => (mma, thread.thread),
        _ => return laws::explain(out, call, value),
    };
    let tensor = &call.operands[1];
    let Some(AnyLayout::Plain(layout)) = tensor.any() else {
        return laws::explain(out, call, value);
    };
    let Ok(cut) = mma.tiled.thrfrg(operand, &layout) else {
        return laws::explain(out, call, value);
    };
    for (label, layout) in cut.named() {
        out.step(&format!("{label}:"), &layout.to_string())?;
    }
    let name = operand.name();
    let whole = format!("thrfrg_{name}({mma}, {}) = {}", tensor.text, cut.threads);
    if out.holds(&whole) {
        out.step(&format!("thrfrg_{name}:"), &format!("`{whole}`"))?;
    }
    if let Ok([v, m, n, k]) = mma.tiled.thread(thread) {
        let coordinates = [m, n, k];
        let [x, y] = operand.axes().map(|axis| coordinates[axis]);
        out.step("the thread:", &format!("{thread} is lane {v} of atom ({m},{n},{k})"))?;
        let blanks = join(vec!["_"; layout.rank()], ",");
        let slice = format!(
            "{} = slice_and_offset((({v},({x},{y})),(_,({blanks}))), {})",
            call.text, cut.threads
        );
        if out.holds(&slice) {
            out.step("its part:", &format!("`{slice}`"))?;
        }
    }
    answer(out, call, value, &[])
}
