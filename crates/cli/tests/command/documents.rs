//! Checking a document must not do what the document says.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::binary::{Run, command, run, run_with};
use crate::relayout::Folder;

const SECRET: &str = "secret_value = 31337:1\n";

/// All files below a folder with what they hold, links as what they say.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        let kind = fs::symlink_metadata(&path).expect("it is there").file_type();
        if kind.is_dir() {
            out.extend(contents(&path));
        } else if kind.is_symlink() {
            let to = fs::read_link(&path).expect("a link");
            out.insert(name, to.as_os_str().as_encoded_bytes().to_vec());
        } else if kind.is_file() {
            out.insert(name, fs::read(&path).expect("a file"));
        } else {
            out.insert(name, b"a pipe".to_vec());
        }
    }
    out
}

/// Everything that a document could try to do to the files of whoever checks it.
#[cfg(unix)]
const EVIL: &str = r#"
$ tilework draw "4:1" -o made.svg
$ tilework draw "4:1" -o victim.txt
$ tilework draw "4:1" --output=link.svg
$ tilework draw "4:1" -omade.txt
$ tilework draw "4:1" -o -
$ tilework draw "4:1" --format png
$ tilework relayout --dtype u8 --src 4:1 --dst 4:1 victim.txt made.bin
$ tilework relayout --dtype u8 --src 4:1 --dst 4:-1 victim.txt victim.txt
$ tilework relayout --dtype u8 --src 4:1 --dst 4:1 secret -
$ tilework relayout --dtype u8 --src 4:1 --dst 4:1 pipe -
$ printf abcd | tilework relayout --dtype u8 --src 4:1 --dst 4:1 - made.bin
$ printf abcd | tilework relayout --dtype u8 --src 4:1 --dst 4:1 --progress always - -
$ tilework relayout --tune
$ printf abcd | tilework relayout --tune --dtype u8 --src 4:1 --dst 4:1 - -
$ printf a | tilework relayout --dtype u8 --src 999999999:0 --dst 999999999:1 - -
$ tilework check --fix other.md
$ tilework check other.md
$ tilework check --allow-files evil.md
$ tilework check --allow-files -
$ tilework check evil.md
$ tilework check pipe
$ tilework check - secret
$ tilework -f secret "secret_value"
$ tilework --bindings=secret "secret_value"
$ tilework -fsecret "secret_value"
$ tilework "4:1" -f /etc/passwd
$ tilework check -f secret -
$ tilework -f pipe "4:1"
$ tilework -f link "4:1"
$ tilework -f /dev/zero "4:1"
$ tilework recover secret
$ tilework recover pipe
$ tilework recover /dev/zero
$ ./tilework "4:1"
$ /usr/bin/tilework "4:1"
$ "/usr/bin/tilework" "4:1"
$ NO_COLOR=1 tilework "4:1"
$ env tilework draw "4:1" -o made.svg
$ sudo tilework "4:1"
$ TILEWORK_IN_SESSION= tilework check --allow-files evil.md
$ tilework "4:1" > made
$ tilework "4:1" >> victim.txt
$ tilework "4:1" 2> made
$ tilework - < secret
$ tilework - <<< "4:1"
$ tilework "$(touch made)"
$ tilework `touch made`
$ tilework "`touch made`"
$ tilework $HOME
$ tilework "$HOME"
$ tilework *
$ tilework ~
$ tilework "4:1"; touch made
$ tilework "4:1" && touch made
$ tilework "4:1" || touch made
$ tilework "4:1" & touch made
$ tilework "4:1" | tee made
$ tilework "4:1" | tilework - | tilework -
$ cat secret | tilework -
$ touch made | tilework "4:1"
$ printf '%s' "4:1" | tilework -
$ printf 'a\x41' | tilework -
$ echo -e '4:1\n' | tilework -
$ echo '4:1\c' | tilework -
$ (tilework "4:1")
$ tilework "4:1
$ tilework '4:1
$ tilework "4:1" \
"#;

/// Those that only answer, however hard they try.
const HARMLESS: &str = r#"
$ printf 'secret_value\n:draw secret_value\n' | tilework repl
error: `secret_value` has no value
  secret_value
  ^^^^^^^^^^^^ unknown
  help: define it: secret_value = (4,8):(1,4)
error: `secret_value` has no value
  secret_value
  ^^^^^^^^^^^^ unknown
  help: define it: secret_value = (4,8):(1,4)
$ printf '4:1\n' | tilework -f - "4:1"
4:1
$ tilework '$(touch made)'
error: `$` means nothing here
  $(touch made)
  ^ here
$ tilework nothing
error: `nothing` has no value
  nothing
  ^^^^^^^ unknown
  help: define it: nothing = (4,8):(1,4)
"#;

#[cfg(unix)]
fn scene() -> Folder {
    let folder = Folder::new();
    folder.file("victim.txt", b"abcd");
    folder.file("secret", SECRET.as_bytes());
    folder.file("other.md", b"`size(4:1) = 5`\n");
    folder.file("target.svg", b"old");
    std::os::unix::fs::symlink("target.svg", folder.path("link.svg")).expect("a link");
    std::os::unix::fs::symlink("secret", folder.path("link")).expect("a link");
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    folder
}

/// Runs in a folder, with a home of its own, and ends it if it waits for something.
fn patient(folder: &Folder, args: &[&str]) -> Run {
    let mut command = command();
    command.current_dir(folder.path(".")).args(args).env("HOME", folder.path("home"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let (mut out, start) = (child.stdout.take().expect("a pipe"), Instant::now());
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut out, &mut bytes).map(|_| bytes)
    });
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("it waits for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut output = child.wait_with_output().expect("it ended");
    output.stdout = reader.join().expect("a reader").expect("text");
    Run::of(&output)
}

#[cfg(unix)]
#[test]
fn a_document_does_not_act() {
    let folder = scene();
    let commands = EVIL.lines().filter(|line| line.starts_with("$ ")).count();
    let evil = format!("# evil\n\n```console{EVIL}```\n\nAnd `size(4:1) = 4`.\n");
    folder.file("evil.md", evil.as_bytes());
    let before = contents(&folder.path("."));
    for (args, list) in [
        (&["check", "evil.md"][..], false),
        (&["check", "--list", "evil.md"], true),
        (&["check", "--fix", "evil.md"], false),
    ] {
        let run = patient(&folder, args);
        // What is not run is neither right nor wrong.
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        let fixed = if args.contains(&"--fix") { ", 0 fixed" } else { "" };
        let last = format!("evil.md: 1 claim, 0 wrong{fixed}, {commands} not run\n");
        assert!(run.out.ends_with(&last), "{}", run.out);
        assert_eq!(run.out.matches("\n  not run: ").count(), commands, "{}", run.out);
        assert_eq!(run.out.contains("size(4:1) = 4 holds"), list);
        assert!(!run.out.contains("31337"), "{}", run.out);
        assert_eq!(contents(&folder.path(".")), before);
    }
    let run = patient(&folder, &["--json", "check", "evil.md"]);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &report["not_run"]), (0, &Value::from(commands)));
    let findings = report["findings"].as_array().expect("an array");
    assert_eq!(findings.len(), commands);
    for finding in findings {
        assert_eq!((&finding["ran"], &finding["holds"]), (&Value::from(false), &Value::Null));
        assert!(finding["reason"].is_string(), "{finding}");
        assert!(finding.get("found").is_none(), "{finding}");
    }
    assert_eq!(contents(&folder.path(".")), before);
}

#[cfg(unix)]
#[test]
fn what_only_answers_is_run() {
    let folder = scene();
    folder.file("page.md", format!("```console{HARMLESS}```\n").as_bytes());
    let before = contents(&folder.path("."));
    let run = patient(&folder, &["check", "--list", "page.md"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.ends_with("page.md: 4 claims, 0 wrong\n"), "{}", run.out);
    // There is no history either.
    assert_eq!(contents(&folder.path(".")), before);
    // A document on standard input is a document.
    let page = "```console\n$ tilework 4:1\n5:1\n$ tilework -f secret 4:1\n```\n";
    run_with(&["check", "-"], page.as_bytes()).says(
        1,
        "standard input:2:1: tilework 4:1\n  expected 5:1\n  found    4:1\nstandard input:4:1: $ tilework -f secret 4:1\n  not run: it names a file, secret\nstandard input: 1 claim, 1 wrong, 1 not run\n",
    );
}

/// The answers are those of the command that somebody types.
#[test]
fn the_answers_are_those_of_the_command() {
    for args in [
        &["(6,2):(8,2) o (4,3):(3,1)"][..],
        &["4:1", "5:1 = 6:1"],
        &["--facts", "--grid", "(4,8):(1,4)"],
        &["--json", "(6,2):(1,7) o (3,2):(2,3)"],
        &["--color", "always", "--grid", "(2,2)"],
        &["explain", "complement(4:2, 24)"],
        &["draw", "(300,300):(300,1)"],
        &["draw", "--format", "svg", "(4,4):(4,1)"],
        &["compare", "4:1", "4:2"],
        &["solve", "4:1 o ? = 2:2"],
        &["recover"],
        &["man"],
        &["completions", "bash"],
        &["--version"],
        &["--help"],
        &["draw", "--help"],
        &["--nonsense"],
        &["draw"],
        &["man", "nothing"],
        &["--color", "row", "4:1"],
        &["relayout", "-", "-"],
        &[],
    ] {
        let alone = run(args);
        let quoted: Vec<String> = args.iter().map(|arg| format!(" '{arg}'")).collect();
        let both = alone.out + &alone.err;
        let lines: String = both.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let page = format!("```console\n$ tilework{}\n{lines}```\n", quoted.concat());
        run_with(&["check", "-"], page.as_bytes()).says(0, "standard input: 1 claim, 0 wrong\n");
    }
}

#[cfg(unix)]
#[test]
fn a_caller_may_allow_files() {
    let folder = scene();
    let page = "```console\n$ tilework -f secret secret_value\n31337:1\n$ tilework draw 4:1 -o made.svg\n$ tilework check inner.md\ninner.md:2:1: $ tilework draw 4:1 -o never.svg\n  not run: a command in a document cannot run others\ninner.md: 0 claims, 0 wrong, 1 not run\n$ tilework check --allow-files inner.md\ninner.md:2:1: $ tilework draw 4:1 -o never.svg\n  not run: a command in a document cannot run others\ninner.md: 0 claims, 0 wrong, 1 not run\n$ tilework 4:1 > never\n```\n";
    folder.file("page.md", page.as_bytes());
    folder.file("inner.md", b"```console\n$ tilework draw 4:1 -o never.svg\n```\n");
    let page = folder.path("page.md").display().to_string();
    // The folder is that of the document, wherever this runs.
    let run = run(&["check", "--allow-files", &page]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.ends_with("page.md: 4 claims, 0 wrong, 1 not run\n"), "{}", run.out);
    assert!(folder.read("made.svg").starts_with(b"<svg"));
    assert!(!folder.path("never.svg").exists() && !folder.path("never").exists());
}

#[test]
fn long_documents_end() {
    // Each would print some megabytes, or go through many elements.
    let page = format!(
        "```console\n{}{}```\n",
        "$ tilework 'offsets(1000000:1)'\n".repeat(100),
        "$ tilework draw --format svg '(1024,1024):(1,1024)'\n".repeat(1000)
    );
    let run = run_with(&["check", "-"], page.as_bytes());
    assert_eq!(run.code, 0);
    assert!(run.out.ends_with("standard input: 0 claims, 0 wrong, 1100 not run\n"));
    let page = format!("```console\n$ tilework '{}'\n```\n", "4".repeat(1 << 20));
    let run = run_with(&["check", "-"], page.as_bytes());
    assert!(run.out.contains("not run: it is given 1048576 bytes"));
}
