//! Accesses in requests: objects with the fields of an access, or texts as the command takes them.

use serde_json::Value as Json;
use tilework::{AnyLayout, Layout};
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::atom::{Arch, AtomError};
use tilework_hardware::machine::Machine;

use super::fields::{Fields, refused, usage, within, wrong};
use crate::eval::scope::Scope;
use crate::operations::atom::{Tiled, TiledMma};
use crate::operations::hardware::access::{on_memory as resolve, strided};
use crate::operations::hardware::read::whole_mma;
use crate::operations::{access, atom};
use crate::syntax::access::{parse_access, parse_mma};
use crate::text::diagnostic::quote;
use crate::{Diagnostic, Value};

/// The most accesses of a request.
const MOST: usize = 4096;

/// An access, as the command and the language write it:
/// `[load:|store:](row|column|tv=LAYOUT|ldmatrix.xN|stmatrix.xN|addresses=LAYOUT|copy=ATOM;OPERAND;MMA)[:NB]`.
///
/// # Errors
/// What is not understood, with its place in the text.
///
/// ```
/// use tilework_lang::{Scope, report::hardware};
///
/// let access = hardware::access(&Scope::new(), "store:row:16B")?;
/// assert_eq!(access.to_string(), "store:row:16B");
/// assert!(hardware::access(&Scope::new(), "store:diagonal").is_err());
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn access(scope: &Scope, text: &str) -> Result<access::Access<Value>, Diagnostic> {
    match scope.evaluate(&parse_access(text)?)? {
        Value::Access(access) => Ok(*access),
        other => Err(usage(format!("an access is needed here, not {}", other.kind()))),
    }
}

/// An access to a memory of this layout with elements of `bits` bits: which thread has which index.
///
/// # Errors
/// Why the memory has no such access.
///
/// ```
/// use tilework_hardware::machine::Machine;
/// use tilework_lang::{Scope, report::hardware};
///
/// let (mut scope, tile) = (Scope::new(), tilework::layout!((64,64):(64,1)).into());
/// let access = hardware::access(&scope, "store:row:16B")?;
/// let access = hardware::on_memory(&access, &tile, 16, &Machine::NVIDIA)?;
/// assert_eq!(access.threads().to_string(), "(8,4):(512,1)");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn on_memory(
    access: &access::Access<Value>,
    memory: &AnyLayout,
    bits: u32,
    machine: &Machine<'_>,
) -> Result<Access, Diagnostic> {
    resolve(access, memory, bits, machine)
}

/// The architecture of that name: `sm80`, `gfx942`, `rdna4`.
///
/// # Errors
/// That there is none, with all there are.
///
/// ```
/// use tilework_lang::report::hardware;
///
/// assert_eq!(hardware::arch("gfx1200")?.name(), "rdna4");
/// assert!(hardware::arch("rdna5").is_err());
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn arch(name: &str) -> Result<Arch, Diagnostic> {
    Arch::find(name).ok_or_else(|| {
        let all = Arch::ALL.map(Arch::name).join(", ");
        let message = format!("there is no architecture {}", quote(name));
        usage(message).help(format!("there are {all}"))
    })
}

/// A tiled MMA, as the command and requests write it: `ATOM;ATOM_LAYOUT;PERMUTATION`, of which the later parts may be
/// missing. The architecture is that of the atom, where its name does not say it.
///
/// # Errors
/// What is not understood, with its place in the text; that the atom is one of another architecture.
///
/// ```
/// use tilework_lang::{Scope, report::hardware};
///
/// let four = "SM80_16x8x16_F32F16F16F32_TN;(2,2,1):(1,2,4);<32,32,16>";
/// assert_eq!(hardware::mma(&Scope::new(), four, None)?.tiled.tile(), [32, 32, 16]);
/// // Two architectures have this instruction.
/// let one = "v_wmma_f32_16x16x16_f16";
/// assert!(hardware::mma(&Scope::new(), one, None).is_err());
/// assert!(hardware::mma(&Scope::new(), one, Some(hardware::arch("rdna4")?)).is_ok());
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn mma(scope: &Scope, text: &str, arch: Option<Arch>) -> Result<TiledMma, Diagnostic> {
    // Only instructions of AMD have a name in several architectures.
    let amd = arch.map(Arch::name).filter(|name| name.contains("dna"));
    let space = amd.map_or_else(String::new, |name| name.to_ascii_uppercase() + "::");
    let mma = parse_mma(&format!("{space}{text}")).and_then(|node| scope.evaluate(&node));
    let mma = mma.map_err(|mut error| {
        for (span, _) in &mut error.labels {
            *span = span.start.saturating_sub(space.len())..span.end.saturating_sub(space.len());
        }
        error
    })?;
    let mma = match &mma {
        Value::Tiled(Tiled::Mma(mma)) => (**mma).clone(),
        Value::Atom(atom) if let Some(whole) = whole_mma(atom) => {
            whole.map(|mma| *mma).map_err(refused)?
        }
        other => return Err(usage(format!("a tiled MMA is needed here, not {}", other.kind()))),
    };
    match arch {
        Some(arch) if ![arch, Arch::Any].contains(&mma.atom.arch()) => {
            Err(refused(AtomError::Elsewhere { found: mma.atom, arch }))
        }
        _ => Ok(mma),
    }
}

/// The atom of that name, by CuTe or by its vendor, or of that instruction; of a copy also `Copy_Atom<NAME, TYPE>`.
/// The architecture is that of the atom, where its name does not say it.
///
/// # Errors
/// That there is none, with the nearest.
///
/// ```
/// use tilework_lang::report::hardware;
///
/// assert!(hardware::atom("SM75_U32x4_LDSM_N", None)?.atom.copy().is_some());
/// let unknown = hardware::atom("SM75_U32x5_LDSM_N", None).unwrap_err();
/// assert!(unknown.message.contains("SM75_U32x4_LDSM_N"));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn atom(name: &str, arch: Option<Arch>) -> Result<atom::Atom, Diagnostic> {
    let qualified = arch.map(|arch| format!("{arch}::{name}"));
    atom::find(qualified.as_deref().unwrap_or(name)).map_err(refused)
}

/// The field `arch`, where there is one.
pub(super) fn asked_arch(fields: Fields<'_>) -> Result<Option<Arch>, Diagnostic> {
    match fields.get("arch") {
        None => Ok(None),
        Some(_) => arch(fields.text("arch")?).map(Some),
    }
}

/// The atom of the field `atom`, of the architecture of the field `arch`.
pub(super) fn asked_atom(fields: Fields<'_>) -> Result<atom::Atom, Diagnostic> {
    atom(fields.text("atom")?, asked_arch(fields)?)
}

/// A layout with strides, from offset 0 on.
pub(super) fn plain(fields: Fields<'_>, name: &str) -> Result<Layout, Diagnostic> {
    match placed(fields, name)? {
        (layout, 0) => Ok(layout),
        (_, offset) => Err(usage(format!("`{name}` has to start at 0, and not at {offset}"))),
    }
}

/// A layout with strides, and the index at which it starts.
pub(super) fn placed(fields: Fields<'_>, name: &str) -> Result<(Layout, i64), Diagnostic> {
    let value = fields.value(name)?;
    strided(&value).map_err(|error| fields.within(name, error))
}

/// Vectors: the fields `tv`, `width` and `dir`.
pub(super) fn vectors(fields: Fields<'_>) -> Result<Access, Diagnostic> {
    let (tv, start) = placed(fields, "tv")?;
    let direction = fields.direction_or_load("dir")?;
    let access = Access::vectors(&tv, fields.count("width")?, direction).map_err(refused)?;
    Ok(access.from_index(start))
}

/// Rows of matrices, each of which has to be contiguous in this memory: the fields `rows` and `num`.
pub(super) fn rows(fields: Fields<'_>, memory: &AnyLayout) -> Result<Access, Diagnostic> {
    let (rows, start) = placed(fields, "rows")?;
    let direction = fields.direction_or_load("dir")?;
    let count = fields.count_or("num", 4)?;
    let Some(matrices) = Matrices::new(count) else {
        return Err(wrong("num", "1, 2 or 4", &count.into()));
    };
    let access = Access::rows(&rows, matrices, direction).map_err(refused)?;
    Ok(access.from_index(start).row_step(Access::neighbour_step(memory)))
}

/// The list of accesses of a request, on a memory.
pub(super) fn list(
    fields: Fields<'_>,
    memory: &AnyLayout,
    bits: u32,
    machine: &Machine<'_>,
) -> Result<Vec<Access>, Diagnostic> {
    let json = fields.need("accesses")?;
    let Some(list) = json.as_array().filter(|list| list.len() <= MOST) else {
        return Err(wrong("accesses", "a list of at most 4096 accesses", json));
    };
    let one = |json: &Json| match json {
        Json::String(text) => {
            let read = access(&Scope::new(), text);
            read.and_then(|access| resolve(&access, memory, bits, machine))
                .map_err(|error| within("accesses", json, error))
        }
        Json::Object(object) => {
            let fields = Fields(object);
            match fields.text("kind")? {
                "tv" => vectors(fields),
                "ldmatrix" => rows(fields, memory),
                _ => Err(wrong("kind", "`tv` or `ldmatrix`", fields.need("kind")?)),
            }
        }
        _ => Err(wrong("accesses", "a list of objects or texts", json)),
    };
    list.iter().map(one).collect()
}
