//! Element types: their bits, and what CUTLASS, PTX and AMD call them.

macro_rules! elements {
    ($($variant:ident $bits:literal $name:literal $cpp:literal $doc:literal;)*) => {
        /// The type of an element of a matrix.
        ///
        /// ```
        /// use tilework_hardware::element::Element;
        ///
        /// assert_eq!(Element::find("cutlass::half_t"), Some(Element::F16));
        /// assert_eq!(Element::find("FP16"), Some(Element::F16));
        /// assert_eq!((Element::F16.bits(), Element::F16.name(), Element::F16.cpp()), (16, "f16", "half_t"));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Element {
            $(#[doc = $doc] $variant,)*
        }

        impl Element {
            /// All of them.
            pub const ALL: &[Element] = &[$(Element::$variant),*];

            /// The bits of an element in memory.
            pub const fn bits(self) -> u32 {
                match self {
                    $(Element::$variant => $bits,)*
                }
            }

            /// The short name, as PTX has it: `f16`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Element::$variant => $name,)*
                }
            }

            /// The name in CUTLASS: `half_t`.
            pub const fn cpp(self) -> &'static str {
                match self {
                    $(Element::$variant => $cpp,)*
                }
            }
        }
    };
}

elements! {
    B1 1 "b1" "uint1b_t" "One bit.";
    S2 2 "s2" "int2b_t" "A signed integer of 2 bits.";
    U2 2 "u2" "uint2b_t" "An unsigned integer of 2 bits.";
    S4 4 "s4" "int4b_t" "A signed integer of 4 bits.";
    U4 4 "u4" "uint4b_t" "An unsigned integer of 4 bits.";
    Iu4 4 "iu4" "int4b_t" "An integer of 4 bits that an instruction of AMD takes as signed or unsigned.";
    S8 8 "s8" "int8_t" "A signed integer of 8 bits.";
    U8 8 "u8" "uint8_t" "An unsigned integer of 8 bits.";
    Iu8 8 "iu8" "int8_t" "An integer of 8 bits that an instruction of AMD takes as signed or unsigned.";
    S16 16 "s16" "int16_t" "A signed integer of 16 bits.";
    U16 16 "u16" "uint16_t" "An unsigned integer of 16 bits.";
    S32 32 "s32" "int32_t" "A signed integer of 32 bits.";
    U32 32 "u32" "uint32_t" "An unsigned integer of 32 bits.";
    S64 64 "s64" "int64_t" "A signed integer of 64 bits.";
    U64 64 "u64" "uint64_t" "An unsigned integer of 64 bits.";
    U128 128 "u128" "uint128_t" "128 bits.";
    E2m1 4 "e2m1" "float_e2m1_t" "A float of 4 bits.";
    E3m2 6 "e3m2" "float_e3m2_t" "A float of 6 bits, 3 of them exponent.";
    E2m3 6 "e2m3" "float_e2m3_t" "A float of 6 bits, 2 of them exponent.";
    E4m3 8 "e4m3" "float_e4m3_t" "A float of 8 bits, 4 of them exponent.";
    E5m2 8 "e5m2" "float_e5m2_t" "A float of 8 bits, 5 of them exponent.";
    Ue4m3 8 "ue4m3" "float_ue4m3_t" "A scale factor: an unsigned float of 8 bits, 4 of them exponent.";
    Ue8m0 8 "ue8m0" "float_ue8m0_t" "A scale factor: a power of two.";
    Fp8 8 "fp8" "float_e4m3_t" "AMD's FP8: 4 bits of exponent; FNUZ on CDNA3, OCP since.";
    Bf8 8 "bf8" "float_e5m2_t" "AMD's BF8: 5 bits of exponent; FNUZ on CDNA3, OCP since.";
    F16 16 "f16" "half_t" "A half.";
    Bf16 16 "bf16" "bfloat16_t" "A bfloat16.";
    Tf32 32 "tf32" "tfloat32_t" "A float of which 19 bits count.";
    F32 32 "f32" "float" "A float.";
    F64 64 "f64" "double" "A double.";
    Cf16 32 "cf16" "complex<half_t>" "A complex number of two halves.";
    Cbf16 32 "cbf16" "complex<bfloat16_t>" "A complex number of two bfloat16.";
    Ctf32 64 "ctf32" "complex<tfloat32_t>" "A complex number of two tfloat32.";
    C64 128 "c64" "complex<double>" "A complex number of two doubles.";
    Gc64 192 "gc64" "GaussComplex" "A complex number as three doubles, for Gauss's product.";
}

/// Other names, by type.
const ALIASES: &[(Element, &[&str])] = &[
    (Element::B1, &["u1", "bool", "bin1_t"]),
    (Element::S2, &["int2_t"]),
    (Element::U2, &["uint2_t"]),
    (Element::S4, &["int4_t", "i4"]),
    (Element::U4, &["uint4_t"]),
    (Element::S8, &["i8", "int8", "char", "signed char"]),
    (Element::U8, &["uint8", "unsigned char"]),
    (Element::S16, &["i16", "int16", "short", "short int"]),
    (Element::U16, &["uint16", "unsigned short"]),
    (Element::S32, &["i32", "int32", "int"]),
    (Element::U32, &["uint32", "unsigned", "unsigned int"]),
    (Element::S64, &["i64", "int64", "long long"]),
    (Element::U64, &["uint64", "unsigned long long"]),
    (Element::F16, &["fp16", "float16", "half", "__half"]),
    (Element::Bf16, &["bfloat16", "__nv_bfloat16"]),
    (Element::Tf32, &["tfloat32", "xf32"]),
    (Element::F32, &["fp32", "float32"]),
    (Element::F64, &["fp64", "float64"]),
];

/// Types that are no element of a matrix instruction, but have a size in memory.
const SIZES: &[(u32, &[&str])] = &[
    // Types of 4 and 6 bits that TMA unpacks to a byte each.
    (8, &["float_e2m1_unpacksmem_t", "float_e2m3_unpacksmem_t", "float_e3m2_unpacksmem_t"]),
    (8, &["type_erased_dynamic_float8_t"]),
    (32, &["half2", "__half2", "__nv_bfloat162"]),
    (64, &["float2", "int2", "uint2"]),
    (128, &["float4", "int4", "uint4", "double2", "longlong2", "ulonglong2"]),
    (256, &["uint256_t"]),
];

impl Element {
    /// The type with this name: that of CUTLASS with or without namespaces, of PTX, or of AMD.
    ///
    /// Short names are read in upper and lower case.
    ///
    /// ```
    /// use tilework_hardware::element::Element;
    ///
    /// assert_eq!(Element::find("e4m3"), Some(Element::E4m3));
    /// assert_eq!(Element::find("cutlass::complex<cutlass::half_t>"), Some(Element::Cf16));
    /// assert_eq!(Element::find("quarter_t"), None);
    /// ```
    pub fn find(name: &str) -> Option<Element> {
        let name = name.trim();
        let Some(inner) = inside(name, "complex") else { return Element::plain(name) };
        match Element::plain(inner)? {
            Element::F16 => Some(Element::Cf16),
            Element::Bf16 => Some(Element::Cbf16),
            Element::Tf32 => Some(Element::Ctf32),
            Element::F64 => Some(Element::C64),
            _ => None,
        }
    }

    /// As [`find`](Element::find), of a name without a template.
    fn plain(name: &str) -> Option<Element> {
        let name = last_name(name);
        // AMD's types have a short name of their own; in CUTLASS, `float_e4m3_t` is E4M3.
        let amd = [Element::Iu4, Element::Iu8, Element::Fp8, Element::Bf8];
        let own = |element: &&Element| {
            element.name().eq_ignore_ascii_case(name)
                || element.cpp() == name && !amd.contains(element)
        };
        let other = |(element, names): &(Element, &[&str])| {
            let known = names.iter().any(|alias| alias.eq_ignore_ascii_case(name));
            known.then_some(*element)
        };
        let first = Element::ALL.iter().find(own).copied();
        first.or_else(|| ALIASES.iter().find_map(other))
    }

    /// AMD's name in its matrix instruction calculator: `FP16`.
    pub const fn amd(self) -> &'static str {
        match self {
            Element::S8 => "int8",
            Element::S32 => "int32",
            Element::Iu4 => "IU4",
            Element::Iu8 => "IU8",
            Element::Fp8 => "FP8",
            Element::Bf8 => "BF8",
            Element::F16 => "FP16",
            Element::Bf16 => "BF16",
            Element::F32 => "FP32",
            Element::F64 => "FP64",
            _ => self.name(),
        }
    }
}

/// The bits in memory of a type of C++: an element, a vector such as `float4`, `complex<T>`, or CuTe's
/// `sparse_elem<S, T>`, of which S share the bits of one T.
///
/// ```
/// use tilework_hardware::element::bits_of;
///
/// assert_eq!(bits_of("cutlass::float_e2m1_t"), Some(4));
/// assert_eq!(bits_of("cute::uint128_t"), Some(128));
/// assert_eq!(bits_of("float4"), Some(128));
/// assert_eq!(bits_of("cutlass::complex<float>"), Some(64));
/// assert_eq!(bits_of("sparse_elem<2, tfloat32_t>"), Some(16));
/// assert_eq!(bits_of("matrix"), None);
/// ```
pub fn bits_of(name: &str) -> Option<u32> {
    bits_within(name, 4)
}

/// As [`bits_of`], with so many templates around one another.
fn bits_within(name: &str, depth: u32) -> Option<u32> {
    let name = name.trim();
    let depth = depth.checked_sub(1)?;
    if let Some(inner) = inside(name, "complex") {
        return bits_within(inner, depth)?.checked_mul(2);
    }
    if let Some(inner) = inside(name, "sparse_elem") {
        let (share, inner) = inner.split_once(',')?;
        let (share, bits) = (share.trim().parse::<u32>().ok()?, bits_within(inner, depth)?);
        return (share > 0 && bits % share == 0).then(|| bits / share);
    }
    let last = last_name(name);
    let size = SIZES.iter().find(|(_, names)| names.contains(&last)).map(|(bits, _)| *bits);
    size.or_else(|| Element::find(last).map(Element::bits))
}

/// What is between the brackets of `template<...>`, if this is that template.
fn inside<'a>(name: &'a str, template: &str) -> Option<&'a str> {
    let (head, rest) = name.split_once('<')?;
    let inner = rest.trim_end().strip_suffix('>')?;
    (last_name(head) == template).then_some(inner)
}

/// The last part of a qualified name of C++ or Python.
fn last_name(name: &str) -> &str {
    name.rsplit([':', '.']).next().unwrap_or(name).trim()
}
