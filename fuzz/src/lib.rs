//! The bodies of the fuzz targets: each takes bytes, and panics where Tilework is wrong.
//!
//! The truth comes from tables: layouts are evaluated element by element in [`oracle`], and
//! compared over their whole domain.

mod arrays;
pub mod bytes;
mod lang;
mod movement;
pub mod oracle;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use tilework::{BasisStride, CoordLayout, Error, ErrorKind, Layout, Slicer, Tiler, Tuple};

pub use arrays::npy;
pub use lang::{document, hardware, lang_evaluate, lang_parse, request};
pub use movement::relayout;

use bytes::Bytes;
use oracle::{at, ends, refines, table, tiling, witness};

/// `target!(name)` is the whole of a fuzz target. Without libFuzzer it is an empty program.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::$name(data));
        #[cfg(not(fuzzing))]
        fn main() {}
    };
}

/// No text panics, and what is read is written and read again as the same value.
pub fn parse(data: &[u8]) {
    fn round_trip<T: FromStr + Display + PartialEq + Debug>(text: &str) {
        if let Ok(value) = text.parse::<T>() {
            let again = value.to_string().parse::<T>();
            assert_eq!(again.as_ref().ok(), Some(&value), "{text} reads as {value}");
        }
    }
    if let Ok(text) = str::from_utf8(data) {
        round_trip::<Tuple>(text);
        round_trip::<Slicer>(text);
        round_trip::<Layout>(text);
        round_trip::<Tiler>(text);
        round_trip::<BasisStride>(text);
        round_trip::<CoordLayout>(text);
    }
}

/// `compose` is the layout of `A(B(x))` that refines B, or says where there is none.
pub fn compose(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let a = bytes.layout(4, 7, -9..=60);
    let b = bytes.layout(3, 7, 0..=60);
    let f: Vec<i64> = table(&b).iter().map(|&y| at(&a, y)).collect();
    exact(a.compose(&b), &f, &b, &format!("{a} o {b}"));
    match a.compose_flat(&b) {
        Ok(r) => assert_eq!(table(&r), f, "{a} o {b} flat is {r}"),
        Err(error) => refused(&error, &f, &format!("{a} o {b} flat")),
    }
}

/// Large numbers: whatever the answer is, it holds wherever one looks.
pub fn compose_huge(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (Some(a), Some(b)) = (bytes.huge(4), bytes.huge(4)) else { return };
    let f = |x: i64| a.at_index(b.at_index(x).unwrap());
    match a.compose(&b) {
        Ok(r) => {
            assert_eq!(r.size(), b.size());
            for _ in 0..32 {
                let x = bytes.huge_number().rem_euclid(b.size());
                assert_eq!(r.at_index(x), f(x), "{a} o {b} is {r}, at {x}");
            }
        }
        Err(error) => {
            if let ErrorKind::NotALayout { index, expected, found, .. } = error.kind() {
                assert_eq!(f(index), Ok(found), "{a} o {b}: {error}");
                assert_ne!(expected, found, "{a} o {b}: {error}");
            }
        }
    }
}

/// `complement` is the increasing list of offsets at which copies of A tile `[0, M')`.
pub fn complement(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let a = bytes.layout(3, 5, 0..=40);
    let m = 1 + bytes.number();
    match (a.complement(m), tiling(&a, m)) {
        (Ok(r), Some(starts)) => assert_eq!(table(&r), starts, "complement({a}, {m}) is {r}"),
        (Err(_), None) => {}
        (ours, truth) => panic!("complement({a}, {m}) is {ours:?}, not {truth:?}"),
    }
}

/// `logical_divide` is `A o (T, complement of T)`, and by mode it divides each mode.
pub fn divide(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let a = bytes.layout(3, 7, -9..=60);
    let t = bytes.layout(2, 5, 0..=12);
    let ours = a.logical_divide(&Tiler::from(t));
    let what = format!("logical_divide({a}, {t})");
    let Some(starts) = tiling(&t, a.size()) else {
        assert!(ours.is_err(), "{what} is {ours:?}, but {t} has no complement");
        return;
    };
    let tile = table(&t);
    let offsets: Vec<i64> =
        starts.iter().flat_map(|start| tile.iter().map(move |y| start + y)).collect();
    if a.leaf_modes().last().is_some_and(|mode| mode.extent == 1) {
        // Past the end it may continue on the mode before: only the inside is fixed.
        if let Ok(r) = ours {
            let inside = table(&r).into_iter().zip(&offsets).filter(|&(_, &y)| y < a.size());
            inside.for_each(|(r, &y)| assert_eq!(r, at(&a, y), "{what} at {y}"));
        }
        return;
    }
    let f: Vec<i64> = offsets.iter().map(|&y| at(&a, y)).collect();
    let rest = t.complement(a.size()).unwrap();
    exact(ours, &f, &Layout::concat(&[t, rest]).unwrap(), &what);

    let both = Layout::concat(&[a, t]).unwrap();
    let tiler = Tiler::by_mode(&[Tiler::from(t), Tiler::keep()]).unwrap();
    match (ours, both.logical_divide(&tiler)) {
        (Ok(r), by_mode) => assert_eq!(by_mode.unwrap(), Layout::concat(&[r, t]).unwrap()),
        (Err(_), by_mode) => assert!(by_mode.is_err()),
    }
}

/// `recover` finds the layout of a table, or the first index that rules it out.
pub fn recover(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let a = bytes.layout(5, 5, -9..=60);
    let mut f = table(&a);
    assert_eq!(tilework::recover(&f).unwrap(), a.coalesce(), "{f:?}");
    assert_eq!(tilework::recover_with(a.size(), |i| at(&a, i)).unwrap(), a.coalesce(), "{a}");
    for _ in 0..bytes.number() % 3 {
        let i = bytes.number() as usize * 7 % f.len();
        f[i] += bytes.number() % 5;
    }
    f.truncate(1 + bytes.number() as usize * 7 % f.len());
    match tilework::recover(&f) {
        Ok(r) => assert_eq!((table(&r), r.coalesce()), (f, r)),
        Err(error) => refused(&error, &f, "recover"),
    }
}

/// Checks an answer for the function `f` on the shape of `b`.
fn exact(answer: Result<Layout, Error>, f: &[i64], b: &Layout, what: &str) {
    match answer {
        Ok(r) => {
            assert_eq!(table(&r), f, "{what} is {r}");
            assert!(refines(&r, b), "{what} is {r}, which does not refine {b}");
        }
        Err(error) => match error.kind() {
            ErrorKind::NotCompatible { brk, boundary } => {
                let flat = tilework::recover(f).expect(what);
                assert!(ends(&flat).contains(&brk), "{what}: {error}");
                assert!(ends(b).contains(&boundary), "{what}: {error}");
                assert!(brk % boundary != 0 && boundary % brk != 0, "{what}: {error}");
            }
            _ => refused(&error, f, what),
        },
    }
}

/// Checks that a refusal names the true index, and the true value there.
fn refused(error: &Error, f: &[i64], what: &str) {
    let ours = match error.kind() {
        ErrorKind::NotALayout { index, expected, .. } => (index, expected),
        ErrorKind::NonZeroOrigin { .. } => (0, 0),
        _ => panic!("{what}: {error}"),
    };
    assert_eq!(Some(ours), witness(f), "{what} on {f:?}: {error}");
}
