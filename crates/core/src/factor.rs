pub(crate) const fn gcd(a: u64, b: u64) -> u64 { let (mut a, mut b) = (a,b); while b != 0 { (a,b) = (b, a%b); } a }
pub(crate) struct Factors { len: usize, items: [(u64,u32);16] }
impl Factors { pub(crate) fn as_slice(&self) -> &[(u64,u32)] { &self.items[..self.len] } }
pub(crate) const fn factorize(n: u64) -> Factors { let _ = n; Factors { len: 0, items: [(1,0);16] } }
