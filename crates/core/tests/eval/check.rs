//! What `cargo check` says of literals: it is `rustc` that only writes metadata, and generates no code.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn rustc() -> Command {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata"]);
    rustc
}

/// A folder of this test for files of the compiler, and the library in it.
fn library() -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check");
    std::fs::create_dir_all(&folder).unwrap();
    let (source, metadata) = (
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"),
        folder.join("libtilework.rmeta"),
    );
    let built = rustc()
        .args(["--crate-name", "tilework", "--cap-lints", "allow", "-o"])
        .args([&metadata, &source])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    (folder, metadata)
}

fn check(text: &str, (folder, library): &(PathBuf, PathBuf)) -> Output {
    let (source, metadata) = (folder.join("program.rs"), folder.join("libprogram.rmeta"));
    std::fs::write(&source, text).unwrap();
    let library = format!("tilework={}", library.display());
    rustc().args(["--extern", &library, "-o"]).args([&metadata, &source]).output().unwrap()
}

/// Inside of functions, generic ones too, that nobody calls.
#[test]
fn a_bad_literal_is_found() {
    let library = library();
    let good = "pub fn f<T>() -> i64 { tilework::layout!((4,8):(1,4)).size() }
        pub fn g() -> &'static tilework::Layout { &tilework::layout!(4:1) }
        pub const T: tilework::Tiler = tilework::tiler!(<4,8>);";
    let output = check(good, &library);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (bad, why) in [
        (
            "pub fn f() { let _ = tilework::layout!((4,8):(1,4,2)); }",
            "layout: (4,8):(1,4,2): the tuples are not nested alike: 2 leaves and 3",
        ),
        (
            "pub fn f<T>(_: T) -> i64 { tilework::layout!((4,0):(1,4)).size() }",
            "extent 0 of leaf 1 is not positive",
        ),
        ("pub fn f() { let _ = tilework::tuple!((4,8); }", "mismatched closing delimiter"),
        ("pub fn f() { let _ = tilework::tuple!((4,x)); }", "expected"),
        ("pub fn f() { let _ = tilework::slicer!((_,2,*)); }", "expected"),
        ("pub fn f() { let _ = tilework::tiler!(<4,8:>); }", "expected"),
        (
            "tilework::static_layout!(pub struct A = (4,8):(1,4,2));",
            "the tuples are not nested alike: 2 leaves and 3",
        ),
        ("tilework::static_tiler!(pub struct T = <4,-8>);", "is not positive"),
        (
            "const R: tilework::Layout = match tilework::layout!((6,2):(1,7)).compose(&tilework::layout!((3,2):(2,3))) {
                Ok(layout) => layout,
                Err(error) => error.raise(),
            };",
            "composition: (6,2):(1,7) o (3,2):(2,3): is not a layout: at index 5 it is 8, but any layout that agrees \
             up to there is 7",
        ),
        (
            "use tilework::{static_layout, types::Compose};
             static_layout!(pub struct A = (10,4):(1,4));
             static_layout!(pub struct B = (2,3):(5,16));
             static_layout!(pub type R = Compose<A, B>);",
            "is a layout, but not one that refines B's shape: its stride changes at 3, a mode of B ends at 2",
        ),
        (
            "use tilework::{static_layout, types::Complement};
             static_layout!(pub struct A = (2,2):(1,3));
             static_layout!(pub type R = Complement<A, 24>);",
            "complement: (2,2):(1,3) in 24: stride 3 is not a multiple of the block 2 below it",
        ),
        (
            "use tilework::{static_layout, static_tiler, types::LogicalDivide};
             static_layout!(pub struct A = (4,8):(1,4));
             static_tiler!(pub struct T = <2,2,2>);
             static_layout!(pub type R = LogicalDivide<A, T>);",
            "logical_divide: (4,8):(1,4): 3 modes are named, but the rank is 2",
        ),
    ] {
        let output = check(bad, &library);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{bad} is accepted");
        assert!(said.contains(why), "{bad}: {said}");
    }
}
