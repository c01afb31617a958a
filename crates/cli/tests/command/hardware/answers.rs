//! What the commands answer, word by word.

use serde_json::{Value, json};

use super::tilework;
use crate::binary::run_with;

/// The sessions that the commands were made for.
#[test]
fn the_sessions_of_the_specification() {
    let mma = "mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\"";
    for (line, out) in [
        (
            "bank \"(32,32):(32,1)\" --bits 32 --access column",
            "32-way: 32 wavefronts, ideal 1. lanes 0..31 all in bank 0 (stride 32 words, 32 banks)\n",
        ),
        (
            "swizzle \"(64,64):(64,1)\" --bits 16 --access store:row:16B --access ldmatrix.x4",
            "Sw<3,3,3>   8 of ideal 8 wavefronts; the only one of 161 candidates (B<=5, M+S+B<=12)\n            \
             = SW128 K-major (CuTe prints Sw<3,4,3> on bytes); padding: 16 bytes a row\n",
        ),
        (&format!("{mma} --who C 21,9"), "thread 116, value 1     (tile 32x16x16, 128 threads)\n"),
        (
            &format!("{mma} --partition C \"(64,64):(64,1)\" --thread 22"),
            "((2,2),2,4):((1,512),2048,16) at 324\n",
        ),
        (
            &format!("{mma} --perm \"<32,(8,2,2):(1,16,8),16>\" --tv B"),
            "((4,8,2,2),((2,2),(2,1))):((64,1,0,16),((32,256),(8,0)))   n-warp 0 owns n 0..15, n-warp 1 owns 16..31\n",
        ),
        (
            "copy SM75_U32x4_LDSM_N --for B --mma \"SM80_16x8x16_F32F16F16F32_TN;(2,2,1):(1,2,4);<32,32,16>\" \
             --retile \"((2,2),8,4)\"",
            "((8,1),4,4):((1,0),8,32)\n",
        ),
        (
            "global \"(128,100):(100,1)\" --tv \"((16,2),4):((512,1),128)\" --bits 16 --width 8",
            "9 sectors, ideal 8 (8/9); 3 lines\n",
        ),
        (
            "global \"(64,66):(66,1)\" --tv \"((8,4),8):((512,1),64)\" --bits 16",
            "widest vector 4 bytes: rows of 132 bytes are not multiples of 8\n",
        ),
    ] {
        tilework(line).says(0, out);
    }
    let refused =
        tilework("tma --bits 16 --dim 4096,4096 --stride 8200 --box 128,64 --swizzle 128B");
    let why = "error: stride 8200 is no multiple of 16; inner box 256 bytes exceeds the span 128 (box0 <= 64)\n";
    assert_eq!((refused.code, refused.out.as_str(), refused.err.as_str()), (1, "", why));
    tilework("descriptor \"(64,64):(64,1)\" --major K --bits 16 --tile 64x16")
        .says(1, "none; with Sw<3,3,3>: SW128, LBO 16, SBO 1024\n");
}

/// The same answers by their parts.
#[test]
fn answers_as_json() {
    let answer = |line: &str| {
        let run = tilework(&format!("--json {line}"));
        assert_eq!(run.err, "", "{line}");
        (run.code, serde_json::from_str::<Value>(&run.out).expect("an object on one line"))
    };
    let (code, bank) = answer("bank \"(32,32):(32,1)\" --bits 32 --access column");
    let access = &bank["value"]["accesses"][0];
    assert_eq!((code, &access["wavefronts"], &access["ideal"]), (0, &json!(32), &json!(1)));
    let all = json!({"iterations":32,"wavefronts":1024,"ideal":32,"ways":32,"conflicting":32,"first_conflict":0,"argument":"rank"});
    assert_eq!((&access["all"], &access["confidence"]), (&all, &json!("A")));
    let (_, swizzle) =
        answer("swizzle \"(64,64):(64,1)\" --bits 16 --access store:row:16B --access ldmatrix.x4");
    let value = &swizzle["value"];
    assert_eq!((&value["least"], &value["best"]), (&json!([3, 3, 3]), &json!(128)));
    assert_eq!((&value["first_best"], &value["candidates"]), (&json!(8), &json!(161)));
    let (code, tma) =
        answer("tma --bits 16 --dim 4096,4096 --stride 8200 --box 128,64 --swizzle 128B");
    let broken = json!(["stride", "inner box exceeds swizzle span"]);
    assert_eq!((code, &tma["value"]["broken"]), (1, &broken));
    let (code, none) = answer("descriptor \"(64,64):(64,1)\" --major K --bits 16 --tile 64x16");
    assert_eq!((code, &none["value"]["mode"]), (1, &Value::Null));
    assert_eq!(none["result"], json!("none; with Sw<3,3,3>: SW128, LBO 16, SBO 1024"));
    let (_, owners) = answer("mma SM80_16x8x16_F32F16F16F32_TN --who A 0,0");
    assert_eq!(owners["value"]["owners"], json!([[0, 0]]));
    let (code, unknown) = answer("atom SM80_16x8x16_F32F16F16F3_TN");
    assert_eq!((code, &unknown["error"]["kind"]), (2, &json!("unknown-name")));
}

/// What has to be said with an answer, and what only a terminal shows.
#[test]
fn what_would_be_asked_next() {
    let swizzled = "bank \"Sw<3,3,3> o 0 o (64,64):(64,1)\" --bits 16 --access ldmatrix.x4";
    tilework(swizzled).says(
        0,
        "conflict free: 4 wavefronts, ideal 4\n\
         in all 16 iterations: by rank over F2, 32 words in 32 banks; \
         confidence B: that 8 rows of ldmatrix or stmatrix share a phase\n",
    );
    let facts = tilework("bank \"(32,32):(32,1)\" --bits 32 --access column --facts");
    assert!(facts.out.ends_with("in all 32 iterations: by rank over F2, 32 words in 1 bank\n"));
    // Where CuTe's layout of C is wrong, ours is not.
    let tiled = tilework("mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,2):(1,2,4)\" --tv C");
    assert!(tiled.out.starts_with(
        "((4,8,2,2,2),((2,2),(1,1))):((64,1,16,256,0),((32,8),(0,0)))   m-warp 0 owns m 0..15"
    ));
    assert!(tiled.out.contains("partition_C is right"), "{}", tiled.out);
    // What is pasted says how wide elements are.
    let pasted = "bank \"Sw<3,4,3> o smem_ptr[16b](unset) o (64,64):(64,1)\" --access ldmatrix.x4";
    assert_eq!(tilework(pasted).out, tilework(swizzled).out);
}

#[test]
fn a_machine_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("slm.json");
    let json = r#"{"name": "slm", "lanes": 16, "banks": 16, "store_merge": false}"#;
    std::fs::write(&path, json).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let line = format!("bank \"(16,16):(0,1)\" --bits 32 --access store:column --machine {path}");
    let stored = tilework(&line);
    assert!(stored.out.starts_with("16-way: 16 wavefronts, ideal 1. "), "{}", stored.out);
    assert!(stored.out.contains("race: lanes 0 and 1 "), "{}", stored.out);
    let merged = tilework(&format!("{line} --store-merge yes"));
    assert!(merged.out.starts_with("conflict free: 1 wavefront, ideal 1"), "{}", merged.out);
    std::fs::write(path, "4").expect("a file");
    tilework(&line).refuses(2, "a JSON object is needed");
    tilework(&line.replace("slm.json", "none.json")).refuses(2, "cannot read");
}

/// A picture beside the answer, or instead of it.
#[test]
fn pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let mma = "mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\"";
    let isolated = format!("{mma} --thread 5");
    for (i, line) in [
        "bank \"(32,32):(32,1)\" --bits 32 --access column",
        "swizzle \"(64,64):(64,1)\" --bits 16 --access ldmatrix.x4",
        "global \"(128,100):(100,1)\" --tv \"((16,2),4):((512,1),128)\" --bits 16 --width 8",
        isolated.as_str(),
        "copy \"UniversalCopy<uint128_t>\" --bits 16 --thr \"(32,8):(8,1)\" --val (1,8)",
        "atom SM80_16x8x16_F32F16F16F32_TN",
        "atom SM75_U32x4_LDSM_N",
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{i}.svg"));
        let drawn = tilework(&format!("{line} -o {}", path.display()));
        assert_eq!((drawn.code, drawn.err.as_str()), (0, ""), "{line}");
        assert_eq!(drawn.out, tilework(line).out, "{line}");
        let picture = std::fs::read_to_string(&path).expect("a picture");
        assert!(picture.starts_with("<svg "), "{line}");
        let text = tilework(&format!("{line} --format txt"));
        assert!(text.out.contains('┌'), "{line}\n{}", text.out);
    }
    tilework(&format!("{mma} --thread 500 --format txt")).refuses(1, "500");
    tilework("atom --arch sm80 --format txt").refuses(2, "only one atom");
}

/// In a document they answer; what names a file is not run.
#[test]
fn in_documents() {
    let document = "```console\n\
        $ tilework bank \"(32,32):(32,1)\" --bits 32 --access column\n\
        32-way: 32 wavefronts, ideal 1. lanes 0..31 all in bank 0 (stride 32 words, 32 banks)\n\
        $ tilework bank 4:1 --bits 8 --access column --machine mine.json\n\
        $ tilework bank 4:1 --bits 8 --access column -o mine.svg\n\
        $ tilework hardware --json requests.jsonl\n\
        ```\n";
    let checked = run_with(&["check", "-"], document.as_bytes());
    assert!(checked.out.contains("it names a file, mine.json"), "{}", checked.out);
    assert!(checked.out.contains("it writes a file"), "{}", checked.out);
    assert!(checked.out.contains("it names a file, requests.jsonl"), "{}", checked.out);
    assert!(checked.out.ends_with("1 claim, 0 wrong, 3 not run\n"), "{}", checked.out);
    assert_eq!(checked.code, 0);
}
