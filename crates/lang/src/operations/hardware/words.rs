//! Reports in words: what an answer about hardware says to people, for the language, the command and whoever else asks.

pub mod bank;
pub mod swizzle;

/// `1 wavefront`, `2 wavefronts`.
///
/// ```
/// use tilework_lang::report::hardware::words::count;
///
/// assert_eq!((count(1, "byte"), count(16, "byte")), ("1 byte".to_owned(), "16 bytes".to_owned()));
/// ```
pub fn count(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// How many ranges are shown.
const SHOWN: usize = 16;

/// Numbers in ascending order, neighbours as ranges: `0..7, 16, 24..31`.
///
/// ```
/// use tilework_lang::report::hardware::words::ranges;
///
/// assert_eq!(ranges(&[0, 1, 2, 3, 16, 24, 25]), "0..3, 16, 24, 25");
/// ```
pub fn ranges(numbers: &[i64]) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let shown = runs.iter().take(SHOWN).map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}..{last}"),
    });
    let more = if runs.len() > SHOWN { ", ..." } else { "" };
    shown.collect::<Vec<_>>().join(", ") + more
}
