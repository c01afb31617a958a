use std::io::Read;
fn main() {
    let mut s = String::new();
    std::io::stdin().read_to_string(&mut s).unwrap();
    let mut scope = tilework_lang::Scope::new();
    let mode = std::env::args().nth(1).unwrap_or_default();
    if mode == "time" {
        let lines: Vec<&str> = s.lines().collect();
        for _ in 0..5 {
            let t = std::time::Instant::now();
            let mut errs = 0;
            let mut slow = (std::time::Duration::ZERO, "");
            for l in &lines {
                let t1 = std::time::Instant::now();
                errs += usize::from(scope.run(l).is_err());
                let e = t1.elapsed();
                if e > slow.0 { slow = (e, l); }
            }
            println!("{} lines, {errs} errors, {:?}, slowest {:?} {:.100}", lines.len(), t.elapsed(), slow.0, slow.1);
        }
        return;
    }
    if mode == "whole" {
        let t = std::time::Instant::now();
        match scope.run(&s) { Ok(_) => println!("ok"), Err(e) => print!("{}", e.render(&s)) }
        println!("{:?}", t.elapsed());
        return;
    }
    for l in s.lines() {
        match scope.run(l) { Ok(o) => println!("{l}  =>  {o:?}"), Err(e) => print!("[{}] {}", e.kind, e.render(l)) }
    }
}
