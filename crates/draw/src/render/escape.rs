//! Escaping: any text is displayed literally in each output, and cannot end the markup around it.

use std::fmt::{self, Display, Formatter, Write};

/// Whether a character is a control character or changes the direction of writing, and so affects the
/// display of what is around it.
fn is_control_or_bidi(c: char) -> bool {
    let bidi = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    bidi || c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// Text for XML and HTML, between tags or in quoted attributes.
pub(crate) struct Xml<'a>(pub(crate) &'a str);

impl Display for Xml<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // XML 1.0 allows no control characters, not even as references.
                c if is_control_or_bidi(c) => f.write_str("\u{fffd}")?,
                '\u{fffe}' | '\u{ffff}' => f.write_str("\u{fffd}")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Text for TeX, in text mode.
pub(crate) struct Tex<'a>(pub(crate) &'a str);

impl Display for Tex<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for c in self.0.chars() {
            // Two of these would become one dash, or one quotation mark.
            if before == Some(c) && matches!(c, '-' | ',') {
                f.write_str("{}")?;
            }
            before = Some(c);
            match c {
                '\\' => f.write_str("\\textbackslash{}")?,
                '{' | '}' | '$' | '&' | '#' | '_' | '%' => write!(f, "\\{c}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                '<' => f.write_str("\\textless{}")?,
                '>' => f.write_str("\\textgreater{}")?,
                '|' => f.write_str("\\textbar{}")?,
                '"' => f.write_str("\\textquotedbl{}")?,
                '\'' => f.write_str("\\textquotesingle{}")?,
                '`' => f.write_str("\\textasciigrave{}")?,
                // A line break would end a paragraph inside a node.
                c if c.is_control() => f.write_str(" ")?,
                c if c.is_ascii() => write!(f, "{c}")?,
                // TeX's fonts have few characters beyond ASCII.
                _ => f.write_str("?")?,
            }
        }
        Ok(())
    }
}

/// Text for a terminal, without control characters.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if is_control_or_bidi(c) || c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml() {
        let text = "<a href=\"x\">'&amp;'</a>\u{1b}[0m\0";
        let escaped = Xml(text).to_string();
        assert_eq!(
            escaped,
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;\u{fffd}[0m\u{fffd}"
        );
        assert!(!escaped.contains(['<', '>', '"', '\'']));
    }

    #[test]
    fn tex() {
        assert_eq!(
            Tex("\\input{x}%$#_&^~\n").to_string(),
            "\\textbackslash{}input\\{x\\}\\%\\$\\#\\_\\&\\textasciicircum{}\\textasciitilde{} "
        );
        assert_eq!(Tex("---,,-1,2").to_string(), "-{}-{}-,{},-1,2");
    }

    #[test]
    fn terminal() {
        assert_eq!(plain("a\u{1b}[31mb\r\n\u{202e}"), "a [31mb   ");
    }
}
