//! Canonical atoms by the names that CuTe gives them.

use crate::element::bits_of;

use super::{CanonicalAtom, CanonicalError, Major, SwizzleMode};

impl CanonicalAtom {
    /// The atom with this name of CuTe: `GMMA::Layout_K_SW128_Atom<half_t>`, with or without namespaces;
    /// `..._Atom_Bits` has elements of 1 bit. Where the name has no type, as the DSL's `K_SW128`, elements have
    /// `bits` bits.
    ///
    /// # Errors
    /// [`UnknownName`](CanonicalError::UnknownName), [`UnknownType`](CanonicalError::UnknownType), and as
    /// [`new`](CanonicalAtom::new).
    ///
    /// ```
    /// use tilework_hardware::canonical::CanonicalAtom;
    ///
    /// let atom = CanonicalAtom::find("cute::SM90::GMMA::Layout_MN_SW64_Atom<cutlass::bfloat16_t>", None)?;
    /// assert_eq!(atom.layout().to_string(), "Sw<2,3,3> o 0 o (32,8):(1,32)");
    /// assert_eq!(CanonicalAtom::find("MN_SW64", Some(16))?, atom);
    /// assert!(CanonicalAtom::find("MN_SW64", None).is_err());
    /// # Ok::<(), tilework_hardware::canonical::CanonicalError>(())
    /// ```
    pub fn find(name: &str, bits: Option<u32>) -> Result<CanonicalAtom, CanonicalError> {
        let name = name.trim();
        let (stem, argument) = match name.split_once('<') {
            Some((stem, rest)) => {
                let argument =
                    rest.trim_end().strip_suffix('>').ok_or(CanonicalError::UnknownName)?;
                (stem.trim(), Some(argument))
            }
            None => (name, None),
        };
        let stem = last_name(stem);
        let stem = stem.strip_prefix("Layout_").unwrap_or(stem);
        let (stem, in_bits) = match stem.strip_suffix("_Atom_Bits") {
            Some(stem) => (stem, true),
            None => (stem.strip_suffix("_Atom").unwrap_or(stem), false),
        };
        let (major, mode) = stem.split_once('_').ok_or(CanonicalError::UnknownName)?;
        let major = [Major::K, Major::Mn].into_iter().find(|known| known.name() == major);
        let mode = SwizzleMode::ALL.into_iter().find(|known| known.name() == mode);
        let (Some(major), Some(mode)) = (major, mode) else {
            return Err(CanonicalError::UnknownName);
        };
        let bits = match argument {
            Some(argument) => bits_of(argument),
            None if in_bits => Some(1),
            None => bits,
        };
        CanonicalAtom::new(major, mode, bits.ok_or(CanonicalError::UnknownType)?)
    }
}

/// The last part of a qualified name of C++ or Python.
fn last_name(name: &str) -> &str {
    name.rsplit([':', '.']).next().unwrap_or(name).trim()
}
