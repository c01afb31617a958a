//! Numbers out of text: lists as people paste them, and columns of CSV files.

/// A number and the line it stands on, from 1.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) number: i64,
    pub(super) line: usize,
}

/// What is wrong, and on which line.
pub(super) type Fault = (usize, String);

/// All numbers, or those of one column.
pub(super) fn entries(bytes: &[u8], column: Option<&str>) -> Result<Vec<Entry>, Fault> {
    // A mark of byte order, as spreadsheets write it.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.map(|(i, line)| (i + 1, String::from_utf8_lossy(line)));
    match column {
        None => {
            let mut out = Vec::new();
            for (line, text) in lines {
                let text = text.split('#').next().unwrap_or("");
                let words = text.split(|c: char| c.is_whitespace() || ",;[](){}".contains(c));
                for word in words.filter(|word| !word.is_empty()) {
                    out.push(Entry { number: number(word, line)?, line });
                }
            }
            Ok(out)
        }
        Some(column) => {
            let mut rows = lines.filter(|(_, text)| !text.trim().is_empty()).peekable();
            let Some((line, head)) = rows.peek() else { return Ok(Vec::new()) };
            let separator = separator(head);
            let names = cells(head, separator);
            let (index, has_names) = find(column, &names).map_err(|message| (*line, message))?;
            if has_names {
                rows.next();
            }
            rows.map(|(line, text)| match cells(&text, separator).get(index) {
                Some(cell) => Ok(Entry { number: number(cell.trim(), line)?, line }),
                None => Err((line, format!("this row has no column {}", index + 1))),
            })
            .collect()
        }
    }
}

fn number(word: &str, line: usize) -> Result<i64, Fault> {
    let digits = word.strip_prefix('+').unwrap_or(word);
    digits.parse().map_err(|_| {
        let shown: String = word.chars().take(40).collect();
        let digits = digits.strip_prefix('-').unwrap_or(digits);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            (line, format!("`{shown}` does not fit into 64 bits"))
        } else {
            (line, format!("`{shown}` is not an integer"))
        }
    })
}

/// The column that is meant, from 0, and whether the first row holds names.
fn find(column: &str, head: &[String]) -> Result<(usize, bool), String> {
    if let Some(index) = head.iter().position(|name| name.trim() == column) {
        return Ok((index, true));
    }
    let names = || head.iter().map(|name| name.trim()).collect::<Vec<_>>().join(", ");
    match column.parse::<usize>() {
        Ok(number) if (1..=head.len()).contains(&number) => {
            Ok((number - 1, head[number - 1].trim().parse::<i64>().is_err()))
        }
        Ok(number) => Err(format!("there is no column {number}; there are {} columns", head.len())),
        Err(_) => Err(format!("there is no column `{column}`; there are: {}", names())),
    }
}

/// What stands between the cells: a tab or semicolon where the first row has one, else a comma.
fn separator(head: &str) -> char {
    ['\t', ';'].into_iter().find(|&sign| head.contains(sign)).unwrap_or(',')
}

/// The cells of a row. A cell in quotes may hold the separator, and `""` for a quote.
fn cells(row: &str, separator: char) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quoted = false;
    let mut rest = row.trim_end_matches('\r').chars().peekable();
    while let Some(character) = rest.next() {
        let Some(cell) = out.last_mut() else { break };
        match character {
            '"' if quoted && rest.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => quoted = !quoted,
            _ if character == separator && !quoted => out.push(String::new()),
            _ => cell.push(character),
        }
    }
    out
}
