//! Claims in texts: every form that is read, what is not read, and the published documents.

mod corrections;
mod elsewhere;
mod forms;
mod published;
mod robust;

use tilework_lang::Scope;
use tilework_lang::claims::{Claim, Format, Outcome, Verdict, correct, rewrite, scan};

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
        other => panic!("{left} = {right}: {other:?}"),
    }
}

/// The text with every correction in it.
fn corrected(text: &str) -> String {
    let corrections = correct(text, Format::Markdown, &Scope::new());
    let edits = corrections.iter().filter_map(|correction| match &correction.outcome {
        Outcome::Written(result) => Some((correction.span.clone(), result.as_str())),
        _ => None,
    });
    rewrite(text, edits)
}
