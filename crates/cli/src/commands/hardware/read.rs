//! What the arguments of commands about hardware stand for.

use std::path::Path;

use tilework::{AnyLayout, Layout};
use tilework_draw::{FigureError, Owners};
use tilework_hardware::access::Access;
use tilework_hardware::atom::Arch;
use tilework_hardware::element::Element;
use tilework_hardware::machine::Machine;
use tilework_hardware::swizzle::SwizzleError;
use tilework_hardware::tiled::{Operand, Side, TiledMma};
use tilework_lang::operations::access::{Access as Written, Pattern};
use tilework_lang::report::hardware::{self, Described};
use tilework_lang::report::{Refusal, any_layout, element_bits};
use tilework_lang::{Diagnostic, Dtype, Value};

use super::options::{AccessArgs, MachineArgs, OperandArg, SideArg, YesNo};
use crate::context::Context;
use crate::input;

/// The layout that an argument stands for, plain or composed.
///
/// # Errors
/// Why it is none, in that text.
pub(super) fn layout(context: &mut Context, text: &str) -> Result<AnyLayout, Refusal> {
    any_layout(&mut context.scope, text, 0).map_err(|diagnostic| Refusal::of(text, diagnostic))
}

/// The layout with strides that an argument stands for.
///
/// # Errors
/// Why it is none, in that text.
pub(super) fn plain(context: &mut Context, text: &str) -> Result<Layout, Refusal> {
    tilework_lang::report::layout(&mut context.scope, text, 0)
        .map_err(|diagnostic| Refusal::of(text, diagnostic))
}

/// How wide elements are: `--bits`, or else `--dtype`, or else what the texts of layouts say.
///
/// # Errors
/// That nothing says it, or what it says is no type.
pub(super) fn bits(
    context: &Context,
    bits: Option<u32>,
    texts: &[&str],
) -> Result<u32, Diagnostic> {
    if let Some(bits) = bits {
        return Ok(bits);
    }
    if let Some(dtype) = &context.common.dtype {
        // The names of CUTLASS and of PTX, and those of numpy.
        return match Element::find(dtype) {
            Some(element) => Ok(element.bits()),
            None => Ok(Dtype::named(dtype)?.bits()),
        };
    }
    if let Some(bits) = texts.iter().find_map(|text| element_bits(text)) {
        return Ok(bits);
    }
    let message = "how many bits does an element have? Banks and sectors count bytes";
    let mut out = Diagnostic::plain("usage", message);
    out.help = Some("give --bits 16, --dtype f16, or a layout with smem_ptr[16b]".to_owned());
    Err(out)
}

/// A number of bytes, in base 10 or 16.
///
/// # Errors
/// That it is none.
pub(super) fn bytes(text: &str, option: &str) -> Result<i64, Diagnostic> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(&digits.replace('_', ""), 16).ok(),
        None => text.parse().ok(),
    };
    number.ok_or_else(|| {
        let message =
            format!("{option} needs a number of bytes such as 1024 or 0x400, not `{text}`");
        Diagnostic::plain("usage", message)
    })
}

/// Numbers, with commas between them.
pub(super) fn list(numbers: &[i64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// An error of the hardware.
pub(super) fn refused(error: impl Into<tilework_hardware::Error>) -> Refusal {
    let error = error.into();
    Diagnostic::plain(error.name(), error.to_string()).into()
}

/// What stands out in a picture of threads and values.
pub(super) fn isolated(thread: Option<i64>) -> Owners {
    thread.map_or_else(Owners::default, |thread| Owners::default().thread(thread))
}

/// Why there is no picture.
pub(super) fn undrawn(error: FigureError) -> Refusal {
    Diagnostic::plain("no-picture", error.to_string()).into()
}

/// Accesses to a memory.
pub(super) struct Asked {
    /// What it is about.
    pub(super) input: String,
    pub(super) memory: AnyLayout,
    pub(super) bits: u32,
    /// Each with its text.
    pub(super) accesses: Vec<(String, Access)>,
}

/// A layout, in the dialect of `--as`.
///
/// # Errors
/// What the dialect cannot write.
pub(super) fn shown(context: &Context, layout: &Layout) -> Result<String, Diagnostic> {
    context.show(&Value::from(*layout))
}

/// A layout that may be composed, in the dialect of `--as`.
///
/// # Errors
/// What the dialect cannot write.
pub(super) fn shown_any(context: &Context, layout: &AnyLayout) -> Result<String, Diagnostic> {
    context.show(&match layout {
        AnyLayout::Plain(layout) => Value::from(*layout),
        AnyLayout::Composed(composed) => Value::Composed(Box::new(*composed)),
    })
}

/// A layout and where it starts, in the dialect of `--as`.
///
/// # Errors
/// What the dialect cannot write.
pub(super) fn shown_at(
    context: &Context,
    layout: &AnyLayout,
    at: i64,
) -> Result<String, Diagnostic> {
    match layout {
        AnyLayout::Plain(layout) if at != 0 => context.show(&Value::Slice(Box::new(*layout), at)),
        _ => shown_any(context, layout),
    }
}

/// An operand by its letter.
///
/// # Errors
/// That it is none.
pub(super) fn operand(text: &str, option: &str) -> Result<Operand, Diagnostic> {
    Operand::ALL.into_iter().find(|operand| operand.name().eq_ignore_ascii_case(text)).ok_or_else(
        || Diagnostic::plain("usage", format!("{option}: `{text}` is no operand; A, B or C")),
    )
}

/// A side of a copy by its letter.
///
/// # Errors
/// That it is none.
pub(super) fn side(text: &str, option: &str) -> Result<Side, Diagnostic> {
    Side::ALL.into_iter().find(|side| letter(*side).eq_ignore_ascii_case(text)).ok_or_else(|| {
        Diagnostic::plain("usage", format!("{option}: `{text}` is no side of a copy; S or D"))
    })
}

/// The letter of a side.
pub(super) fn letter(side: Side) -> &'static str {
    match side {
        Side::Source => "S",
        Side::Destination => "D",
    }
}

impl From<OperandArg> for Operand {
    fn from(arg: OperandArg) -> Operand {
        match arg {
            OperandArg::A => Operand::A,
            OperandArg::B => Operand::B,
            OperandArg::C => Operand::C,
        }
    }
}

impl From<SideArg> for Side {
    fn from(arg: SideArg) -> Side {
        match arg {
            SideArg::S => Side::Source,
            SideArg::D => Side::Destination,
        }
    }
}

/// A tiled MMA: an atom, how atoms are laid out, and PermutationMNK.
///
/// # Errors
/// Why there is none.
pub(super) fn mma(
    context: &Context,
    atom: &str,
    atoms: Option<&str>,
    perm: Option<&str>,
    arch: Option<&str>,
) -> Result<TiledMma, Refusal> {
    let mut text = atom.to_owned();
    if atoms.is_some() || perm.is_some() {
        text += &format!(";{}", atoms.unwrap_or("(1,1,1)"));
    }
    if let Some(perm) = perm {
        text += &format!(";{perm}");
    }
    let mma = hardware::mma(&context.scope, &text, self::arch(arch)?);
    mma.map(|mma| mma.tiled).map_err(|diagnostic| Refusal::of(&text, diagnostic))
}

/// The architecture of `--arch`.
///
/// # Errors
/// That there is no such architecture.
pub(super) fn arch(name: Option<&str>) -> Result<Option<Arch>, Diagnostic> {
    let read = name.map(hardware::arch).transpose();
    read.map_err(|mut unknown| {
        unknown.message = format!("--arch: {}", unknown.message);
        unknown
    })
}

/// The machine of the options.
///
/// # Errors
/// That there is no such machine, or that it makes no sense; that its file cannot be read.
pub(super) fn machine(context: &mut Context, args: &MachineArgs) -> Result<Described, Refusal> {
    let found = match args.file() {
        Some(path) => {
            let bytes = context.read(Some(Path::new(path)))?;
            let text = input::text(&bytes)?;
            // A file is an object, and no name of a machine.
            if !text.trim_start().starts_with('{') {
                let message = format!("{path} has no machine: a JSON object is needed");
                return Err(Diagnostic::plain("usage", message).into());
            }
            Described::find(text).map_err(|mut wrong| {
                wrong.message = format!("{path}: {}", wrong.message);
                wrong
            })?
        }
        None => Described::find(&args.machine)?,
    };
    let changed = found.changed(|machine| {
        machine.banks = args.banks.unwrap_or(machine.banks);
        machine.bank_bytes = args.bank_bytes.unwrap_or(machine.bank_bytes);
        machine.lanes = args.lanes.unwrap_or(machine.lanes);
        machine.sector_bytes = args.sector.unwrap_or(machine.sector_bytes);
        machine.line_bytes = args.line.unwrap_or(machine.line_bytes);
        if let Some(merge) = args.store_merge {
            machine.store_merge = merge == YesNo::Yes;
        }
    });
    Ok(changed?)
}

/// An access, as it is written.
///
/// # Errors
/// What cannot be read, in that text.
pub(super) fn access(context: &Context, text: &str) -> Result<Written<Value>, Refusal> {
    let access = hardware::access(&context.scope, text);
    access.map_err(|diagnostic| Refusal::of(text, diagnostic))
}

/// An access on a memory.
///
/// # Errors
/// Why there is none.
pub(super) fn on_memory(
    text: &str,
    access: &Written<Value>,
    memory: &AnyLayout,
    bits: u32,
    machine: &Machine<'_>,
) -> Result<Access, Refusal> {
    let access = hardware::on_memory(access, memory, bits, machine);
    access.map_err(|diagnostic| Refusal::of(text, diagnostic))
}

/// The accesses of the options, on the memory that they are about.
///
/// # Errors
/// What cannot be read, or why there is no such access.
pub(super) fn asked(
    context: &mut Context,
    text: Option<&str>,
    args: &AccessArgs,
    machine: &Described,
) -> Result<Asked, Refusal> {
    let mut read = Vec::new();
    for text in &args.access {
        read.push((text, access(context, text)?));
    }
    let addressed = read.iter().all(|(_, access)| matches!(access.pattern, Pattern::Addresses(_)));
    let (memory, bits) = match text {
        Some(text) => (layout(context, text)?, bits(context, args.bits, &[text])?),
        // Byte addresses need neither.
        None if addressed => (AnyLayout::Plain(Layout::UNIT), args.bits.unwrap_or(8)),
        None => {
            let message = "a LAYOUT is needed, the one whose elements are accessed";
            return Err(Diagnostic::plain("usage", message).into());
        }
    };
    let mut accesses = Vec::new();
    for (text, access) in read {
        let access = machine.with(|machine| on_memory(text, &access, &memory, bits, machine))?;
        accesses.push((text.clone(), access));
    }
    let input = text.map_or_else(|| args.access.join(" "), str::to_owned);
    Ok(Asked { input, memory, bits, accesses })
}

impl Asked {
    /// The error of a swizzle that there is not; one about an access names it.
    pub(super) fn refused(&self, error: SwizzleError) -> Refusal {
        let mut refusal = refused(error);
        if let SwizzleError::Access { access, .. }
        | SwizzleError::Addresses { access }
        | SwizzleError::NoneKeepsVectors { access, .. } = error
            && let Some((text, _)) = self.accesses.get(access).filter(|_| self.accesses.len() > 1)
        {
            refusal.diagnostic.message = format!("{text}: {}", refusal.diagnostic.message);
        }
        refusal
    }
}
