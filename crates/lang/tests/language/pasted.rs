//! What people paste, collected in files: each form with where it comes from and what it means.

use tilework_lang::{Document, Outcome, Replied, Reply, Scope};

/// A form of one of the files.
struct Form<'a> {
    from: &'a str,
    text: String,
    meaning: Vec<&'a str>,
}

const FILES: [(&str, &str); 6] = [
    ("tensors.txt", include_str!("pasted/tensors.txt")),
    ("atoms.txt", include_str!("pasted/atoms.txt")),
    ("grids.txt", include_str!("pasted/grids.txt")),
    ("cpp.txt", include_str!("pasted/cpp.txt")),
    ("python.txt", include_str!("pasted/python.txt")),
    ("hostile.txt", include_str!("pasted/hostile.txt")),
];

fn forms(file: &str) -> Vec<Form<'_>> {
    let mut out: Vec<Form<'_>> = Vec::new();
    for line in file.lines() {
        if let Some(from) = line.strip_prefix("-- ") {
            out.push(Form { from, text: String::new(), meaning: Vec::new() });
        } else if let Some(form) = out.last_mut() {
            match line.strip_prefix("=> ") {
                Some(meaning) => form.meaning.push(meaning),
                None if form.meaning.is_empty() => form.text += &format!("{line}\n"),
                // The empty line between two forms.
                None => assert_eq!(line, "", "{}", form.from),
            }
        }
    }
    out
}

/// What came of a statement, as the files write it.
fn meaning(reply: &Replied) -> String {
    match &reply.came {
        Reply::Did(answered) => match &answered.outcome {
            Outcome::Value(value) => value.to_string(),
            Outcome::Bound(name, value) => format!("{name} = {value}"),
            Outcome::Claim(_, _, holds) => holds.to_string(),
            other => panic!("{other:?}"),
        },
        Reply::LeftOut(_) => format!("- {}", reply.text.trim()),
        Reply::Refused(why) => {
            assert!(why.render(&reply.text).starts_with("error: "));
            format!("! {} `{}`", why.kind, &reply.text[why.span()])
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_form_has_its_meaning() {
    let (mut count, mut wrong) = (0, String::new());
    for (name, file) in FILES {
        for form in forms(file) {
            let replies = Document::read(&mut Scope::new(), &form.text);
            let found: Vec<String> = replies.iter().map(meaning).collect();
            if found != form.meaning {
                wrong += &format!("{name}: {}\n", form.from);
                for i in 0..found.len().max(form.meaning.len()) {
                    let (found, meant) = (found.get(i), form.meaning.get(i));
                    if found.map(String::as_str) != meant.copied() {
                        wrong += &format!("  found {found:?}\n  meant {meant:?}\n");
                    }
                }
            }
            count += form.meaning.len();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 150, "{count} statements are too few");
}

/// Lines are those of the text, whatever was put together.
#[test]
fn every_statement_has_its_line() {
    for (_, file) in FILES {
        for form in forms(file) {
            let lines: Vec<&str> = form.text.lines().collect();
            for reply in Document::read(&mut Scope::new(), &form.text) {
                let first = reply.text.trim_start().lines().next().unwrap_or("");
                assert!(lines[reply.line - 1].contains(first), "{}: {reply:?}", form.from);
            }
        }
    }
}

/// Whatever a line is between, it has the same meaning.
#[test]
fn prose_around_changes_nothing() {
    for (_, file) in FILES {
        for form in forms(file) {
            let text = format!("What follows is a print\n\n{}\n\nand more words", form.text);
            let replies = Document::read(&mut Scope::new(), &text);
            let found: Vec<String> = replies.iter().map(meaning).collect();
            assert_eq!(found[1..found.len() - 1], form.meaning, "{}", form.from);
        }
    }
}

fn notes(text: &str) -> Vec<String> {
    let replies = Document::read(&mut Scope::new(), text);
    let notes = replies.into_iter().filter_map(|reply| match reply.came {
        Reply::Did(answered) => Some(answered.notes),
        _ => None,
    });
    notes.flatten().collect()
}

/// What is read in another way than it may look is said.
#[test]
fn nothing_is_read_silently() {
    let said = |text: &str, part: &str| {
        let notes = notes(text);
        assert!(notes.iter().any(|note| note.contains(part)), "{text}: {notes:?}");
    };
    said("S = (4,8)\nS : (1,4)", "so this is the layout S:");
    said("shape : (4,8)", "`shape` alone is this value");
    said("auto size = 4;\nsize", "`size` alone is this value");
    said("A : 4:1\nA : 4:2", "`A` was 4:1 and now is 4:2");
    said("a: TiledCopy\n ThrID: 4:1\nb: TiledCopy\n ThrID: 4:2", "; a_ThrID and b_ThrID keep both");
    said("cute.recast_layout(32, 16, 8:1)", "recast(layout, 16, 32)");
    said("8:2\n  0 1 2 3 4 5 6 7\n+-+\n|0 2 4 6 8 10 12 14|\n+-+", "shows the layout");
    assert_eq!(notes("S = (4,8)\nS:(1,4)"), [""; 0]);
    assert_eq!(notes("A : 4:1\nA : 4:1"), [""; 0]);
}

/// Grids of all layouts of two small modes are recovered, whatever draws them.
#[test]
fn grids_of_small_layouts() {
    for (m, n) in [(1, 4), (2, 2), (3, 2), (4, 3)] {
        for (a, b) in [(1, m), (n, 1), (0, 1), (-1, 4), (3, 3), (2, -5)] {
            let value = |i: i64, j: i64| i * a + j * b;
            let mut text: String = (0..n).map(|j| format!(" {j}")).collect();
            for i in 0..m {
                text += "\n    +--+--+\n";
                text += &format!("{i:2}  |");
                text += &(0..n).map(|j| format!(" {} |", value(i, j))).collect::<String>();
            }
            text += "\n    +--+--+\n";
            let replies = Document::read(&mut Scope::new(), &text);
            let [Replied { came: Reply::Did(answered), .. }] = &replies[..] else {
                panic!("{text}{replies:?}")
            };
            let Outcome::Value(tilework_lang::Value::Layout(layout)) = &answered.outcome else {
                panic!("{text}{answered:?}")
            };
            assert_eq!(layout.rank(), 2, "{text}{layout}");
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                assert_eq!(layout.at_index(i + m * j), Ok(value(i, j)), "{text}{layout}");
            }
        }
    }
}

/// Rows and columns are written, so a flat layout is the same in both orders; nested modes are counted.
#[test]
fn grids_in_lexicographic_order() {
    let flat = "  0 1\n+-+-+\n0 |0|1|\n1 |2|3|\n+-+-+";
    let nested = "  0 1 2 3\n+-+-+\n0 |0|1|4|5|\n1 |2|3|6|7|\n+-+-+";
    let read = |text: &str| {
        let replies = Document::read(&mut Scope::in_order(tilework::Order::Lex), text);
        replies.iter().map(meaning).collect::<Vec<_>>()
    };
    assert_eq!(read(flat), ["(2,2):(2,1)"]);
    assert_eq!(read(nested), ["! usage ``"]);
}

/// No time that grows with the square of the length, no depth that grows with it, no text that is lost.
#[test]
fn large_documents() {
    let many = 20_000;
    for line in [
        "(\n",
        "A : (\n",
        "A:\n",
        "0 1 2\n",
        "+--+\n",
        "|1|\n",
        "# a\n",
        "/*\n",
        ";\n",
        "4;4;",
        "x =\n",
        "Layout<4,\n",
        "\0\n",
        "\u{202e}4:1\n",
        "4:1\n",
        "A : 4:1\n",
        ":",
        "((((",
        "\n",
        "é\n",
    ] {
        let text = line.repeat(many);
        let replies = Document::read(&mut Scope::new(), &text);
        assert!(replies.len() <= 2 * many + 2, "{line:?}");
        for reply in replies.iter().take(100) {
            meaning(reply);
        }
    }
    let groups = "a: TiledCopy\n b: 4\n".repeat(many / 20);
    assert_eq!(Document::read(&mut Scope::new(), &groups).len(), many / 10);
    let wide = format!("{}\n8:1\n", "a ".repeat(5_000_000));
    let replies = Document::read(&mut Scope::new(), &wide);
    assert_eq!(replies.len(), 2);
    let deep = format!("tA : {}4{}\n8:1\n", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(meaning(&Document::read(&mut Scope::new(), &deep)[1]), "8:1");
}
