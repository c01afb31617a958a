//! How many bits an element has, where a pasted text says so.

use tilework_hardware::element::Element;

use crate::Dtype;

/// How many bits an element of a layout has, where its text says so: a pointer that CuTe prints, `smem_ptr[16b](...)`;
/// the type of a canonical layout, `Layout_K_SW128_Atom<half_t>`; or of a `memref`. `None` where it does not, or says
/// different things.
///
/// ```
/// use tilework_lang::report::element_bits;
///
/// assert_eq!(element_bits("Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"), Some(16));
/// assert_eq!(element_bits("GMMA::Layout_K_SW128_Atom<cute::half_t>"), Some(16));
/// assert_eq!(element_bits("memref<4x8xf32, strided<[1, 4]>>"), Some(32));
/// assert_eq!(element_bits("(8,64):(64,1)"), None);
/// ```
pub fn element_bits(text: &str) -> Option<u32> {
    let mut found = pointers(text).chain(types(text));
    let first = found.next()?;
    found.all(|bits| bits == first).then_some(first)
}

/// The bits of each `ptr[16b]`.
fn pointers(text: &str) -> impl Iterator<Item = u32> {
    text.split("ptr[").skip(1).filter_map(|rest| rest.split_once("b]")?.0.trim().parse().ok())
}

/// The bits of the type in each `..._Atom<half_t>` and `memref<4x8xf32`.
fn types(text: &str) -> impl Iterator<Item = u32> {
    let atoms = text.split("_Atom<").skip(1).filter_map(|rest| {
        let name = rest.split(['>', ',']).next()?.trim();
        Some(Element::find(name)?.bits())
    });
    let arrays = text.split("memref<").skip(1).filter_map(|rest| {
        let name = rest.split([',', '>']).next()?.rsplit('x').next()?;
        Some(Dtype::named(name.trim()).ok()?.bits())
    });
    atoms.chain(arrays)
}
