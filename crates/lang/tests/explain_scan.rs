//! Scan.
mod random;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use tilework_lang::{explain, Scope, Outcome};
#[test]
fn scan() {
    let mut runner = TestRunner::new(Config::default());
    let strategy = random::expression();
    let mut seen = std::collections::BTreeMap::new();
    let n: usize = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(20000);
    let mut slow = (0, String::new());
    let (mut ok, mut refused, mut err) = (0, 0, 0);
    for _ in 0..n {
        let text = strategy.new_tree(&mut runner).unwrap().current();
        let t = text.clone();
        let t0 = std::time::Instant::now();
        let out = std::panic::catch_unwind(move || explain(&Scope::new(), &t));
        let dt = t0.elapsed().as_micros();
        if dt > slow.0 { slow = (dt, text.clone()); }
        let value = Scope::new().run(&text);
        let message = match out {
            Err(_) => "PANIC".to_owned(),
            Ok(Err(e)) if e.kind == "bug" => e.to_string(),
            Ok(Err(e)) => { err += 1; if value.is_ok() { format!("ERR {e}") } else { continue } }
            Ok(Ok(why)) => {
                if why.result.is_some() { ok += 1 } else { refused += 1 }
                let bad = match value { Ok(Outcome::Value(v)) => why.result != Some(v), Err(e) => why.refusal != Some(e), _ => true };
                let bad2 = why.steps.iter().flat_map(|s| &s.equations).find(|e| why.holds(e) != Ok(true)).cloned();
                if let Some(e) = bad2 { format!("LATER FALSE {e}") } else if bad { "DIFFERENT".to_owned() } else { continue }
            }
        };
        let key = message.chars().filter(|c| !c.is_ascii_digit()).take(60).collect::<String>();
        let e = seen.entry(key).or_insert((0, text.clone(), message.clone()));
        e.0 += 1;
        if text.len() < e.1.len() { e.1 = text; e.2 = message; }
    }
    println!("slowest {slow:?}");
    println!("ok {ok} refused {refused} err {err}");
    for (_, (n, t, m)) in seen { println!("{n}x {t}\n     {m}"); }
}
