//! What is known of an atom beside its layouts: who makes it, for which architecture, from which source.

use core::fmt;

/// Who makes the hardware.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Vendor {
    /// NVIDIA.
    Nvidia,
    /// AMD.
    Amd,
    /// Intel's Xe GPUs.
    IntelXe,
    /// Intel's AMX, the matrix unit of its CPUs.
    IntelAmx,
}

impl Vendor {
    /// `nvidia`, `amd`, `intel-xe`, `intel-amx`.
    pub const fn name(self) -> &'static str {
        match self {
            Vendor::Nvidia => "nvidia",
            Vendor::Amd => "amd",
            Vendor::IntelXe => "intel-xe",
            Vendor::IntelAmx => "intel-amx",
        }
    }
}

/// The architecture that an atom is made for; later ones of NVIDIA mostly have it, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say all there is to say")]
pub enum Arch {
    /// No particular one.
    Any,
    Sm50,
    Sm61,
    Sm70,
    Sm75,
    Sm80,
    Sm89,
    Sm90,
    Sm100,
    Sm120,
    Cdna1,
    Cdna2,
    Cdna3,
    /// gfx950, also called CDNA3+.
    Cdna4,
    Rdna3,
    Rdna4,
    XeHpc,
    XeHpg,
    Amx,
}

impl Arch {
    /// All of them.
    pub const ALL: [Arch; 19] = [
        Arch::Any,
        Arch::Sm50,
        Arch::Sm61,
        Arch::Sm70,
        Arch::Sm75,
        Arch::Sm80,
        Arch::Sm89,
        Arch::Sm90,
        Arch::Sm100,
        Arch::Sm120,
        Arch::Cdna1,
        Arch::Cdna2,
        Arch::Cdna3,
        Arch::Cdna4,
        Arch::Rdna3,
        Arch::Rdna4,
        Arch::XeHpc,
        Arch::XeHpg,
        Arch::Amx,
    ];

    /// `sm80`, `cdna3`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Arch::Any => "any",
            Arch::Sm50 => "sm50",
            Arch::Sm61 => "sm61",
            Arch::Sm70 => "sm70",
            Arch::Sm75 => "sm75",
            Arch::Sm80 => "sm80",
            Arch::Sm89 => "sm89",
            Arch::Sm90 => "sm90",
            Arch::Sm100 => "sm100",
            Arch::Sm120 => "sm120",
            Arch::Cdna1 => "cdna1",
            Arch::Cdna2 => "cdna2",
            Arch::Cdna3 => "cdna3",
            Arch::Cdna4 => "cdna4",
            Arch::Rdna3 => "rdna3",
            Arch::Rdna4 => "rdna4",
            Arch::XeHpc => "xehpc",
            Arch::XeHpg => "xehpg",
            Arch::Amx => "amx",
        }
    }

    /// The architecture with this name, in upper or lower case: `sm80`, `sm_80`, `cdna3`, `gfx942`.
    ///
    /// ```
    /// use tilework_hardware::atom::Arch;
    ///
    /// assert_eq!(Arch::find("SM_90"), Some(Arch::Sm90));
    /// assert_eq!(Arch::find("gfx950"), Some(Arch::Cdna4));
    /// ```
    pub fn find(name: &str) -> Option<Arch> {
        const OTHERS: [(&str, Arch); 18] = [
            ("sm_50", Arch::Sm50),
            ("sm_61", Arch::Sm61),
            ("sm_70", Arch::Sm70),
            ("sm_75", Arch::Sm75),
            ("sm_80", Arch::Sm80),
            ("sm_89", Arch::Sm89),
            ("sm_90", Arch::Sm90),
            ("sm_100", Arch::Sm100),
            ("sm_120", Arch::Sm120),
            ("gfx908", Arch::Cdna1),
            ("gfx90a", Arch::Cdna2),
            ("gfx940", Arch::Cdna3),
            ("gfx942", Arch::Cdna3),
            ("gfx950", Arch::Cdna4),
            ("cdna3p", Arch::Cdna4),
            ("gfx1100", Arch::Rdna3),
            ("gfx1200", Arch::Rdna4),
            ("gfx1201", Arch::Rdna4),
        ];
        let name = name.trim();
        let own = Arch::ALL.into_iter().find(|arch| arch.name().eq_ignore_ascii_case(name));
        own.or_else(|| {
            let other = OTHERS.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
            other.map(|(_, arch)| *arch)
        })
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an atom does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// It multiplies matrices.
    Mma,
    /// It moves data.
    Copy,
}

impl Kind {
    /// `mma` or `copy`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Mma => "mma",
            Kind::Copy => "copy",
        }
    }
}

/// Where the layouts of an atom come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Source {
    /// Printed by a program that was compiled against CUTLASS.
    Cutlass,
    /// AMD's matrix instruction calculator.
    Calculator,
    /// The formula that all printed ones of its family follow.
    Formula,
    /// A secondary source, not checked against the vendor: unverified.
    Secondary,
}

impl Source {
    /// Whether the vendor's own words stand behind it.
    pub const fn is_verified(self) -> bool {
        !matches!(self, Source::Secondary)
    }
}

/// One line for people.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Cutlass => "printed by CUTLASS",
            Source::Calculator => "AMD's matrix instruction calculator",
            Source::Formula => {
                "by the formula of its family, which all that CUTLASS printed follow"
            }
            Source::Secondary => "unverified: a secondary source, not checked against the vendor",
        })
    }
}
