//! The instruction sets there are kernels for.

use std::fmt;

/// A set of vector instructions that a [`Plan`](crate::Plan) can use. All give the same bytes.
///
/// ```
/// use tilework_relayout::Isa;
///
/// assert!(Isa::best().is_available() && Isa::Portable.is_available());
/// println!("this machine has {}", Isa::best());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Isa {
    /// Plain Rust.
    Portable,
    /// NEON, on 64-bit ARM.
    Neon,
    /// AVX2, on x86-64.
    Avx2,
    /// AVX-512 F, BW and VL, on x86-64.
    Avx512,
}

impl Isa {
    /// All of them, on this machine or not.
    pub const ALL: [Isa; 4] = [Isa::Portable, Isa::Neon, Isa::Avx2, Isa::Avx512];

    /// The best one that this machine has. It is looked up once for a process.
    #[inline]
    pub fn best() -> Isa {
        [Isa::Avx512, Isa::Avx2, Isa::Neon]
            .into_iter()
            .find(|isa| isa.is_available())
            .unwrap_or(Isa::Portable)
    }

    /// Whether this machine has it.
    #[inline]
    pub fn is_available(self) -> bool {
        match self {
            Isa::Portable => true,
            #[cfg(all(target_arch = "aarch64", not(miri)))]
            Isa::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Isa::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Isa::Avx512 => {
                // Parts of its kernels are those of AVX2.
                Isa::Avx2.is_available()
                    && std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vl")
            }
            _ => false,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Portable => "portable",
            Isa::Neon => "NEON",
            Isa::Avx2 => "AVX2",
            Isa::Avx512 => "AVX-512",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
