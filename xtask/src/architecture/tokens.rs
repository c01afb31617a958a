//! Just enough of Rust's lexical structure to find modules and paths: words and punctuation with their
//! lines, without comments, literals, and what is compiled for unit tests only.

/// A word, `::`, or a single character of punctuation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) line: usize,
}

/// The tokens of a file that are part of the program.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    without_unit_tests(&all(source))
}

fn all(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let (mut tokens, mut line, mut i) = (Vec::new(), 1, 0);
    while i < chars.len() {
        let start = i;
        match at(i) {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => i = block_comment(&chars, i),
            '"' => i = string(&chars, i + 1),
            'r' if at(i + 1) == '"' || (at(i + 1) == '#' && matches!(at(i + 2), '"' | '#')) => {
                i = raw_string(&chars, i + 1);
            }
            // A character, unless it is a lifetime.
            '\'' if at(i + 1) == '\\' => {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            '\'' if at(i + 2) == '\'' => i += 3,
            c if c.is_alphanumeric() || c == '_' => {
                while at(i).is_alphanumeric() || at(i) == '_' {
                    i += 1;
                }
                tokens.push(Token { text: chars[start..i].iter().collect(), line });
            }
            ':' if at(i + 1) == ':' => {
                i += 2;
                tokens.push(Token { text: "::".into(), line });
            }
            c => {
                i += 1;
                if !c.is_whitespace() {
                    tokens.push(Token { text: c.into(), line });
                }
            }
        }
        line += chars[start..i.min(chars.len())].iter().filter(|&&c| c == '\n').count();
    }
    tokens
}

fn block_comment(chars: &[char], start: usize) -> usize {
    let (mut depth, mut i) = (0, start);
    while i < chars.len() {
        match (chars[i], chars.get(i + 1)) {
            ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
            ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i
}

/// Behind the quote that ends a string.
fn string(chars: &[char], mut i: usize) -> usize {
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

fn raw_string(chars: &[char], mut i: usize) -> usize {
    let hashes = chars[i..].iter().take_while(|&&c| c == '#').count();
    i += hashes + 1;
    while i < chars.len() {
        let closes = chars[i] == '"' && chars[i + 1..].iter().take(hashes).all(|&c| c == '#');
        i += 1;
        if closes {
            return i + hashes;
        }
    }
    i
}

/// Unit tests may use what they like.
fn without_unit_tests(tokens: &[Token]) -> Vec<Token> {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let here = tokens[i..].iter().map(|token| token.text.as_str());
        if here.take(TEST.len()).eq(TEST) {
            i = end_of_item(tokens, i + TEST.len());
        } else {
            kept.push(tokens[i].clone());
            i += 1;
        }
    }
    kept
}

/// Behind the `;` or the closing brace that ends an item.
fn end_of_item(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                // The braces of an import end with a `;`, those of other items do not.
                if depth == 0 && tokens.get(i + 1).is_none_or(|next| next.text != ";") {
                    return i + 1;
                }
            }
            ";" if depth == 0 => return i + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> String {
        let words: Vec<_> = tokens(source).into_iter().map(|token| token.text).collect();
        words.join(" ")
    }

    #[test]
    fn comments_and_literals_are_left_out() {
        assert_eq!(words("use a::b; // crate::c\n/* d /* e */ f */ g"), "use a :: b ; g");
        assert_eq!(
            words(r##"let x = ("crate::a \" b", r#"c "d" e"#, 'f', '\'', '"');"##),
            "let x = ( , , , , ) ;"
        );
        assert_eq!(words("fn f<'a>(x: &'a str) {}"), "fn f < ' a > ( x : & ' a str ) { }");
    }

    #[test]
    fn unit_tests_are_left_out() {
        assert_eq!(words("#[cfg(test)]\nmod tests { use super::*; fn f() {} }\nmod b;"), "mod b ;");
        assert_eq!(words("#[cfg(test)] use crate::a::{b, c}; mod d;"), "mod d ;");
    }

    #[test]
    fn lines_are_counted() {
        let lines: Vec<_> =
            tokens("a\n\"b\nc\"\nd /* \n */ e").into_iter().map(|t| t.line).collect();
        assert_eq!(lines, [1, 4, 5]);
    }
}
