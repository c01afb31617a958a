//! Values as Python writes them into a header.

/// Types nest, but not like this.
pub(super) const DEEPEST: usize = 32;

/// What Python can write into a header.
#[derive(Debug)]
pub(super) enum Literal {
    Text(String),
    Number(u64),
    Truth(bool),
    Tuple(Vec<Literal>),
    List(Vec<Literal>),
}

pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    /// Whether all of the text is read, but for space.
    pub(super) fn is_done(&mut self) -> bool {
        self.space();
        self.rest().is_empty()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Whether this character comes next; then it is read.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        self.space();
        let there = self.rest().starts_with(wanted);
        self.at += if there { wanted.len_utf8() } else { 0 };
        there
    }

    pub(super) fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(self.wrong(&format!("{wanted:?} is missing"))) }
    }

    fn wrong(&self, what: &str) -> String {
        format!("its header cannot be read: {what} at {} of {:?}", self.at, self.text.trim_end())
    }

    /// A value, and how it is written.
    pub(super) fn value(&mut self, depth: usize) -> Result<(Literal, &'a str), String> {
        if depth > DEEPEST {
            return Err("its header is nested too deeply".to_owned());
        }
        self.space();
        let start = self.at;
        let value = match self.rest().chars().next() {
            Some(quote @ ('\'' | '"')) => Literal::Text(self.quoted(quote)?),
            Some('(') => {
                let (items, comma) = self.items('(', ')', depth)?;
                // Parentheses around one value are none, unless there is a comma.
                match <[Literal; 1]>::try_from(items) {
                    Ok([item]) if !comma => item,
                    Ok(item) => Literal::Tuple(item.into()),
                    Err(items) => Literal::Tuple(items),
                }
            }
            Some('[') => Literal::List(self.items('[', ']', depth)?.0),
            Some('0'..='9') => Literal::Number(self.number()?),
            _ => {
                let words = [("True", true), ("False", false)];
                let word = words.into_iter().find(|(word, _)| self.rest().starts_with(word));
                let (word, truth) = word.ok_or_else(|| self.wrong("a value is missing"))?;
                self.at += word.len();
                Literal::Truth(truth)
            }
        };
        Ok((value, &self.text[start..self.at]))
    }

    /// Values with commas between them, and whether there was one after the last.
    fn items(
        &mut self,
        open: char,
        close: char,
        depth: usize,
    ) -> Result<(Vec<Literal>, bool), String> {
        self.expect(open)?;
        let mut items = Vec::new();
        loop {
            if self.take(close) {
                let comma = !items.is_empty();
                return Ok((items, comma));
            }
            items.push(self.value(depth + 1)?.0);
            if !self.take(',') {
                self.expect(close)?;
                return Ok((items, false));
            }
        }
    }

    fn number(&mut self) -> Result<u64, String> {
        let digits = self.rest();
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let number = digits[..end].parse().map_err(|_| self.wrong("the number is too large"))?;
        self.at += end;
        // Python 2 wrote long integers with an L.
        self.at += usize::from(self.rest().starts_with('L'));
        Ok(number)
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        let mut out = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((i, character)) = characters.next() {
            match character {
                _ if character == quote => {
                    self.at += i + quote.len_utf8();
                    return Ok(out);
                }
                // Only the end of the text matters here, not what an escape means.
                '\\' => out.extend(characters.next().map(|(_, escaped)| escaped)),
                _ => out.push(character),
            }
        }
        Err(self.wrong("a text without an end"))
    }
}
