//! Numbers out of text: lists as people paste them, and columns of CSV files.

/// What is wrong, and at which byte.
pub(super) type Fault = (usize, String);

/// How many lines end in a text.
pub(super) fn line_ends(bytes: &[u8]) -> usize {
    // So few that a byte can count them, which vectors have room for many of.
    let few = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    bytes.chunks(u8::MAX.into()).map(|bytes| usize::from(few(bytes))).sum()
}

/// Where a text begins: behind a mark of byte order, as spreadsheets write it.
pub(super) fn start(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

/// Gives `each` all numbers in order, or those of one column; each with a byte of its line.
pub(super) fn numbers(
    bytes: &[u8],
    column: Option<&str>,
    mut each: impl FnMut(usize, i64),
) -> Result<(), Fault> {
    let start = start(bytes);
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

/// All numbers from a byte on, which begins a line. Nearly all tables are digits and separators, which are read
/// eight bytes at a time; with whatever else there is in a line, the rest of it is read as text.
pub(super) fn words(
    bytes: &[u8],
    mut at: usize,
    mut each: impl FnMut(usize, i64),
) -> Result<(), Fault> {
    loop {
        // One sign between two short numbers is what there mostly is.
        while let Some((number, end)) = short(bytes, at) {
            each(at, number);
            at = end + 1;
        }
        let Some(&byte) = bytes.get(at) else { return Ok(()) };
        if separates(byte) {
            at += 1;
        } else if let Some((number, end)) = long(bytes, at) {
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
}

/// What stands between numbers besides white space.
const SEPARATORS: &str = ",;[](){}";

/// Whether a byte is a character that stands between numbers.
#[inline]
fn separates(byte: u8) -> bool {
    const TABLE: [bool; 256] = {
        let (mut table, mut i) = ([false; 256], 0);
        while i < SEPARATORS.len() {
            table[SEPARATORS.as_bytes()[i] as usize] = true;
            i += 1;
        }
        i = b'\t' as usize;
        while i <= b'\r' as usize {
            table[i] = true;
            i += 1;
        }
        table[b' ' as usize] = true;
        table
    };
    TABLE[byte as usize]
}

/// The number of at most eight digits before a separator at a byte, and where it ends.
#[inline]
fn short(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    // Sixteen bytes are there or not: then none of them has to be asked for.
    let window: &[u8; 16] = bytes.get(at..at + 16)?.first_chunk()?;
    let (value, len) = digits(*window.first_chunk()?)?;
    separates(window[len]).then_some((value, at + len))
}

/// The number of at most 16 digits that is the whole word at a byte, and where it ends.
fn long(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let eight = |at: usize| {
        let (mut eight, rest) = ([0; 8], bytes.get(at..).unwrap_or(&[]));
        eight.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        digits(eight)
    };
    let negative = bytes.get(at) == Some(&b'-');
    let start = at + usize::from(negative);
    let (mut value, mut len) = eight(start)?;
    if len == 8
        && let Some((low, more)) = eight(start + 8)
    {
        value = value * 10_i64.pow(more as u32) + low;
        len += more;
    }
    let end = start + len;
    let whole = bytes.get(end).is_none_or(|&byte| separates(byte));
    whole.then_some((if negative { -value } else { value }, end))
}

/// The value of the digits that eight bytes start with, if they do, and how many there are: all of them at once.
#[inline]
fn digits(bytes: [u8; 8]) -> Option<(i64, usize)> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    // A digit becomes its value. Of what is none, bit 7 is set here or after adding 0x76, and a carry reaches
    // only what is behind it.
    let values = u64::from_le_bytes(bytes) ^ (ONES * 0x30);
    let others = (values | values.wrapping_add(ONES * 0x76)) & (ONES * 0x80);
    // Eight bits for each digit: those of the first byte that is none are not among them.
    let bits = others.trailing_zeros() & 0x78;
    if bits == 0 {
        return None;
    }
    // Zeros in front, then neighbours are joined to pairs in every other byte, and the pairs weighted: with M the
    // first and the third of them, and the second and the fourth, the sum is in the upper half.
    const M: u64 = 0x0000_00ff_0000_00ff;
    let values = values << (64 - bits);
    let pairs = values.wrapping_mul(10).wrapping_add(values >> 8);
    let odd = (pairs & M).wrapping_mul(100 | 1_000_000 << 32);
    let even = (pairs >> 16 & M).wrapping_mul(1 | 10_000 << 32);
    Some((odd.wrapping_add(even).wrapping_shr(32) as i64, bits as usize / 8))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of every length, at every distance from the end, before everything that can follow one.
    #[test]
    fn numbers_as_the_standard_library_reads_them() {
        let lengths = (0..19).map(|power| 10_i64.pow(power));
        let near = lengths.flat_map(|power| [power - 1, power, power + 1, 7 * (power / 9)]);
        for number in near.chain([i64::MAX, i64::MIN]).flat_map(|n| [n, n.wrapping_neg()]) {
            for before in ["", " ", "\n\n", "1\n", "[12345678,"] {
                for after in
                    ["", "\n", " ", ",", ";1", "\r\n", "]\n22", "#3\n4", "\t123456789012\n"]
                {
                    let text = format!("{before}{number}{after}");
                    let words = text.lines().flat_map(|line| {
                        let line = line.split('#').next().unwrap_or("");
                        line.split([' ', ',', ';', '[', ']', '\t']).filter(|word| !word.is_empty())
                    });
                    let expected: Vec<i64> = words.map(|word| word.parse().unwrap()).collect();
                    let mut found = Vec::new();
                    words_of(&text, &mut found);
                    assert_eq!(found, expected, "{text:?}");
                }
            }
        }
    }

    fn words_of(text: &str, found: &mut Vec<i64>) {
        assert_eq!(words(text.as_bytes(), 0, |_, number| found.push(number)), Ok(()));
    }
}
