//! Names of CuTe, taken apart: `cute::MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>`.

use super::facts::Arch;

/// The name of a struct and the arguments of its template.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    /// The name without namespaces.
    pub(super) head: &'a str,
    /// The architecture, where it is said as a namespace: `RDNA4::v_wmma_f32_16x16x16_f16`.
    pub(super) arch: Option<Arch>,
    arguments: [&'a str; Name::MOST],
    count: usize,
}

/// Namespaces that a name of CuTe may have.
const SPACES: [&str; 10] =
    ["cute", "cutlass", "arch", "SM90", "SM100", "SM103", "SM120", "GMMA", "SPARSE", "BLOCKSCALED"];

/// Templates whose first argument is the atom.
const WRAPPERS: [&str; 6] =
    ["MMA_Atom", "Copy_Atom", "MMA_Traits", "Copy_Traits", "TiledMMA", "TiledCopy"];

impl<'a> Name<'a> {
    /// More arguments than any template has.
    const MOST: usize = 16;

    /// Reads a name; `None` when it cannot be one of CuTe.
    pub(super) fn read(text: &'a str) -> Option<Name<'a>> {
        let (mut text, mut arch) = (text, None);
        // Wrappers are few: MMA_Atom<MMA_Traits<X>>.
        for _ in 0..4 {
            let mut name = Name::split(text)?;
            name.arch = name.arch.or(arch);
            arch = name.arch;
            if !WRAPPERS.contains(&name.head) || name.count == 0 {
                return Some(name);
            }
            text = name.arguments[0];
        }
        None
    }

    fn split(text: &'a str) -> Option<Name<'a>> {
        let text = text.trim().trim_end_matches(';').trim_end();
        let text = text.strip_suffix("{}").unwrap_or(text).trim_end();
        let (head, inner) = match text.split_once('<') {
            Some((head, rest)) => (head, Some(rest.strip_suffix('>')?)),
            None => (text, None),
        };
        let mut parts = head.trim().rsplit("::");
        let head = parts.next()?.trim();
        let mut arch = None;
        for space in parts.map(str::trim).filter(|space| !space.is_empty()) {
            if !SPACES.contains(&space) {
                arch = Some(Arch::find(space)?);
            }
        }
        let mut name = Name { head, arch, arguments: [""; Name::MOST], count: 0 };
        let Some(inner) = inner else { return Some(name) };
        let (mut depth, mut start) = (0_usize, 0);
        for (i, byte) in inner.bytes().enumerate() {
            match byte {
                b'<' => depth += 1,
                b'>' => depth = depth.checked_sub(1)?,
                b',' if depth == 0 => {
                    name.push(inner.get(start..i)?)?;
                    start = i + 1;
                }
                _ => {}
            }
        }
        let last = inner.get(start..)?;
        if depth != 0 {
            return None;
        }
        // `Name<>` has no argument.
        if name.count > 0 || !last.trim().is_empty() {
            name.push(last)?;
        }
        Some(name)
    }

    fn push(&mut self, argument: &'a str) -> Option<()> {
        *self.arguments.get_mut(self.count)? = argument.trim();
        self.count += 1;
        Some(())
    }

    /// The arguments of the template.
    pub(super) fn arguments(&self) -> &[&'a str] {
        self.arguments.get(..self.count).unwrap_or(&[])
    }
}

/// The last part of an argument such as `GMMA::Major::K`.
pub(super) fn last_part(argument: &str) -> &str {
    argument.rsplit("::").next().unwrap_or(argument).trim()
}
