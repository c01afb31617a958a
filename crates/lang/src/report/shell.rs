//! Command lines as a shell reads them, as far as they stand for nothing but themselves.

/// A word of a command line, or the sign between two commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Pipe,
}

/// The tokens of a line.
///
/// # Errors
/// What a shell would do with it besides taking it apart, in words: look up a variable, run another
/// command, open a file.
pub(super) fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            ' ' | '\t' => out.extend(word.take().map(Token::Word)),
            '#' if word.is_none() => break,
            '|' if rest.peek().is_none_or(|next| !"|&".contains(*next)) => {
                out.extend(word.take().map(Token::Word));
                out.push(Token::Pipe);
            }
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next() {
                        None => return Err(unfinished()),
                        Some('\'') => break,
                        Some(character) => word.push(character),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next() {
                        None => return Err(unfinished()),
                        Some('"') => break,
                        Some(sign @ ('$' | '`')) => return Err(special(sign)),
                        Some('\\') => match rest.next() {
                            None => return Err(unfinished()),
                            Some(escaped @ ('$' | '`' | '"' | '\\')) => word.push(escaped),
                            Some(other) => word.extend(['\\', other]),
                        },
                        Some(character) => word.push(character),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(rest.next().ok_or_else(unfinished)?),
            '~' if word.is_some() => word.get_or_insert_default().push('~'),
            _ if "|&;<>()$`*?[{!~".contains(character) => return Err(special(character)),
            _ => word.get_or_insert_default().push(character),
        }
    }
    out.extend(word.map(Token::Word));
    Ok(out)
}

fn special(sign: char) -> String {
    format!("`{sign}` outside quotes is special to a shell")
}

fn unfinished() -> String {
    "the command continues on the next line".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_themselves() {
        let word = |text: &str| Token::Word(text.to_owned());
        let read = |line| tokens(line).unwrap();
        assert_eq!(read("a 'b c' \"d e\"f  g\\ h # i"), ["a", "b c", "d ef", "g h"].map(word));
        assert_eq!(read(r#"'$x `y` \' "\"\$\n" '' """#), ["$x `y` \\", "\"$\\n", "", ""].map(word));
        assert_eq!(read("a|b '|'"), [word("a"), Token::Pipe, word("b"), word("|")]);
        assert_eq!(read("4:1#2 A~B \\~"), ["4:1#2", "A~B", "~"].map(word));
        assert_eq!(read("   "), []);
    }

    #[test]
    fn everything_else_is_refused() {
        for line in [
            "a > b",
            "a 2>&1",
            "a >> b",
            "a < b",
            "a << b",
            "a <(b)",
            "a & b",
            "a ; b",
            "a && b",
            "a || b",
            "a |& b",
            "(a)",
            "a $b",
            "a ${b}",
            "a $(b)",
            "a `b`",
            "a \"$b\"",
            "a \"`b`\"",
            "a *",
            "a ?",
            "a [b]",
            "a {b,c}",
            "a ~",
            "a ~/b",
            "!a",
            "a \\",
            "a 'b",
            "a \"b",
            "a \"b\\",
        ] {
            assert!(tokens(line).is_err(), "{line}");
        }
    }
}
