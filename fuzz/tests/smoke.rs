//! The fuzz targets without a fuzzer: random bytes, the same in every run.

const RUNS: usize = 100_000;

/// xorshift64*: no dependency is worth these four lines.
fn random(state: &mut u64) -> u8 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 56) as u8
}

fn feed(target: fn(&[u8])) {
    let mut state = 1;
    for run in 0..RUNS {
        let data: Vec<u8> = (0..run % 48).map(|_| random(&mut state)).collect();
        target(&data);
    }
}

#[test]
fn compose() {
    feed(tilework_fuzz::compose);
}

#[test]
fn compose_huge() {
    feed(tilework_fuzz::compose_huge);
}

#[test]
fn complement() {
    feed(tilework_fuzz::complement);
}

#[test]
fn divide() {
    feed(tilework_fuzz::divide);
}

#[test]
fn recover() {
    feed(tilework_fuzz::recover);
}

#[test]
fn parse() {
    feed(tilework_fuzz::parse);
    // Random bytes are hardly ever notation; random notation sometimes is.
    feed(|data| {
        let alphabet = b"0123456789(((())))),,,,::<>_ -";
        let text: Vec<u8> = data.iter().map(|&b| alphabet[b as usize % alphabet.len()]).collect();
        tilework_fuzz::parse(&text);
    });
}
