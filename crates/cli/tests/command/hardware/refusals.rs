//! Bad input: what is wrong, where, and what would be right.

use super::{ATOM, tilework};
use crate::binary::run;

/// An access that leaves its tile, one that the machine does not have, elements that do not divide it.
#[test]
fn accesses_that_there_are_not() {
    for (line, code, words) in [
        (
            "bank \"(8,8):(8,1)\" --bits 32 --access \"tv=(32,1):(4,0):4B\"",
            1,
            "lane 16: index 64 is outside the layout, whose indices are 0 to 63",
        ),
        (
            "bank \"(64,64):(64,1)\" --bits 16 --access row:32B",
            1,
            "the machine has no access of 32 bytes a lane; the nearest is 16",
        ),
        (
            "bank \"(64,64):(64,1)\" --bits 24 --access row:4B",
            1,
            "1 value of 24 bits a thread is no whole number of vectors of 4 bytes",
        ),
        ("bank \"(64,64):(64,1)\" --bits 0 --access row:4B", 1, "elements of 0 bits"),
        ("bank \"(64,64):(64,1)\" --access row:4B", 2, "--bits 16"),
        ("bank \"(64,64):(64,1)\" --bits 16", 2, "--access"),
        ("bank \"(64,64\" --bits 16 --access row", 2, "not closed"),
        ("bank --bits 16 --access row", 2, "LAYOUT"),
        ("bank \"(64,64):(64,1)\" --bits 16 --access diagonal", 2, "diagonal"),
        ("bank \"(64,64):(64,1)\" --bits 16 --access row --machine voodoo", 2, "voodoo"),
        ("bank \"(64,64):(64,1)\" --bits 16 --access row --banks 0", 1, "0 banks"),
        (
            "bank \"(64,64):(64,1)\" --bits 16 --access row --active 0xfffff00000fffff00000",
            2,
            "--active",
        ),
        // A vector that begins in the middle of another.
        (
            "bank \"(8,64):(65,1)\" --bits 16 --access row:16B",
            1,
            "address 130 is not a multiple of 16 bytes",
        ),
        ("global \"(64,64):(64,1)\" --bits 16", 2, "--tv"),
        (
            "global \"(64,64):(64,1)\" --bits 16 --tv \"(32,8):(4096,64)\" --width 16",
            1,
            "is outside the layout",
        ),
        ("global \"(64,64):(64,1)\" --bits 16 --tv \"(32,8):(8,1)\" --width 64", 1, "64 bytes"),
        ("swizzle \"(64,64):(64,1)\" --bits 24 --access row:3B", 1, "elements of 24 bits"),
        (
            "swizzle \"(64,64):(0,1)\" --bits 16 --access store:row:16B",
            1,
            "indices 0 and 1 have the same offset",
        ),
    ] {
        let refused = tilework(line);
        assert!(refused.err.contains(words), "{line}\n{}", refused.err);
        assert_eq!((refused.code, refused.out.as_str()), (code, ""), "{line}");
    }
}

/// Atoms that there are not, with the nearest names; tiles that are not covered.
#[test]
fn atoms_and_tiles_that_there_are_not() {
    let nearest = "SM80_16x8x16_F32F16F16F32_TN";
    for line in ["mma SM80_16x8x16_F32F16F16F32", "atom SM80_16x8x16_F32F16F16F3_TN"] {
        let refused = tilework(line);
        assert!(refused.err.contains(nearest), "{line}\n{}", refused.err);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{line}");
    }
    for (rest, words) in [
        (
            "--atoms \"(2,2,1):(1,1,0)\"",
            "the atom layout is not injective: indices 1 and 2 are both 1",
        ),
        (
            "--atoms \"(2,2,1):(1,2,0)\" --perm \"<32,(8,2,2):(1,16,16),16>\"",
            "the permutation of N is none: indices 8 and 16 are both 16",
        ),
        ("--atoms \"(2,2,1):(1,2,0)\" --perm \"<32,20,16>\"", "20"),
        ("--atoms \"(2,2,1):(1,2,0)\" --who C 40,9", "coordinate 40 in mode 0 is not in the tile"),
        ("--has C 400,0", "there is no thread 400: they are 0 to 31"),
        ("--partition C 64:1 --thread 0", "rank"),
    ] {
        tilework(&format!("mma {ATOM} {rest}")).refuses(1, words);
    }
    for (rest, words) in [
        ("--who X 1,2", "`X` is no operand"),
        ("--who C 1,b", "such as 21,9"),
        ("--has C 1", "116,1"),
    ] {
        tilework(&format!("mma {ATOM} {rest}")).refuses(2, words);
    }
    let copy = "copy \"UniversalCopy<uint128_t>\" --bits 16";
    for (rest, code, words) in [
        ("--thr \"(32,8):(8,2)\" --val (1,8)", 1, "indices 1 and 128 both have offset 8"),
        ("--thr \"(32,8):(8,1)\" --val (1,4)", 1, "TiledCopy uses too few vals"),
        ("--thr \"(32,8):(8,1)\"", 2, "--val"),
        ("--for A", 2, "--mma"),
    ] {
        tilework(&format!("{copy} {rest}")).refuses(code, words);
    }
}

#[test]
fn maps_that_there_are_not() {
    let map = "tma --bits 16 --dim 4096,4096 --stride 8192 --box 64,64";
    tilework("tma --bits 16 --dim 4096,4096 --stride 8192 --box 64")
        .refuses(1, "a tensor map needs 2 extents of the box here, not 1");
    tilework(&format!("{map} --swizzle 1B")).refuses(2, "there are NONE, 32B, 64B, 128B");
    tilework(&format!("{map} --address 8")).refuses(1, "address 8 is no multiple of 16");
    tilework(&format!("{map} --address x")).refuses(2, "such as 1024 or 0x400");
    tilework("tma --bits 16").refuses(2, "--dim");
    tilework("descriptor \"(64,64):(64,1)\" --major X --bits 16").refuses(2, "--major");
    tilework("descriptor \"(64,64):(64,1)\" --major K --bits 16 --tile 64").refuses(2, "64x16");
}

/// Nothing of what was typed reaches a terminal as it is.
#[test]
fn control_characters_are_shown() {
    let hostile = "a\u{1b}[2J\u{9b}\u{202e}b";
    let layout = "(64,64):(64,1)";
    for arguments in [
        &["bank", hostile, "--bits", "16", "--access", "row"][..],
        &["bank", layout, "--bits", "16", "--access", hostile],
        &["bank", layout, "--bits", "16", "--access", "row", "--machine", hostile],
        &["bank", layout, "--bits", "16", "--access", "row", "--machine", "no\u{1b}[2Jwhere.json"],
        &["bank", layout, "--bits", hostile, "--access", "row"],
        &["swizzle", layout, "--bits", "16", "--access", hostile],
        &["global", layout, "--bits", "16", "--tv", hostile],
        &["mma", hostile],
        &["mma", ATOM, "--atoms", hostile],
        &["mma", ATOM, "--perm", hostile],
        &["mma", ATOM, "--who", hostile, hostile],
        &["mma", ATOM, "--who", "C", hostile],
        &["mma", ATOM, "--partition", "C", hostile, "--thread", "0"],
        &["copy", hostile, "--thr", "(32,8)", "--val", "(1,8)"],
        &["copy", "SM75_U32x4_LDSM_N", "--for", "A", "--mma", hostile],
        &["atom", hostile],
        &["atom", "--arch", hostile],
        &["atom", "--types", hostile],
        &["tma", "--bits", "16", "--dim", "64", "--box", "64", "--swizzle", hostile],
        &["tma", "--bits", "16", "--gmem", hostile, "--smem", layout],
        &["descriptor", hostile, "--major", "K", "--bits", "16"],
        &["descriptor", layout, "--major", "K", "--bits", "16", "--tile", hostile],
        &["hardware", "no\u{1b}[2Jwhere"],
    ] {
        let refused = run(arguments);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{arguments:?}\n{}", refused.err);
        let raw = refused.err.chars().find(|&it| it != '\n' && tilework_lang::is_hidden(it));
        assert_eq!(raw, None, "{arguments:?}\n{:?}", refused.err);
        let mut json = vec!["--json"];
        json.extend(arguments);
        let refused = run(&json);
        let raw = refused.out.chars().find(|&it| it != '\n' && tilework_lang::is_hidden(it));
        assert_eq!((refused.code, raw), (2, None), "{arguments:?}\n{:?}", refused.out);
        assert!(refused.out.contains("\"error\""), "{arguments:?}\n{}", refused.out);
    }
}
