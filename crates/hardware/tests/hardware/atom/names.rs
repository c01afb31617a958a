//! Names: every one is found, in every form; what is none is refused with what is near.

use proptest::prelude::*;
use tilework_hardware::atom::{
    self, Arch, Atom, AtomError, Coverage, Kind, Operand, Query, Source,
};
use tilework_hardware::element::{Element, bits_of};

fn found(name: &str) -> Atom {
    atom::find(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_name_is_found() {
    for atom in atom::all() {
        let name = atom.to_string();
        let found = found(&name);
        // Two architectures of AMD may share a mnemonic; where that means the same layouts, the first has the name.
        assert_eq!((found.to_string(), found.vendor()), (name.clone(), atom.vendor()));
        if found != atom {
            assert!(name.starts_with("v_") && found.mma() == atom.mma(), "{name}");
            assert!(atom::by_instruction(&name).any(|one| one == atom), "{name}");
        }
    }
}

#[test]
fn shared_mnemonics_need_their_architecture() {
    let mut shared = 0;
    for atom in atom::all().filter(|atom| atom.source() == Source::Calculator) {
        let (mnemonic, arch) = (atom.instruction().to_string(), atom.arch());
        for form in [format!("{arch}::{mnemonic}"), format!("{arch}::MMA_Atom<{mnemonic}>")] {
            assert_eq!(found(&form), atom, "{form}");
        }
        let elsewhere = atom::find(&format!("sm80::{mnemonic}")).unwrap_err();
        assert_eq!(elsewhere.name(), "other-architecture");
        // The definition: all of that name have the same layouts, or none is found without an architecture.
        let same = atom::by_instruction(&mnemonic).all(|one| one.mma() == atom.mma());
        match atom::find(&mnemonic) {
            Ok(found) => assert!(same && found.mma() == atom.mma(), "{mnemonic}"),
            Err(error) => {
                assert_eq!((same, error.name()), (false, "ambiguous-atom"), "{mnemonic}");
                assert!(error.to_string().contains(&atom.to_string()), "{error}");
                shared += 1;
            }
        }
    }
    assert_eq!(shared, 12, "six of RDNA3 and RDNA4");
    assert_eq!(
        atom::find("sm90::SM80_16x8x16_F32F16F16F32_TN").unwrap_err().to_string(),
        "SM80_16x8x16_F32F16F16F32_TN is an atom of sm80, and sm90 has none of this name"
    );
    assert!(atom::find("rdna5::v_wmma_f32_16x16x16_f16").is_err());
}

#[test]
fn names_in_other_forms_are_found() {
    for atom in atom::all().step_by(7) {
        let name = atom.to_string();
        let forms = [
            format!("  cute::{name} "),
            name.replace(' ', ""),
            name.replace(',', " , "),
            format!("MMA_Atom<{name}>"),
            format!("cute::Copy_Atom<cute::{name}, cutlass::half_t>"),
            format!("MMA_Atom<MMA_Traits<{name}>>{{}}"),
        ];
        for form in forms {
            assert_eq!(found(&form).to_string(), name, "{form}");
        }
    }
    let same = [
        ("SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "SM90_64x64x16_F32F16F16_SS"),
        ("SM90::GMMA::MMA_64x64x16_F32F16F16_SS<K, MN>", "SM90_64x64x16_F32F16F16_SS"),
        ("GMMA_64x8x32_F16F16F16_RS", "SM90::GMMA::SPARSE::GMMA_64x8x32_F16F16F16_RS"),
        ("UniversalCopy<half_t>", "UniversalCopy<uint16_t>"),
        ("UniversalCopy<float4>", "UniversalCopy<uint128_t>"),
        ("UniversalCopy<cute::uint64_t, double>", "UniversalCopy<uint64_t>"),
        ("AutoVectorizingCopyWithAssumedAlignment<32>", "UniversalCopy<uint32_t>"),
        ("SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>", "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>"),
        ("UniversalFMA<float, float, float, float>", "UniversalFMA<float>"),
        (
            "SM100_MMA_F16BF16_SS<cutlass::half_t,cutlass::half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>",
            "SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, K, K, One, One>",
        ),
        (
            "SM103_MXF4_ULTRA_SS_VS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 128, 64, 16, K, K>",
            "SM103::SM103_MXF4_ULTRA_SS_VS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 128, 64, 16, K, K, One, \
             One>",
        ),
    ];
    for (form, name) in same {
        assert_eq!(found(form).to_string(), name);
    }
}

/// tcgen05 of every legal M and N, by the formula of the specification; every other is refused, with its neighbours.
#[test]
fn tcgen05_by_formula() {
    // A template, how many SMs it takes, and whether it has this N beside this M.
    type Case = (&'static str, i64, fn(i64, i64) -> bool);
    let cases: [Case; 6] = [
        ("SM100_MMA_F16BF16_SS<half_t, half_t, float, M, N, K, K>", 1, |_, n| n % 8 == 0),
        ("SM100_MMA_F16BF16_TS<bfloat16_t, bfloat16_t, float, M, N, K, MN>", 1, |m, n| {
            n % (m / 8) == 0
        }),
        ("SM100_MMA_S8_SS<int8_t, uint8_t, int32_t, M, N, MN, K>", 1, |_, n| n == 8 || n % 16 == 0),
        ("SM100_MMA_TF32_2x1SM_SS<tfloat32_t, tfloat32_t, float, M, N, K, K>", 2, |_, n| {
            n % 16 == 0
        }),
        ("SM100_MMA_F8F6F4_2x1SM_TS<float_e5m2_t, float_e2m1_t, half_t, M, N, K, K>", 2, |_, n| {
            n % 32 == 0
        }),
        ("SM100_MMA_F16BF16_2x1SM_SS_SPARSE<half_t, half_t, half_t, M, N, K, K>", 2, |_, n| {
            n % 16 == 0
        }),
    ];
    for (template, sms, legal) in cases {
        for (m, n) in (0..=300).step_by(4).flat_map(|m| (0..=300).map(move |n| (m, n))) {
            let name =
                template.replacen("M,", &format!("{m},"), 1).replacen("N,", &format!("{n},"), 1);
            let rows = [64 * sms, 128 * sms].contains(&m);
            let is_legal = |n: i64| (8..=256).contains(&n) && legal(m, n);
            match atom::find(&name) {
                Ok(atom) => {
                    assert!(rows && is_legal(n), "{name}");
                    let mma = atom.mma().unwrap();
                    let half = |x: i64, y: i64| match sms {
                        1 => format!("(1,({x},{y})):(0,(1,{x}))"),
                        _ => format!("(2,({},{y})):({},(1,{x}))", x / 2, x / 2),
                    };
                    let k = mma.shape[2];
                    assert_eq!(mma.shape, [m, n, k]);
                    let layouts = [half(m, k), half(n, k), half(m, n)];
                    assert_eq!(Operand::ALL.map(|one| mma.operand(one).to_string()), layouts);
                    for operand in Operand::ALL {
                        assert_eq!(mma.coverage(operand), Ok(Coverage::Once));
                    }
                    assert_eq!(found(&atom.to_string()), atom);
                }
                Err(AtomError::Size { illegal, .. }) if rows => {
                    assert!(!is_legal(n), "{name}");
                    let below = (0..n).rev().find(|n| is_legal(*n));
                    let above = (n + 1..=256).find(|n| is_legal(*n));
                    assert_eq!((illegal.value, illegal.below, illegal.above), (n, below, above));
                }
                Err(AtomError::Size { illegal, .. }) => assert_eq!(illegal.value, m, "{name}"),
                Err(other) => panic!("{name}: {other}"),
            }
        }
    }
    let listed = "SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, K, K>";
    assert_eq!(found(listed).source(), Source::Cutlass);
    assert_eq!(found(&listed.replace("64", "72")).source(), Source::Formula);
    assert_eq!(found(&listed.replace("K, K", "K, MN")).source(), Source::Formula);
}

#[test]
fn errors_say_what_would_be_right() {
    let cases = [
        (
            "SM80_16x8x16_F32F16F16F32_NT",
            "unknown-atom",
            "no atom has this name; the nearest: SM80_16x8x16_F32F16F16F32_TN; ",
        ),
        (
            "sm75_u32x4_ldsm_n",
            "unknown-atom",
            "no atom has this name; the nearest: SM75_U32x4_LDSM_N; SM75_U32x1_LDSM_N; SM75_U32x2_LDSM_N",
        ),
        ("SM80_16x8x16", "unknown-atom", "no atom has this name; the nearest: SM80_16x8x16_"),
        ("", "unknown-atom", "no atom has this name, nor one that is near"),
        ("banana", "unknown-atom", "no atom has this name, nor one that is near"),
        (
            "SM90_64x40x32_S32S8S8_SS_TN",
            "illegal-size",
            "N of 40 does not exist; the nearest are 32 and 48 (as in SM90_64x8x32_S32S8S8_SS_TN)",
        ),
        (
            "SM90_64x264x16_F32F16F16_SS",
            "illegal-size",
            "N of 264 does not exist; the nearest is 256 (as in SM90_64x8x16_F32F16F16_SS)",
        ),
        (
            "SM100_MMA_F16BF16_SS<half_t, half_t, float, 96, 96, K, K>",
            "illegal-size",
            "M of 96 does not exist; the nearest are 64 and 128 (as in SM100_MMA_F16BF16_SS<half_t, half_t, float, \
             64, 64, K, K, One, One>)",
        ),
        (
            "SM100_MMA_F16BF16_SS<double, double, double, 128, 96, K, K>",
            "illegal-argument",
            "kind f16 multiplies two half_t or two bfloat16_t",
        ),
        (
            "SM100_MMA_F16BF16_TS<half_t, half_t, float, 128, 96, MN, K>",
            "illegal-argument",
            "an A in tensor memory is K-major",
        ),
        (
            "SM100_MMA_F16BF16_SS<half_t>",
            "wrong-arguments",
            "too few or too many arguments: the template is used as in SM100_MMA_F16BF16_SS<half_t, half_t, float, \
             64, 64, K, K, One, One>",
        ),
        (
            "SM120_16x8x32_TN<float_e4m3_t>",
            "wrong-arguments",
            "too few or too many arguments: the template is used as in SM120_16x8x32_TN<",
        ),
        (
            "SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,20>",
            "illegal-size",
            "a vector size of 20 does not exist; the nearest are 16 and 32 (as in ",
        ),
        (
            "SM80_CP_ASYNC_CACHEGLOBAL<uint32_t>",
            "illegal-size",
            "a width in bits of 32 does not exist; the nearest is 128 (as in SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>)",
        ),
        (
            "UniversalCopy<uint4b_t>",
            "illegal-size",
            "a width in bits of 4 does not exist; the nearest is 8 (as in UniversalCopy<uint8_t>)",
        ),
        ("UniversalCopy<banana>", "illegal-argument", "an argument is no type with a known size"),
        ("UniversalCopy", "wrong-arguments", "too few or too many arguments"),
        ("SM90_64x64x16_F32F16F16_SS<up, down>", "illegal-argument", "GMMA::Major is K or MN"),
    ];
    for (name, kind, message) in cases {
        let error = atom::find(name).expect_err(name);
        assert_eq!(error.name(), kind, "{name}: {error}");
        assert!(error.to_string().starts_with(message), "{name}: {error}");
    }
}

/// One letter wrong: the right name is among the nearest, unless another is as near.
#[test]
fn misspelt_names_are_recognised() {
    let mut lost = Vec::new();
    for atom in atom::all().step_by(29) {
        let name = atom.to_string();
        let place = name.len() / 2;
        let wrong = format!("{}%{}", &name[..place], &name[place + 1..]);
        match atom::find(&wrong) {
            Err(AtomError::Unknown { nearest }) => {
                if !nearest.atoms().any(|near| near.to_string() == name) {
                    lost.push((wrong, nearest.to_string()));
                }
            }
            Err(_) => {}
            Ok(other) => panic!("{wrong} is {other}"),
        }
    }
    // Long names may differ in their ends only, which do not count.
    assert!(lost.len() < 20, "{lost:#?}");
}

#[test]
fn instructions_are_found() {
    for atom in atom::all().step_by(11) {
        let instruction = atom.instruction().to_string();
        if atom.instruction().is_empty() {
            assert!(instruction.is_empty());
            continue;
        }
        let with_operands = format!(" {instruction} {{%0, %1}}, %2;\n");
        for text in [&instruction, &with_operands] {
            if instruction.contains(' ') && text == &with_operands {
                continue;
            }
            let all: Vec<Atom> = atom::by_instruction(text).collect();
            assert!(all.contains(&atom), "{text}");
            assert!(all.iter().all(|one| one.instruction().to_string() == instruction));
        }
    }
    assert_eq!(atom::by_instruction("").count(), 0);
    assert_eq!(atom::by_instruction("mma.sync").count(), 0);
    let archs: Vec<_> =
        atom::by_instruction("v_mfma_f32_16x16x16f16").map(|one| one.arch()).collect();
    assert_eq!(archs, [Arch::Cdna1, Arch::Cdna2]);
}

#[test]
fn parts_of_names_are_found() {
    for needle in ["LDSM", "tcgen05.LD.sync", "bf16", "", "zzz", "satfinite"] {
        let has = |atom: &Atom| {
            let text = format!("{atom}\n{}", atom.instruction()).to_lowercase();
            text.contains(&needle.to_lowercase())
        };
        let slow: Vec<Atom> = atom::all().filter(has).collect();
        let fast: Vec<Atom> = atom::search(needle).collect();
        assert_eq!(fast, slow, "{needle}");
    }
}

/// Nothing that is written is too long for the buffer of a search.
#[test]
fn texts_are_short() {
    for atom in atom::all() {
        assert!(atom.to_string().len() <= 160, "{atom}");
        assert!(atom.instruction().to_string().len() <= 160, "{atom}");
    }
}

#[test]
fn atoms_by_what_they_do() {
    let names = |query: Query| query.atoms().map(|atom| atom.to_string()).collect::<Vec<_>>();
    let [f32, f16, e4m3] = [Element::F32, Element::F16, Element::E4m3];
    let query = Query { arch: Some(Arch::Sm80), k: Some(16), ..Query::types(f32, f16, f16) };
    assert_eq!(names(query), ["SM80_16x8x16_F32F16F16F32_TN"]);
    let query =
        Query { arch: Some(Arch::Cdna3), sparse: Some(false), ..Query::types(f32, e4m3, e4m3) };
    assert_eq!(names(query), ["v_mfma_f32_16x16x32_fp8_fp8", "v_mfma_f32_32x32x16_fp8_fp8"]);
    let query =
        Query { arch: Some(Arch::Sm120), sparse: Some(false), ..Query::types(f32, e4m3, e4m3) };
    assert_eq!(names(query).len(), 2);
    assert_eq!(names(Query { kind: Some(Kind::Copy), ..Query::default() }).len(), 203);
    assert_eq!(names(Query::default()).len(), 3058);
    let copies = Query { kind: Some(Kind::Copy), m: Some(16), ..Query::default() };
    assert!(names(copies).is_empty());
}

#[test]
fn types_have_their_bits() {
    let bits = [
        ("half_t", 16),
        ("cutlass::bfloat16_t", 16),
        ("float", 32),
        ("tfloat32_t", 32),
        ("double", 64),
        ("int8_t", 8),
        ("uint8_t", 8),
        ("float_e4m3_t", 8),
        ("float_e5m2_t", 8),
        ("float_e2m3_t", 6),
        ("float_e2m1_t", 4),
        ("cutlass::int4b_t", 4),
        ("uint1b_t", 1),
        ("cute::uint128_t", 128),
        ("float4", 128),
        ("cutlass::complex<double>", 128),
        ("complex<half_t>", 32),
        ("sparse_elem<2, half_t>", 8),
        ("cute::sparse_elem<2, cutlass::tfloat32_t>", 16),
        ("cutlass::detail::float_e2m1_unpacksmem_t", 8),
    ];
    for (name, expected) in bits {
        assert_eq!(bits_of(name), Some(expected), "{name}");
    }
    for name in [
        "",
        "<",
        ">",
        "complex<",
        "complex<>",
        "sparse_elem<0, half_t>",
        "sparse_elem<3, half_t>",
        "floats",
    ] {
        assert_eq!(bits_of(name), None, "{name}");
    }
    for &element in Element::ALL {
        assert_eq!(Element::find(element.name()), Some(element));
        let cpp = Element::find(element.cpp()).map(|found| (found.bits(), found.cpp()));
        let nameless = element == Element::Gc64;
        assert!(cpp == Some((element.bits(), element.cpp())) || nameless, "{element:?}");
    }
    // As deep as anyone likes.
    assert_eq!(bits_of(&"complex<".repeat(100_000)), None);
    assert_eq!(bits_of(&format!("{}half_t{}", "complex<".repeat(9), ">".repeat(9))), None);
    assert_eq!(Element::find(&format!("{}half_t{}", "complex<".repeat(9), ">".repeat(9))), None);
}

/// Whatever is asked, the answer is an atom with that name or an error that can be written.
fn survives(text: &str) {
    match atom::find(text) {
        Ok(found) => assert_eq!(atom::find(&found.to_string()), Ok(found), "{text}"),
        Err(error) => assert!(!error.to_string().is_empty() && !error.name().is_empty()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn arbitrary_texts_are_answered(text in any::<String>()) {
        survives(&text);
    }

    #[test]
    fn changed_names_are_answered(
        which in 0_usize..3058,
        change in 0_usize..200,
        put in "[A-Za-z0-9<>,:_ .{};é-]{0,4}",
        cut in 0_usize..4,
    ) {
        let name = atom::all().nth(which).unwrap().to_string();
        let start = change % (name.len() + 1);
        let end = (start + cut).min(name.len());
        survives(&format!("{}{put}{}", &name[..start], &name[end..]));
    }

    #[test]
    fn arbitrary_arguments_are_answered(
        head in prop::sample::select(vec![
            "SM100_MMA_F16BF16_SS", "SM100_MMA_MXF4_SS", "SM120_16x8x32_TN", "SM120_16x8x64_TN_VS", "UniversalCopy",
            "UniversalFMA", "SM90_64x64x16_F32F16F16_SS", "SM80_CP_ASYNC_CACHEALWAYS", "MMA_Atom", "Copy_Atom",
            "AutoVectorizingCopyWithAssumedAlignment", "SM103_MXF4_ULTRA_SS_VS", "SM100_MMA_S8_TS",
        ]),
        arguments in prop::collection::vec(prop::sample::select(vec![
            "half_t", "float", "128", "64", "96", "K", "MN", "One", "Neg", "0", "-1", "99999999999999999999", "",
            "float_e2m1_t", "float_e4m3_t", "float_ue8m0_t", "32", "16", "int8_t", "int32_t", "True", "Int<64>", "_8",
            "complex<half_t>", "UniversalCopy<float>", "<", ">",
        ]), 0..20),
    ) {
        survives(&format!("{head}<{}>", arguments.join(", ")));
    }
}

#[test]
fn long_texts_are_answered() {
    for text in [
        "MMA_Atom<".repeat(10_000),
        "x".repeat(1_000_000),
        ",<>".repeat(100_000),
        "a,".repeat(100_000),
    ] {
        survives(&text);
        survives(&format!("SM100_MMA_F16BF16_SS<{text}>"));
        assert_eq!(atom::by_instruction(&text).count(), 0);
        assert_eq!(atom::search(&text).count(), 0);
    }
}
