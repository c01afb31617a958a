//! `tilework check`: reports, exit codes, `--fix`, `--list`, JSON.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::binary::{run, run_with};

const WRONG: &str = "Take `A = 4:2`.\r\n\r\n* `complement(A, 24)` is `(2,4):(1,8)`, ü.\r\n* `size(A) = 4`\r\n* `cosize(A)` is `9`\r\n";
const RIGHT: &str = "Take `A = 4:2`.\r\n\r\n* `complement(A, 24)` is `(2,3):(1,8)`, ü.\r\n* `size(A) = 4`\r\n* `cosize(A)` is `7`\r\n";

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("tilework-check-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str, content: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn reports_what_is_wrong() {
    run_with(&["check", "-"], WRONG.as_bytes()).says(
        1,
        "standard input:3:27: complement(A, 24)\n  expected (2,4):(1,8)\n  found    (2,3):(1,8)\n  where A = 4:2\n\
         standard input:5:19: cosize(A)\n  expected 9\n  found    7\n  where A = 4:2\n\
         standard input: 3 claims, 2 wrong\n",
    );
    run_with(&["check", "-"], RIGHT.as_bytes()).says(0, "standard input: 3 claims, 0 wrong\n");
    run_with(&["check", "-"], b"").says(0, "standard input: 0 claims, 0 wrong\n");
}

#[test]
fn reports_refusals() {
    let run = run_with(&["check", "-"], b"(6,2):(1,7) o (3,2):(2,3) = (3,2):(2,3)\n");
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert!(
        run.out.contains(
            "  refused: composition: (6,2):(1,7) o (3,2):(2,3) is not a layout: at index 5"
        )
    );
    let run = run_with(&["check", "-"], b"```layout\nwhat is this\n```\n");
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("standard input:2:1: what is this\n  refused: "), "{}", run.out);
}

#[test]
fn lists() {
    run_with(&["check", "--list", "-"], b"size(4:1) = 4\nsize(4:1) = 5\n").says(
        1,
        "standard input:1:13: size(4:1) = 4 holds\nstandard input:2:13: size(4:1)\n  expected 5\n  found    4\nstandard input: 2 claims, 1 wrong\n",
    );
}

#[test]
fn several_files_and_the_worst_exit_code() {
    let folder = Folder::new("several");
    let right = folder.file("right.md", RIGHT.as_bytes());
    let wrong = folder.file("wrong.md", WRONG.as_bytes());
    assert_eq!(run(&["check", &right]).code, 0);
    assert_eq!(run(&["check", &right, &wrong]).code, 1);
    let run = run(&["check", &wrong, "no such file", &right]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot read no such file"), "{}", run.err);
    assert!(run.out.ends_with("right.md: 3 claims, 0 wrong\n"));
}

#[test]
fn what_cannot_be_read() {
    let folder = Folder::new("unreadable");
    let bytes = folder.file("bytes.txt", b"size(4:1) = 4\n\xff\n");
    run(&["check", &bytes]).refuses(2, "not UTF-8 text: byte 0xff in line 2");
    run(&["check", folder.0.to_str().expect("UTF-8")]).refuses(2, "cannot read");
    run(&["check"]).refuses(2, "FILE");
    run(&["check", "--fix", "-"]).refuses(2, "standard input cannot be fixed");
}

#[test]
fn fixes_in_place() {
    let folder = Folder::new("fix");
    let file = folder.file("a.md", WRONG.as_bytes());
    let fixed = run(&["check", "--fix", &file]);
    assert_eq!(fixed.code, 0, "{}", fixed.out);
    assert!(fixed.out.ends_with("a.md: 3 claims, 2 wrong, 2 fixed\n"), "{}", fixed.out);
    assert_eq!(fs::read_to_string(&file).expect("the file"), RIGHT);
    // Again there is nothing to do, and nothing is left beside it.
    assert_eq!(run(&["check", "--fix", &file]).code, 0);
    assert_eq!(fs::read_to_string(&file).expect("the file"), RIGHT);
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 1);
}

#[test]
fn fixes_only_what_can_be() {
    let folder = Folder::new("some");
    let text = "(6,2):(1,7) o (3,2):(2,3) = (3,2):(2,3)\nsize(4:1) = 5\n";
    let file = folder.file("a.txt", text.as_bytes());
    let fixed = run(&["check", "--fix", &file]);
    assert_eq!(fixed.code, 1);
    assert!(fixed.out.ends_with("a.txt: 2 claims, 2 wrong, 1 fixed\n"), "{}", fixed.out);
    let after = fs::read_to_string(&file).expect("the file");
    assert_eq!(after, text.replace("= 5", "= 4"));
}

#[test]
fn says_what_it_left() {
    let folder = Folder::new("left");
    let text = "Complement of `4:2` under `24` is `C = (2,4):(1,8)`, so `size(C) = 6`.\n";
    let file = folder.file("a.md", text.as_bytes());
    let fixed = run(&["check", "--fix", &file]);
    assert_eq!(fixed.code, 1);
    let end = "a.md:1:40: left as it is: it is stated in words, any of which may be wrong\n";
    assert!(fixed.out.contains(end), "{}", fixed.out);
    assert!(fixed.out.contains("a.md:1:68: left as it is: what it depends on is wrong\n"));
    assert!(fixed.out.ends_with("a.md: 2 claims, 2 wrong, 0 fixed\n"), "{}", fixed.out);
    assert_eq!(fs::read_to_string(&file).expect("the file"), text);
    let json = run(&["check", "--fix", "--json", &file]);
    let report: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(report["left"][1]["why"], "what it depends on is wrong");
}

#[test]
fn fixes_the_output_of_commands_with_the_line_ends_of_the_text() {
    let folder = Folder::new("console");
    let text = "\u{feff}a\r\n```console\r\n$ tilework \"size(4:1)\"\r\n5\r\n```\r\nb\r\n";
    let file = folder.file("a.md", text.as_bytes());
    assert_eq!(run(&["check", "--fix", &file]).code, 0);
    assert_eq!(fs::read_to_string(&file).expect("the file"), text.replace("5\r", "4\r"));
    // In a block that is not closed, the text may have gone on long ago.
    let text = "```console\n$ tilework \"size(4:1)\"\n5\n\nThe end.\n";
    let file = folder.file("b.md", text.as_bytes());
    let fixed = run(&["check", "--fix", &file]);
    assert_eq!(fixed.code, 1);
    assert!(
        fixed.out.contains("b.md:2:1: left as it is: its block is not closed"),
        "{}",
        fixed.out
    );
    assert_eq!(fs::read_to_string(&file).expect("the file"), text);
}

#[cfg(unix)]
#[test]
fn fixing_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("links");
    let file = folder.file("a.txt", b"size(4:1) = 5\n");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
    let link = folder.0.join("link.txt");
    symlink(&file, &link).expect("a link");
    assert_eq!(run(&["check", "--fix", link.to_str().expect("UTF-8")]).code, 0);
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&file).expect("the file"), "size(4:1) = 4\n");
    assert_eq!(fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o640);
}

#[test]
fn json() {
    let run = run_with(&["check", "--json", "-"], WRONG.as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (1, 1));
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&report["claims"], &report["wrong"]), (&Value::from(3), &Value::from(2)));
    let finding = &report["findings"][0];
    assert_eq!((&finding["line"], &finding["column"]), (&Value::from(3), &Value::from(27)));
    assert_eq!(finding["claim"], "complement(A, 24)");
    assert_eq!(
        (&finding["expected"], &finding["found"]),
        (&Value::from("(2,4):(1,8)"), &Value::from("(2,3):(1,8)"))
    );
    assert_eq!(
        (&finding["given"]["A"], &finding["kind"]),
        (&Value::from("4:2"), &Value::from("prose"))
    );
    let [start, end] = [0, 1].map(|i| finding["span"][i].as_u64().expect("a number") as usize);
    assert_eq!(&WRONG[start..end], "(2,4):(1,8)");
    let refused =
        run_with(&["check", "--json", "-"], b"complement((2,2):(1,5), 24) = (2,3):(2,10)");
    let report: Value = serde_json::from_str(&refused.out).expect("JSON");
    assert_eq!(report["findings"][0]["holds"], false);
    assert!(report["findings"][0]["error"]["message"].is_string());
}

#[test]
fn names_of_a_file_of_bindings() {
    let folder = Folder::new("bindings");
    let names = folder.file("names", b"T = (4,8):(1,4)\n");
    run_with(&["check", "-f", &names, "-"], b"size(T) = 31\n").says(
        1,
        "standard input:1:11: size(T)\n  expected 31\n  found    32\n  where T = (4,8):(1,4)\nstandard input: 1 claim, 1 wrong\n",
    );
}

/// The documents of this project.
#[test]
fn own_documents() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let documents = "README.md DESIGN.md COMPARE.md docs/check.md docs/errata.md docs/json.md crates/core/README.md";
    for file in documents.split(' ') {
        let path = root.join(file);
        let run = run(&["check".as_ref(), path.as_os_str()]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{file}: {}", run.out);
        assert!(!run.out.contains("not run"), "{}", run.out);
    }
}
