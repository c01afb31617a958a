//! Claims in texts: every form that is read, what is not read, and the published documents.

mod forms;
mod published;
mod robust;

use tilework_lang::Scope;
use tilework_lang::claims::{Claim, Format, Verdict, scan};

/// `left = right` of every claim, and ` but ` what is found where it does not hold.
fn read(text: &str) -> Vec<String> {
    read_as(text, Format::Markdown)
}

fn read_as(text: &str, format: Format) -> Vec<String> {
    scan(text, format).iter().map(shown).collect()
}

fn shown(claim: &Claim) -> String {
    let Claim { left, right, .. } = claim;
    match claim.verdict(&Scope::new()) {
        Verdict::Holds if right.is_empty() => left.clone(),
        Verdict::Holds => format!("{left} = {right}"),
        Verdict::Fails { found } => format!("{left} = {right} but {found}"),
        Verdict::Refused(error) => format!("{left} = {right} but refused: {}", error.kind),
    }
}

/// The text with every correction in it.
fn corrected(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for claim in scan(text, Format::Markdown) {
        if let Some(result) = claim.correction(&claim.verdict(&Scope::new()))
            && claim.span.start >= at
        {
            out += &text[at..claim.span.start];
            out += &result;
            at = claim.span.end;
        }
    }
    out + &text[at..]
}
