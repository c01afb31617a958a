//! The list of all atoms, and the ways to find one: by name, by instruction, by what it does.

use super::amd::Amd;
use super::error::{AtomError, Nearest};
use super::facts::{Arch, Kind, Vendor};
use super::lane::Lane;
use super::matrix::Matrix;
use super::name::Name;
use super::narrow::Narrow;
use super::record::Atom;
use super::refusal::Refusal;
use super::scalar::Scalar;
use super::secondary::Secondary;
use super::tcgen05::Tcgen05;
use super::text::{Distance, Search, writes};
use super::tmem::Tmem;
use super::warp::Warp;
use super::wgmma::Wgmma;
use crate::element::Element;

/// All 3,058 atoms of the list. Of families that exist by formula, such as tcgen05, these are the sizes that were
/// printed by CUTLASS; [`find`] knows the others.
///
/// ```
/// use tilework_hardware::atom;
///
/// assert_eq!(atom::all().count(), 3058);
/// ```
pub fn all() -> impl Iterator<Item = Atom> + Clone {
    let mma = Scalar::all().map(Atom::from).chain(Warp::all().map(Atom::from));
    let mma = mma.chain(Wgmma::all().map(Atom::from));
    let mma = mma.chain(Narrow::all().map(Atom::from)).chain(Tcgen05::all().map(Atom::from));
    let copies = Lane::all().map(Atom::from).chain(Matrix::all().map(Atom::from));
    let copies = copies.chain(Tmem::all().map(Atom::from));
    let others = Amd::all().map(Atom::from).chain(Secondary::all().map(Atom::from));
    mma.chain(copies).chain(others)
}

/// The atom with this name of CuTe, or this mnemonic of AMD.
///
/// Spaces, namespaces and wrappers such as `MMA_Atom<...>` do not count. Templates exist for all arguments that are
/// legal, not only for those of the list. Several architectures of AMD may have a mnemonic: where that means the same
/// layouts, this is the first; [`by_instruction`] gives all. Where it does not, the architecture is a namespace,
/// as in `RDNA4::v_wmma_f32_16x16x16_f16`; any name may have one.
///
/// # Errors
/// [`Unknown`](AtomError::Unknown) with the nearest names; [`Shared`](AtomError::Shared) by two architectures;
/// [`Elsewhere`](AtomError::Elsewhere) than in the architecture of the name; [`Size`](AtomError::Size) with the nearest legal value;
/// [`Argument`](AtomError::Argument) and [`Arguments`](AtomError::Arguments) of a template.
///
/// ```
/// use tilework_hardware::atom;
///
/// let atom = atom::find("cute::MMA_Atom<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 96, K, K>>")?;
/// assert_eq!(atom.shape(), Some([128, 96, 16]));
///
/// let error = atom::find("SM90_64x100x16_F32F16F16_SS").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "N of 100 does not exist; the nearest are 96 and 104 (as in SM90_64x8x16_F32F16F16_SS)"
/// );
/// let error = atom::find("SM80_16x8x16_F32F16F16F32").unwrap_err();
/// assert!(error.to_string().starts_with(
///     "no atom has this name; the nearest: SM80_16x8x16_F32F16F16F32_TN; "
/// ));
/// let error = atom::find("v_wmma_f32_16x16x16_f16").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "rdna3 and rdna4 have this instruction with different layouts: \
///      RDNA3::v_wmma_f32_16x16x16_f16 or RDNA4::v_wmma_f32_16x16x16_f16"
/// );
/// # Ok::<(), atom::AtomError>(())
/// ```
pub fn find(name: &str) -> Result<Atom, AtomError> {
    let Some(read) = Name::read(name) else { return Err(unknown(name)) };
    let found = match by_name(&read) {
        Ok(found) => found,
        Err(refusal) => return Err(refused(refusal, &read).unwrap_or_else(|| unknown(name))),
    };
    let Some(first) = found else { return Err(unknown(name)) };
    match (read.arch, first.namesake()) {
        (Some(arch), _) if first.arch() != arch && first.arch() != Arch::Any => {
            Err(AtomError::Elsewhere { found: first, arch })
        }
        (None, Some(second)) => Err(AtomError::Shared { first, second }),
        _ => Ok(first),
    }
}

fn by_name(name: &Name<'_>) -> Result<Option<Atom>, Refusal> {
    if let Some(found) = Wgmma::find(name)? {
        return Ok(Some(found.into()));
    }
    if let Some(found) = Narrow::find(name)? {
        return Ok(Some(found.into()));
    }
    if let Some(found) = Tcgen05::find(name)? {
        return Ok(Some(found.into()));
    }
    if let Some(found) = Lane::find(name)? {
        return Ok(Some(found.into()));
    }
    if let Some(found) = Scalar::find(name)? {
        return Ok(Some(found.into()));
    }
    // The others have no arguments, and are few.
    if !name.arguments().is_empty() {
        return Ok(None);
    }
    let warp = Warp::all().map(Atom::from).chain(Matrix::all().map(Atom::from));
    let tmem = Tmem::all().map(Atom::from);
    let others = Amd::all().map(Atom::from).chain(Secondary::all().map(Atom::from));
    let same = |atom: &Atom| writes(name.head, |out| atom.write_name(out));
    let beginning = |start: &str| name.head.starts_with(start);
    Ok(match () {
        () if beginning("SM100_TMEM_") || beginning("SM100_UTCCP_") => tmem.clone().find(same),
        () if beginning("SM") => warp.clone().find(same),
        () => {
            let here = |atom: &Atom| name.arch.is_none_or(|arch| arch == atom.arch());
            let first = others.clone().find(|atom| same(atom) && here(atom));
            first.or_else(|| others.clone().find(same))
        }
    })
}

/// The error of a name whose family is known; `None` if it is not, after all.
fn refused(refusal: Refusal, name: &Name<'_>) -> Option<AtomError> {
    let example = Tcgen05::example_of(name).map(Atom::from);
    let example = example.or_else(|| Lane::example_of(name).map(Atom::from));
    let example = example.or_else(|| Wgmma::example_of(name).map(Atom::from));
    let example = example.or_else(|| Narrow::example_of(name).map(Atom::from));
    let example = example.or_else(|| Scalar::example_of(name).map(Atom::from))?;
    Some(match refusal {
        Refusal::Size(illegal) => AtomError::Size { illegal, example },
        Refusal::Type { rule } => AtomError::Argument { rule, example },
        Refusal::Arguments => AtomError::Arguments { example },
    })
}

/// The names nearest to this one: those whose beginning has the fewest differences, and of these the shortest.
fn unknown(name: &str) -> AtomError {
    let mut distance = Distance::to(name);
    let mut best = [((u32::MAX, u32::MAX), None); 3];
    // What has more differences is another name.
    let limit = distance.len() / 3;
    let named = distance.len() > 0;
    for atom in all().take_while(|_| named) {
        let far = distance.of(|out| atom.write_name(out));
        if far.0 > limit || far >= best[2].0 {
            continue;
        }
        // Of those that are as near, the one that is listed first comes first.
        let at = best.partition_point(|(near, _)| *near <= far);
        best[at..].rotate_right(1);
        best[at] = (far, Some(atom));
    }
    AtomError::Unknown { nearest: Nearest { atoms: best.map(|(_, atom)| atom) } }
}

/// All atoms of the list with this instruction of PTX or mnemonic of AMD. Operands behind it do not count.
///
/// ```
/// use tilework_hardware::atom;
///
/// let mut found = atom::by_instruction("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0}, p;");
/// assert_eq!(found.next().unwrap().to_string(), "SM90_64x64x16_F32F16F16_SS");
/// assert_eq!(found.next().unwrap().to_string(), "SM90_64x64x16_F32F16F16_RS");
/// assert_eq!(found.next(), None);
/// ```
pub fn by_instruction(text: &str) -> impl Iterator<Item = Atom> {
    let text = text.trim();
    // Mnemonics end at a space; but Intel's go on with a remark in parentheses.
    let word = text.split([' ', '\t', '\n', '{', '[', ';', '%', ',']).next().unwrap_or(text);
    all().filter(move |atom| {
        let is = |text: &str| writes(text, |out| atom.write_instruction(out));
        !word.is_empty() && (is(word) || is(text))
    })
}

/// All atoms of the list whose name or instruction has this text in it, in upper or lower case.
///
/// ```
/// use tilework_hardware::atom;
///
/// let mut found = atom::search("ldsm_t");
/// assert_eq!(found.next().unwrap().to_string(), "SM75_U16x2_LDSM_T");
/// ```
pub fn search(text: &str) -> impl Iterator<Item = Atom> {
    let mut search = Search::new(text.trim());
    all().filter(move |atom| {
        search.finds(|out| atom.write_name(out)) || search.finds(|out| atom.write_instruction(out))
    })
}

/// What an atom should be; what is `None` may be anything.
///
/// ```
/// use tilework_hardware::atom::{Arch, Query};
/// use tilework_hardware::element::Element;
///
/// let halves = Query { arch: Some(Arch::Sm80), ..Query::types(Element::F32, Element::F16, Element::F16) };
/// let names: Vec<String> = halves.atoms().map(|atom| atom.to_string()).collect();
/// assert_eq!(names, ["SM80_16x8x8_F32F16F16F32_TN", "SM80_16x8x16_F32F16F16F32_TN"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// MMA or copy.
    pub kind: Option<Kind>,
    /// Who makes the hardware.
    pub vendor: Option<Vendor>,
    /// The architecture.
    pub arch: Option<Arch>,
    /// The type of the result.
    pub d: Option<Element>,
    /// The type of A.
    pub a: Option<Element>,
    /// The type of B.
    pub b: Option<Element>,
    /// The type of C.
    pub c: Option<Element>,
    /// M.
    pub m: Option<i64>,
    /// N.
    pub n: Option<i64>,
    /// K.
    pub k: Option<i64>,
    /// Whether A is sparse.
    pub sparse: Option<bool>,
}

impl Query {
    /// Those with these types of D, A and B.
    pub fn types(d: Element, a: Element, b: Element) -> Query {
        Query { d: Some(d), a: Some(a), b: Some(b), ..Query::default() }
    }

    /// Whether the atom is as asked for. Types are those that are multiplied; AMD's FP8 and BF8 are E4M3 and E5M2.
    pub fn matches(&self, atom: &Atom) -> bool {
        let (types, shape) = (atom.types(), atom.shape());
        let is = |asked: Option<Element>, has: Option<Element>| match asked {
            Some(asked) => has.is_some_and(|has| common(has) == common(asked)),
            None => true,
        };
        let size = |asked: Option<i64>, i: usize| match asked {
            Some(asked) => shape.is_some_and(|shape| shape.get(i) == Some(&asked)),
            None => true,
        };
        self.kind.is_none_or(|kind| kind == atom.kind())
            && self.vendor.is_none_or(|vendor| vendor == atom.vendor())
            && self.arch.is_none_or(|arch| arch == atom.arch())
            && self.sparse.is_none_or(|sparse| sparse == atom.is_sparse())
            && is(self.d, types.map(|types| types.d))
            && is(self.a, types.map(|types| types.a))
            && is(self.b, types.map(|types| types.b))
            && is(self.c, types.and_then(|types| types.c))
            && size(self.m, 0)
            && size(self.n, 1)
            && size(self.k, 2)
    }

    /// All atoms of the list that are as asked for.
    pub fn atoms(self) -> impl Iterator<Item = Atom> {
        all().filter(move |atom| self.matches(atom))
    }
}

/// One name for types that differ in who names them.
fn common(element: Element) -> Element {
    match element {
        Element::Fp8 => Element::E4m3,
        Element::Bf8 => Element::E5m2,
        other => other,
    }
}
