//! Whatever comes from files and arguments, what is shown does not steer a terminal.

use crate::binary::{Run, command};
use crate::relayout::Folder;

/// What somebody may have put into a file, its name, or an argument.
const EVIL: [&str; 9] = [
    "\u{1b}[31m",
    "\u{1b}]0;title\u{7}",
    "\u{9b}2J\u{90}",
    "\u{1}\u{8}\u{b}\u{c}\u{e}\u{1f}",
    "\r",
    "\t",
    "\u{7f}\u{80}\u{85}\u{9f}",
    "\u{202e}\u{2066}\u{200f}\u{61c}",
    "\u{feff}\u{2028}\u{200b}",
];

/// Written down once more, not the definition of the program.
fn steers(character: char) -> bool {
    let code = u32::from(character);
    let control = code < 0x20 || (0x7f..0xa0).contains(&code);
    let turns = [0x61c, 0x200e, 0x200f].contains(&code)
        || (0x202a..=0x202e).contains(&code)
        || (0x2066..=0x2069).contains(&code);
    let hides = [0x200b, 0x2028, 0x2029, 0xfeff].contains(&code);
    (control && character != '\n') || turns || hides
}

#[track_caller]
fn clean(run: &Run, args: &[String]) {
    assert!((0..=2).contains(&run.code), "{args:?}: {}", run.err);
    for text in [&run.out, &run.err] {
        assert!(!text.contains(steers), "{args:?}: {text:?}");
    }
}

/// Files whose names and contents hold something evil.
fn files(folder: &Folder, evil: &str) {
    let page = format!(
        "`size(4:1) {evil} = 5` and `size(4:1)` is `5{evil}`.\n\nsize(4:1 {evil}) = 5 # {evil}\n\n\
         A{evil} = 4:1\nsize(A{evil}) = 5\n\n\
         ```layout\n{evil} what{evil}\nsize(4:1) = 5 # {evil}\n```\n\n```cpp\nsize(4:1); // 5{evil}\n```\n\n\
         ```console\n$ tilework '{evil}'\n{evil}\n$ tilework -f 'x{evil}' 4:1\n\
         $ tilework \"4:1 # {evil}\"\n{evil}\n$ tilework --color always {evil} '4:1 o' --{evil}\n\
         $ tilework recover --column '{evil}'\n$ {evil} tilework\n$ tilework --grid --color always 4\n```\n"
    );
    folder.file(&format!("x{evil}.md"), page.as_bytes());
    folder.file(&format!("x{evil}.rs"), format!("// size(4:1) = 5{evil}\n").as_bytes());
    folder.file(&format!("names{evil}"), format!("A = 4:1\n{evil}\nB{evil} = C\n").as_bytes());
    folder.file(&format!("wrong{evil}"), b"size(4:1) = 5\n");
    folder.file(&format!("table{evil}.csv"), format!("a{evil},b\n0,1\n1{evil},2\n").as_bytes());
    folder.file(&format!("in{evil}"), b"abcdefgh");
    for (name, descr) in [("a", format!("[('n{evil}', '<f4')]")), ("b", format!("'<{evil}4'"))] {
        let header =
            format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,), 'x{evil}': 1}}");
        let known = header.replace(&format!(", 'x{evil}': 1"), "");
        for (name, header) in
            [(format!("{name}{evil}.npy"), known), (format!("x{name}.npy"), header)]
        {
            let mut bytes = b"\x93NUMPY\x03\x00".to_vec();
            bytes.extend((header.len() as u32).to_le_bytes());
            bytes.extend(header.as_bytes());
            bytes.extend([0; 8]);
            folder.file(&name, &bytes);
        }
    }
}

/// Every command, with something evil in each of its arguments; `@` stands for it.
const COMMANDS: &[&[&str]] = &[
    &["@"],
    &["4:1 @"],
    &["4:1 # @"],
    &["A@ = 4:1"],
    &["(6,2):(1,7) @ o (3,2):(2,3)"],
    &["4:1 @= 5:1"],
    &["nothing@"],
    &["4:1", "o", "@"],
    &["-f", "names@", "A"],
    &["-f", "wrong@", "4:1"],
    &["-f", "no@", "4:1"],
    &["--color", "@", "4:1"],
    &["--as", "@", "4:1"],
    &["--@", "4:1"],
    &["explain", "4:1 # @"],
    &["explain", "(6,2):(8,2) @ o (4,3):(3,1)"],
    &["explain", "@"],
    &["explain", "-@"],
    &["check", "x@.md"],
    &["check", "--list", "x@.md"],
    &["check", "x@.rs"],
    &["check", "no@"],
    &["check", "in@", "x@.md", "--@"],
    &["check", "--allow-files", "x@.md"],
    &["recover", "no@"],
    &["recover", "table@.csv"],
    &["recover", "table@.csv", "--column", "c@"],
    &["recover", "table@.csv", "--column", "b"],
    &["recover", "table@.csv", "--column", "1"],
    &["solve", "4:1 o ? = 2:@"],
    &["solve", "4:1 @o ? = 2:2"],
    &["solve", "@"],
    &["compare", "4:1 # @", "4:2"],
    &["compare", "@", "4:2"],
    &["draw", "(2,2) # @"],
    &["draw", "(2,2):(2,1) @"],
    &["draw", "(2,2)", "--title", "@"],
    &["draw", "(2,2)", "--title", "@", "--format", "svg"],
    &["draw", "(2,2)", "--title", "@", "--format", "html"],
    &["draw", "(2,2)", "--title", "@", "--format", "tex"],
    &["draw", "(2,2) # @", "--format", "svg"],
    &["draw", "(2,2)", "-o", "no@/where.svg"],
    &["draw", "(2,2)", "-o", "where@"],
    &["draw", "(2,2)", "--slice", "@"],
    &["draw", "(2,2)", "--tv", "@"],
    &["draw", "(2,2)", "--color-by", "layout=@"],
    &["draw", "(2,2)", "--color-by", "mode=@"],
    &["draw", "(2,2)", "--format", "@"],
    &["draw", "(2,2)", "--scale", "@"],
    &["relayout", "no@", "out"],
    &["relayout", "--dtype", "@", "--src", "4:1", "--dst", "4:1", "in@", "out"],
    &["relayout", "--dtype", "u8", "--src", "4@", "--dst", "4:1", "in@", "out"],
    &["relayout", "--dtype", "u8", "--src", "4:1", "--dst", "4:1", "-v", "in@", "out@"],
    &["relayout", "--dtype", "u8", "--src", "9:1", "--dst", "9:1", "in@", "out"],
    &["relayout", "--dtype", "u8", "--src", "4:1", "--dst", "4:0", "in@", "out"],
    &["relayout", "--dtype", "u8", "--src", "4:1", "--dst", "4:1", "in@", "no@/where"],
    &["relayout", "--dtype", "<f4@", "--src", "1:1", "--dst", "1:1", "--dry-run", "in@"],
    &["relayout", "--permute", "@", "a@.npy", "out.npy"],
    &["relayout", "--permute", "0", "--dry-run", "a@.npy", "out.npy"],
    &["relayout", "--permute", "0", "-v", "a@.npy", "out@.npy"],
    &["relayout", "--dtype", "u8", "--permute", "0", "a@.npy", "out.npy"],
    &["relayout", "--permute", "0", "b@.npy", "out.npy"],
    &["relayout", "--permute", "0", "xa.npy", "out.npy"],
    &["relayout", "--memory", "@", "xa.npy", "out.npy"],
    &["relayout", "--tuning", "@", "xa.npy", "out.npy"],
    &["relayout", "--tuning", "tile=@,isa=@", "xa.npy", "out.npy"],
    &["man", "@"],
    &["completions", "@"],
    &["@", "explain", "4:1"],
];

#[test]
fn nothing_steers_a_terminal() {
    for evil in EVIL {
        let folder = Folder::new();
        files(&folder, evil);
        for args in COMMANDS {
            for json in [false, true] {
                let mut args: Vec<String> = args.iter().map(|arg| arg.replace('@', evil)).collect();
                // Sessions show colours of ours, which are as visible as others.
                let first = if json { "--json" } else { "--color=never" };
                if json || !args.contains(&"--color".to_owned()) {
                    args.insert(0, first.to_owned());
                }
                let output = command().current_dir(folder.path(".")).args(&args).output();
                let run = Run::of(&output.expect("the binary runs"));
                clean(&run, &args);
                if json && !run.out.is_empty() {
                    for line in run.out.lines() {
                        let object: serde_json::Value = serde_json::from_str(line)
                            .unwrap_or_else(|error| panic!("{args:?}: {error}"));
                        assert!(object.is_object());
                    }
                }
            }
        }
    }
}

/// What is read from standard input, also with NUL and bytes that are no text.
#[test]
fn nothing_from_standard_input_either() {
    for evil in EVIL.into_iter().chain(["\0", "\0\u{1b}c"]) {
        let input = format!(
            "4:1 {evil}\n{evil}\nA{evil} = 4:1\n:help {evil}\n:{evil}\n:draw 4:1 # {evil}\n:explain 4:1 #{evil}\n1{evil}2\n4:1 = 5:1 # {evil}\n"
        );
        let bytes = [input.as_bytes(), b"\xff\x1b[31m\n"].concat();
        for args in [
            &["-"][..],
            &["--json", "-"],
            &["explain", "-"],
            &["--json", "explain", "-"],
            &["recover"],
            &["recover", "--column", "x"],
            &["repl"],
            &["check", "-"],
            &["-f", "-", "4:1"],
            &["relayout", "-", "-", "--input-format", "npy", "--permute", "0"],
        ] {
            let run = crate::binary::run_with(args, &bytes);
            clean(&run, &args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>());
        }
    }
}

/// What JSON escapes is what was there.
#[test]
fn json_says_what_was_there() {
    let text = "4:1 # \u{1b}\u{9b}\u{202e}\u{e0041}\t\"\\ü";
    let run = crate::binary::run(&["--json", text]);
    assert!(run.out.contains(r"\u001b\u009b\u202e\udb40\udc41\t\"), "{}", run.out);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(answer["input"], text);
}
