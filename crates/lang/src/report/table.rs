//! Numbers out of text: lists as people paste them, and columns of CSV files.

/// What is wrong, and at which byte.
pub(super) type Fault = (usize, String);

/// The line of a byte, from 1.
pub(super) fn line(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// Gives `each` all numbers in order, or those of one column; each with a byte of its line.
pub(super) fn numbers(
    bytes: &[u8],
    column: Option<&str>,
    mut each: impl FnMut(usize, i64),
) -> Result<(), Fault> {
    // A mark of byte order, as spreadsheets write it.
    let start = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    match column {
        None => words(bytes, start, each),
        Some(column) => {
            let mut end = start;
            let lines = bytes[start..].split(|&byte| byte == b'\n').map(|line| {
                let at = end;
                end += line.len() + 1;
                (at, String::from_utf8_lossy(line))
            });
            let mut rows = lines.filter(|(_, text)| !text.trim().is_empty()).peekable();
            let Some((at, head)) = rows.peek() else { return Ok(()) };
            let separator = separator(head);
            let names = cells(head, separator);
            let (index, has_names) = find(column, &names).map_err(|message| (*at, message))?;
            if has_names {
                rows.next();
            }
            for (at, text) in rows {
                match cells(&text, separator).get(index) {
                    Some(cell) => each(at, number(cell.trim(), at)?),
                    None => return Err((at, format!("this row has no column {}", index + 1))),
                }
            }
            Ok(())
        }
    }
}

/// All numbers from a byte on. Nearly all tables are digits and separators, which are read eight bytes at a
/// time; with whatever else there is in a line, the rest of it is read as text.
fn words(bytes: &[u8], mut at: usize, mut each: impl FnMut(usize, i64)) -> Result<(), Fault> {
    while let Some(&byte) = bytes.get(at) {
        if separates(byte) {
            at += 1;
        } else if let Some((number, end)) = short(bytes, at) {
            each(at, number);
            // There is a separator, or nothing.
            at = end + 1;
        } else {
            let end = bytes[at..].iter().position(|&byte| byte == b'\n');
            let end = end.map_or(bytes.len(), |len| at + len);
            let text = String::from_utf8_lossy(&bytes[at..end]);
            let text = text.split('#').next().unwrap_or("");
            let words = text.split(|c: char| c.is_whitespace() || SEPARATORS.contains(c));
            for word in words.filter(|word| !word.is_empty()) {
                each(at, number(word, at)?);
            }
            at = end;
        }
    }
    Ok(())
}

/// What stands between numbers besides white space.
const SEPARATORS: &str = ",;[](){}";

/// Whether a byte is a character that stands between numbers.
fn separates(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ' | b',' | b';' | b'[' | b']' | b'(' | b')' | b'{' | b'}')
}

/// The number of at most 16 digits that is the whole word at a byte, and where it ends.
#[inline]
fn short(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let negative = bytes.get(at) == Some(&b'-');
    let start = at + usize::from(negative);
    let (mut value, mut digits) = eight(bytes, start);
    if digits == 8 && bytes.get(start + 8).is_some_and(u8::is_ascii_digit) {
        let (low, more) = eight(bytes, start + 8);
        value = value * 10_i64.pow(more) + low;
        digits += more;
    }
    let end = start + digits as usize;
    let whole = bytes.get(end).is_none_or(|&byte| separates(byte));
    (digits > 0 && whole).then_some((if negative { -value } else { value }, end))
}

/// The value of the digits at a byte, eight at most, and how many there are: all of them at once.
#[inline]
fn eight(bytes: &[u8], at: usize) -> (i64, u32) {
    let mut eight = [0; 8];
    match bytes.get(at..at + 8) {
        Some(all) => eight.copy_from_slice(all),
        None => {
            eight.iter_mut().zip(&bytes[at.min(bytes.len())..]).for_each(|(to, from)| *to = *from)
        }
    }
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    // A digit becomes its value. Of what is none, bit 7 is set here or after adding 0x76, and a carry reaches
    // only what is behind it.
    let values = u64::from_le_bytes(eight) ^ (ONES * 0x30);
    let others = (values | values.wrapping_add(ONES * 0x76)) & (ONES * 0x80);
    let digits = others.trailing_zeros() / 8;
    // Zeros in front, then neighbours are joined: ones to pairs, pairs to fours, fours to all.
    let values = values.checked_shl(64 - 8 * digits).unwrap_or(0);
    let pairs = values.wrapping_mul(10).wrapping_add(values >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    let all = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff;
    (all as i64, digits)
}

/// The number that a word is; `at` is a byte of its line.
fn number(word: &str, at: usize) -> Result<i64, Fault> {
    let digits = word.strip_prefix('+').unwrap_or(word);
    digits.parse().map_err(|_| {
        let shown: String = word.chars().take(40).collect();
        let digits = digits.strip_prefix('-').unwrap_or(digits);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            (at, format!("`{shown}` does not fit into 64 bits"))
        } else {
            (at, format!("`{shown}` is not an integer"))
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
