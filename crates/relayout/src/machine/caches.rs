//! The sizes of the caches that one thread has.

/// The sizes of caches, in bytes. Where nothing is known, they are those of a small core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Caches {
    pub(crate) l1: usize,
    pub(crate) l2: usize,
    /// The last one, which is shared.
    pub(crate) last: usize,
}

/// What a core has at least.
const UNKNOWN: Caches = Caches { l1: 32 << 10, l2: 512 << 10, last: 8 << 20 };

impl Caches {
    /// Those of this machine.
    pub(crate) fn here() -> Caches {
        let levels = levels();
        let of = |level| {
            let sizes = levels.iter().filter(|&&(of, bytes)| of == level && bytes > 0);
            sizes.map(|&(_, bytes)| bytes).max()
        };
        let last = levels.iter().map(|&(_, bytes)| bytes).max();
        Caches {
            l1: of(1).unwrap_or(UNKNOWN.l1),
            l2: of(2).unwrap_or(UNKNOWN.l2),
            last: last.unwrap_or(UNKNOWN.last),
        }
    }
}

/// The level and the size of each cache for data, as the processor says them.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn levels() -> Vec<(u32, usize)> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    // Intel has them in leaf 4; AMD, and who follows it, in another of the same form.
    const INTEL: u32 = 4;
    const AMD: u32 = 0x8000_001D;
    // So many caches have a meaning; a processor ends the list itself.
    const MOST: u32 = 16;
    let extended = __cpuid(0x8000_0000).eax;
    let leaves = [(INTEL, __cpuid(0).eax), (AMD, extended)];
    let has = |&(leaf, most): &(u32, u32)| leaf <= most && __cpuid_count(leaf, 0).eax & 31 != 0;
    let Some((leaf, _)) = leaves.into_iter().find(has) else { return Vec::new() };
    let caches = (0..MOST).map(|k| __cpuid_count(leaf, k)).take_while(|cache| cache.eax & 31 != 0);
    let of_data = |kind: u32| kind == 1 || kind == 3;
    caches
        .filter(|cache| of_data(cache.eax & 31))
        .map(|cache| {
            let field = |from: u32, bits: u32| (cache.ebx >> from & ((1 << bits) - 1)) as usize + 1;
            let bytes = field(0, 12) * field(12, 10) * field(22, 10) * (cache.ecx as usize + 1);
            (cache.eax >> 5 & 7, bytes)
        })
        .collect()
}

/// The level and the size of each cache for data, as Linux says them.
#[cfg(all(target_os = "linux", not(target_arch = "x86_64"), not(miri)))]
fn levels() -> Vec<(u32, usize)> {
    let of = |index: u32| {
        let read = |name: &str| {
            let file = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
            std::fs::read_to_string(file).ok()
        };
        let level = read("level")?.trim().parse().ok()?;
        let kibibytes: usize = read("size")?.trim().strip_suffix('K')?.parse().ok()?;
        let of_data = read("type")?.trim() != "Instruction";
        of_data.then_some((level, kibibytes.checked_mul(1 << 10)?))
    };
    (0..16).filter_map(of).collect()
}

#[cfg(any(miri, not(any(target_arch = "x86_64", target_os = "linux"))))]
fn levels() -> Vec<(u32, usize)> {
    Vec::new()
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use super::Caches;

    /// What the processor says agrees with what Linux says.
    #[test]
    #[cfg_attr(miri, ignore = "no processor is asked")]
    fn as_linux_says() {
        let size = |level: &str| {
            (0..16).find_map(|index| {
                let read = |name: &str| {
                    let file = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
                    std::fs::read_to_string(file).ok()
                };
                let bytes = read("size")?.trim().strip_suffix('K')?.parse::<usize>().ok()? << 10;
                let of_data = read("type")?.trim() != "Instruction";
                (read("level")?.trim() == level && of_data).then_some(bytes)
            })
        };
        let caches = Caches::here();
        assert_eq!(size("1").unwrap_or(caches.l1), caches.l1);
        assert_eq!(size("2").unwrap_or(caches.l2), caches.l2);
    }
}
