//! `explain`, `recover`, `solve`, `compare`, the manual and the completions.

use crate::binary::{run, run_with};

fn file(name: &str, content: &[u8]) -> String {
    let path = std::env::temp_dir().join(format!("tilework-{}-{name}", std::process::id()));
    std::fs::write(&path, content).expect("a temporary file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn explain_derives_or_tells_why_not() {
    let derived = run(&["explain", "(6,2):(8,2) o (4,3):(3,1)"]);
    assert_eq!((derived.code, derived.err.as_str()), (0, ""));
    assert!(derived.out.starts_with("(6,2):(8,2) o (4,3):(3,1)\n"), "{}", derived.out);
    assert!(derived.out.contains("((2,2),3):((24,2),8)"), "{}", derived.out);
    let refused = run(&["explain", "(6,2):(1,7) o (3,2):(2,3)"]);
    assert_eq!(refused.code, 1);
    assert!(refused.out.contains('5'), "{}", refused.out);
    run(&["explain", "coalesce(("]).refuses(2, "not closed");
    run(&["explain"]).refuses(2, "EXPR");
}

#[test]
fn recover_reads_lists_as_they_are_pasted() {
    for input in
        ["0 2 4 7 9 11", "0,2,4,7,9,11", "[0, 2, 4,\n 7, 9, 11]\n", "0\n2\n4 # half\n7\r\n9\n+11"]
    {
        run_with(&["recover"], input.as_bytes()).says(0, "(3,2):(2,7)\n");
    }
    let path = file("list", b"0 3 6 9");
    run(&["recover", &path]).says(0, "4:3\n");
    run_with(&["recover", "-"], b"0").says(0, "1:0\n");
}

#[test]
fn recover_says_where_no_layout_exists() {
    let refused = run_with(&["recover"], b"0\n1\n5\n9\n");
    refused.refuses(1, "at index 3 it is 9, but any layout that agrees up to there is 6");
    assert!(refused.err.contains("line 4 of standard input"), "{}", refused.err);
    run_with(&["recover"], b"").refuses(1, "recover");
    run_with(&["recover"], b"5 7 9").refuses(1, "--offset");
}

#[test]
fn recover_with_an_offset() {
    for option in ["--offset", "--modes"] {
        run_with(&["recover", option], b"5 7 9").says(0, "3:2 at 5\n");
        run_with(&["recover", option], b"0 2 4").says(0, "3:2\n");
    }
    let far = format!("{} {}", i64::MIN, i64::MAX);
    run_with(&["recover", "--offset"], far.as_bytes()).refuses(1, "does not fit");
}

#[test]
fn recover_reads_columns() {
    let csv = file(
        "csv",
        b"\xef\xbb\xbfname,\"offset, bytes\",lane\r\na,0,0\r\n\"b, c\",2,1\r\nd,4,2\r\n",
    );
    run(&["recover", &csv, "--column", "lane"]).says(0, "3:1\n");
    run(&["recover", &csv, "--column", "offset, bytes"]).says(0, "3:2\n");
    run(&["recover", &csv, "--column", "2"]).says(0, "3:2\n");
    run(&["recover", &csv, "--column", "bank"]).refuses(2, "there are: name, offset, bytes, lane");
    run(&["recover", &csv, "--column", "7"]).refuses(2, "there are 3 columns");
    run(&["recover", &csv, "--column", "1"]).refuses(2, ":2: `a` is not an integer");
    run_with(&["recover", "--column", "2"], b"7\t0\n7\t4\n").says(0, "2:4\n");
}

#[test]
fn recover_points_at_what_is_no_number() {
    run_with(&["recover"], b"0 1\n2 three")
        .refuses(2, "standard input:2: `three` is not an integer");
    run_with(&["recover"], b"0 99999999999999999999").refuses(2, "does not fit into 64 bits");
    run_with(&["recover"], b"0 1.5").refuses(2, "`1.5` is not an integer");
    run_with(&["recover"], b"0 \xff\x00\x1b").refuses(2, "is not an integer");
    run(&["recover", "/nowhere/to/be/found"]).refuses(2, "cannot read /nowhere/to/be/found");
    run(&["recover", "/"]).refuses(2, "cannot read /");
}

#[test]
fn solve_finds_either_operand() {
    let c = "(8,3,2):(3,1,24)";
    run(&["solve", &format!("(8,6):(6,1) o ? = {c}")]).says(0, "((2,4),3,2):((24,1),8,4)\n");
    run(&["solve", &format!("{c} = (8,6):(6,1) ∘ ?")]).says(0, "((2,4),3,2):((24,1),8,4)\n");
    run(&["solve", "? o (4,8):(8,1) = (4,8):(1,4)"]).says(0, "(8,4):(4,1)\n");
    run(&["solve", "(4,4):(1,8) o ? = 8:1"]).refuses(1, "index 4");
    run(&["solve", "? o 4:1 = 8:1"]).refuses(1, "X o B has the size of B, 4, but C has 8");
}

#[test]
fn solve_wants_an_equation() {
    run(&["solve", "4:1"]).refuses(2, "has no `?`");
    run(&["solve", "? o ? = 4:1"]).refuses(2, "only one operand");
    run(&["solve", "4:1 o ?"]).refuses(2, "one `=`");
    run(&["solve", "(?, 4) = 4:1"]).refuses(2, "on one side of `o`");
    run(&["solve", "coalese(4:1) o ? = 4:1"]).refuses(2, "coalesce");
    run(&["solve", "4:1 o ? = coalese(4:1)"]).refuses(2, "coalesce");
    run(&["solve", "<4> o ? = 4:1"]).refuses(2, "a layout is needed here");
}

#[test]
fn compare_as_functions() {
    let same = run(&["compare", "(2,4):(1,2)", "8:1"]);
    assert_eq!((same.code, same.out.lines().next()), (0, Some("the same function")));
    assert!(same.out.contains("compatible: A with B (B refines A's shape) no, B with A yes"));
    let differ = run(&["compare", "(4,8):(1,4)", "(4,8):(8,1)"]);
    let first = "not the same function: at index 1, A(1,0) = 1 and B(1,0) = 8";
    assert_eq!((differ.code, differ.out.lines().next()), (1, Some(first)));
    let shorter = run(&["compare", "4", "(2,4)"]);
    assert!(shorter.out.contains("the sizes differ, the first 4 offsets agree"));
    assert_eq!(shorter.code, 1);
    run(&["compare", "4:1", "(4,8"]).refuses(2, "not closed");
    run(&["compare", "4:1"]).refuses(2, "<B>");
    let slice = "slice_and_offset((_,2), (4,8):(1,4))";
    run(&["compare", slice, "(4):(1)"]).refuses(2, "a layout is needed here, not a slice");
}

#[test]
fn the_manual_and_the_completions() {
    for command in ["explain", "recover", "solve", "compare", "repl", "bank", "mma", "hardware"] {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(run(&["man"]).out.contains(command));
        let page = run(&["man", command]);
        assert!(page.out.contains(&format!(".TH tilework-{command} 1")), "{}", page.out);
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            assert!(run(&["completions", shell]).out.contains(command), "{shell} {command}");
        }
    }
    run(&["man", "nothing"]).refuses(2, "there is no command `nothing`");
    let help = run(&["--help"]);
    assert!(help.out.contains("Examples:") && help.out.contains("Exit code:"), "{}", help.out);
}

/// What the help promises is what the command does.
#[test]
fn the_examples_of_the_help_work() {
    for line in run(&["solve", "--help"]).out.lines() {
        if let Some(rest) = line.trim().strip_prefix("tilework solve \"") {
            let (equation, promised) = rest.split_once('"').expect("closed");
            let solved = run(&["solve", equation]);
            assert_eq!(solved.code, 0, "{}", solved.err);
            assert!(promised.trim().is_empty() || promised.trim() == solved.out.trim());
        }
    }
    run(&["(6,2):(8,2) o (4,3):(3,1)"]).says(0, "((2,2),3):((24,2),8)\n");
    assert_eq!(run(&["zipped_divide((12,32), <4,8>)"]).code, 0);
}

#[test]
fn help_for_commands_and_operations() {
    let root = run(&["help"]);
    assert_eq!((root.code, &root.out), (0, &run(&["--help"]).out));
    for group in ["\nLayouts:\n", "\nPictures:\n", "\nHardware:\n", "\nData:\n", "\nOther:\n"] {
        assert!(root.out.contains(group), "{}", root.out);
    }
    assert_eq!(run(&["help", "draw"]).out, run(&["draw", "--help"]).out);
    let operation = run(&["help", "zipped_divide"]);
    assert!(operation.out.starts_with("zipped_divide(A, "), "{}", operation.out);
    assert!(operation.out.contains(" = ((4,8),(3,4)):((1,12),(4,96))"), "{}", operation.out);
    assert_eq!(run(&["help", "LayoutLeft"]).code, 0);
    run(&["help", "divide"]).refuses(2, "there is logical_divide, zipped_divide");
    run(&["help", "nothing"]).refuses(2, "there is no command, operation or notation `nothing`");
}

#[test]
fn help_for_notation() {
    run(&["help", "~"]).says(
        0,
        "A ~ B\n  whether both are the same function\n  A ~ B is true\n  \
         with A = (4,8):(8,1) and B = ((2,2),8):((8,16),1)\n",
    );
    for sign in ["==", "and", "at", "o", "on", "<...>", "_", "Sw<B,M,S>", "1@0", "A(..)", "A[..]"] {
        let help = run(&["help", sign]);
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{sign}");
    }
    // A word of both.
    let at = run(&["help", "at"]).out;
    assert!(at.starts_with("eval_coord(A, coord)\n") && at.contains("\nA at n\n"), "{at}");
    run(&["help", "~", "--json"]).says(
        0,
        "{\"notation\":[{\"written\":\"A ~ B\",\"summary\":\"whether both are the same function\",\
         \"example\":\"A ~ B\",\"result\":\"true\"}]}\n",
    );
}

#[test]
fn help_for_everything() {
    let all = run(&["help", "--all"]).out;
    for line in [
        "Commands: Layouts\n  explain                Show step by step",
        "Operations: Algebra\n  coalesce               the shortest layout with the same function\n",
        "Notation: Operators\n  A o B                  composition",
    ] {
        assert!(all.contains(line), "{line} in\n{all}");
    }
    let json = run(&["help", "--all", "--json"]).out;
    assert!(
        json.starts_with("{\"commands\":[{\"group\":\"Layouts\",\"name\":\"explain\""),
        "{json}"
    );
}

#[test]
fn what_was_probably_meant() {
    for (arguments, help) in [
        (&["expain", "4:1"][..], "did you mean the command `explain`?"),
        (&["draw(4:1)"], "`draw` is a command: tilework draw ..."),
        (&["colaesce(4:1)"], "did you mean `coalesce`?"),
        (&["help", "zip_divide"], "did you mean `zipped_divide`?"),
        (&["help", "relayuot"], "did you mean the command `relayout`?"),
        (&["--oder", "lex", "4:1"], "a similar argument exists: '--order'"),
    ] {
        let found = run(arguments);
        assert_eq!(found.code, 2, "{arguments:?}");
        assert!(found.err.contains(help), "{arguments:?}: {}", found.err);
    }
}

#[test]
fn the_order_of_indices() {
    run(&["--order", "lex", "coalesce(make_layout((4,8)))", "(4,8):(1,4)(9)"]).says(0, "32:1\n5\n");
    run(&["--order", "colex", "(4,8):(1,4)(9)"]).says(0, "9\n");
    run_with(&["recover", "--order", "lex"], b"0 2 4 7 9 11").says(0, "(2,3):(7,2)\n");
    run(&["--order", "lex", "solve", "(2,4):(4,1) o ? = (4,2):(1,4)"]).says(0, "(4,2):(1,4)\n");
    assert_eq!(run(&["--order", "lex", "compare", "(4,8):(8,1)", "32:1"]).code, 0);
    run(&["--order", "lex", "--json", "size(4:1)"]).says(
        0,
        "{\"input\":\"size(4:1)\",\"result\":\"4\",\"value\":{\"kind\":\"integer\",\"value\":4},\
         \"order\":\"lex\"}\n",
    );
    let request =
        b"{\"ask\":\"evaluate\",\"input\":\"(4,8):(1,4)(9)\",\"order\":\"lex\"}\n4:1(1)\n";
    let answers = run_with(&["--json", "-"], request).out;
    let orders: Vec<bool> =
        answers.lines().map(|line| line.contains("\"order\":\"lex\"")).collect();
    assert_eq!(orders, [true, false], "{answers}");
    for command in ["explain", "draw", "check", "relayout"] {
        let refused =
            format!("`{command}` counts indices leftmost fastest, and not in lexicographic order");
        run(&["--order", "lex", command, "4:1"]).refuses(2, &refused);
    }
    let session = run_with(&["repl"], b":order lex\n(4,8):(1,4)(9)\n:order\n:order down\n");
    let note = "order lex: the rightmost coordinate changes fastest\n";
    assert_eq!(session.out, format!("{note}5\n{note}"));
    assert!(session.err.contains("there is no order `down`; :order colex or :order lex"));
}
