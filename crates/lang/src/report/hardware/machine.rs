//! Machines, by name or as JSON describes them.

use serde_json::Value as Json;
use tilework_hardware::machine::{
    Confidence, Direction, MAX_LANES, Machine, MatrixSupport, PhaseRule,
};

use super::fields::{Fields, usage, wrong};
use crate::Diagnostic;
use crate::eval::names::nearest;
use crate::text::diagnostic::quote;

/// A machine: one that has a name, or one of the user's own.
///
/// ```
/// use tilework_lang::report::hardware::Described;
///
/// let hopper = Described::find("sm_90")?;
/// assert_eq!(hopper.with(|machine| machine.banks), 32);
/// let mine = Described::find(r#"{"name": "slm", "lanes": 16, "banks": 16, "store_merge": false}"#)?;
/// assert_eq!(mine.with(|machine| (machine.lanes, machine.store_merge)), (16, false));
/// assert!(Described::find(r#"{"lanes": 1000}"#).is_err());
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// What is not said otherwise.
    like: Machine<'static>,
    name: Option<String>,
    rules: Option<Vec<Rule>>,
    widths_bytes: Option<Vec<u32>>,
    global_widths_bytes: Option<Vec<u32>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    direction: Direction,
    width_bytes: u32,
    banks: Option<u32>,
    phases: Option<Vec<u64>>,
    confidence: Confidence,
}

/// The most rules, or widths, that a machine of one's own has.
const MOST: usize = 64;

impl Described {
    /// A machine by its name, or as a JSON object.
    ///
    /// # Errors
    /// A name that no machine has, with the nearest; a field that is not understood, or a record that makes no sense.
    pub fn find(text: &str) -> Result<Described, Diagnostic> {
        if !text.trim_start().starts_with('{') {
            return named(text).map(Described::from);
        }
        match serde_json::from_str::<Json>(text) {
            Ok(json) => Described::from_json(&json),
            Err(error) => Err(usage(format!("the machine cannot be read: {error}"))),
        }
    }

    /// The same with other numbers: those that flags of the command give.
    ///
    /// # Errors
    /// A record that makes no sense.
    pub fn changed(
        mut self,
        change: impl FnOnce(&mut Machine<'static>),
    ) -> Result<Described, Diagnostic> {
        let before = self.like;
        change(&mut self.like);
        // What is known of the phases is known for the lanes and banks of that machine.
        if (before.lanes, before.banks) != (self.like.lanes, self.like.banks) {
            self.like.rules = &[];
        }
        self.checked()
    }

    fn from_json(json: &Json) -> Result<Described, Diagnostic> {
        let fields = match json {
            Json::String(name) => return named(name).map(Described::from),
            Json::Object(fields) => Fields(fields),
            _ => return Err(wrong("machine", "the name of a machine, or an object", json)),
        };
        fields.only(&[
            "name",
            "like",
            "lanes",
            "banks",
            "bank_bytes",
            "store_merge",
            "widths_bytes",
            "rules",
            "matrices",
            "async_copy",
            "global_widths_bytes",
            "sector_bytes",
            "line_bytes",
        ])?;
        let mut like = match fields.get("like") {
            Some(_) => *named(fields.text("like")?)?,
            None => Machine::CUSTOM,
        };
        like.aliases = &[];
        like.lanes = fields.count_or("lanes", like.lanes)?;
        like.banks = fields.count_or("banks", like.banks)?;
        like.bank_bytes = fields.count_or("bank_bytes", like.bank_bytes)?;
        like.store_merge = fields.truth_or("store_merge", like.store_merge)?;
        like.async_copy = fields.truth_or("async_copy", like.async_copy)?;
        like.sector_bytes = fields.count_or("sector_bytes", like.sector_bytes)?;
        like.line_bytes = fields.count_or("line_bytes", like.line_bytes)?;
        if fields.get("matrices").is_some() {
            like.matrices = match fields.text("matrices")? {
                "none" => MatrixSupport::None,
                "load" => MatrixSupport::Load,
                "load_store" => MatrixSupport::LoadStore,
                "all" => MatrixSupport::All,
                _ => {
                    let wanted = "`none`, `load`, `load_store` or `all`";
                    return Err(wrong("matrices", wanted, fields.need("matrices")?));
                }
            };
        }
        let name = match fields.get("name") {
            Some(_) => Some(fields.text("name")?.to_owned()),
            None => None,
        };
        let rules = match fields.get("rules") {
            Some(json) => Some(rules(json)?),
            None => None,
        };
        let (widths_bytes, global_widths_bytes) =
            (widths(fields, "widths_bytes")?, widths(fields, "global_widths_bytes")?);
        Described { like, name, rules, widths_bytes, global_widths_bytes }.checked()
    }

    fn checked(self) -> Result<Described, Diagnostic> {
        match self.with(|machine| machine.check()) {
            Ok(()) => Ok(self),
            Err(error) => Err(Diagnostic::plain(error.name(), error.to_string())),
        }
    }

    /// Asks the machine.
    pub fn with<R>(&self, ask: impl FnOnce(&Machine<'_>) -> R) -> R {
        let rule = |rule| {
            let &Rule { direction, width_bytes, banks, ref phases, confidence } = rule;
            PhaseRule { direction, width_bytes, banks, phases: phases.as_deref(), confidence }
        };
        let rules: Option<Vec<PhaseRule<'_>>> =
            self.rules.as_ref().map(|rules| rules.iter().map(rule).collect());
        let mut machine: Machine<'_> = self.like;
        machine.name = self.name.as_deref().unwrap_or(machine.name);
        machine.rules = rules.as_deref().unwrap_or(machine.rules);
        machine.widths_bytes = self.widths_bytes.as_deref().unwrap_or(machine.widths_bytes);
        machine.global_widths_bytes =
            self.global_widths_bytes.as_deref().unwrap_or(machine.global_widths_bytes);
        ask(&machine)
    }
}

impl From<&'static Machine<'static>> for Described {
    fn from(machine: &'static Machine<'static>) -> Described {
        let (name, rules, widths_bytes, global_widths_bytes) = (None, None, None, None);
        Described { like: *machine, name, rules, widths_bytes, global_widths_bytes }
    }
}

/// The machine of a request; NVIDIA's where none is named.
pub(super) fn machine(fields: Fields<'_>) -> Result<Described, Diagnostic> {
    match fields.get("machine") {
        Some(json) => Described::from_json(json),
        None => Ok(Described::from(&Machine::NVIDIA)),
    }
}

/// The machine of that name.
///
/// # Errors
/// That there is none, with the nearest name.
pub(crate) fn named(name: &str) -> Result<&'static Machine<'static>, Diagnostic> {
    Machine::find(name).ok_or_else(|| {
        let mut out =
            Diagnostic::plain("unknown-name", format!("there is no machine {}", quote(name)));
        let names = || Machine::all().iter().map(|machine| machine.name);
        out.help = Some(match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
        });
        out
    })
}

fn widths(fields: Fields<'_>, name: &str) -> Result<Option<Vec<u32>>, Diagnostic> {
    if fields.get(name).is_none() {
        return Ok(None);
    }
    let bytes = |&bytes: &i64| u32::try_from(bytes);
    match fields.integers(name, MOST)?.iter().map(bytes).collect() {
        Ok(widths) => Ok(Some(widths)),
        Err(_) => Err(wrong(name, "a list of numbers of bytes", fields.need(name)?)),
    }
}

fn rules(json: &Json) -> Result<Vec<Rule>, Diagnostic> {
    let Some(list) = json.as_array().filter(|list| list.len() <= MOST) else {
        return Err(wrong("rules", "a list of at most 64 objects", json));
    };
    list.iter().map(rule).collect()
}

fn rule(json: &Json) -> Result<Rule, Diagnostic> {
    let Json::Object(fields) = json else { return Err(wrong("rules", "a list of objects", json)) };
    let fields = Fields(fields);
    fields.only(&["direction", "width_bytes", "banks", "phases", "confidence"])?;
    let confidence = match fields.get("confidence") {
        None => Confidence::D,
        Some(_) => match fields.text("confidence")? {
            "A" => Confidence::A,
            "B" => Confidence::B,
            "C" => Confidence::C,
            "D" => Confidence::D,
            _ => {
                return Err(wrong(
                    "confidence",
                    "`A`, `B`, `C` or `D`",
                    fields.need("confidence")?,
                ));
            }
        },
    };
    let banks = match fields.get("banks") {
        Some(_) => Some(fields.count("banks")?),
        None => None,
    };
    let phases = match fields.get("phases") {
        Some(Json::Array(list)) if list.len() <= MAX_LANES as usize => {
            Some(list.iter().map(lanes).collect::<Result<_, _>>()?)
        }
        Some(json) => return Err(wrong("phases", "a list of at most 64 lists of lanes", json)),
        None => None,
    };
    let (direction, width_bytes) = (fields.direction("direction")?, fields.count("width_bytes")?);
    Ok(Rule { direction, width_bytes, banks, phases, confidence })
}

/// Lanes, as a list of their numbers or as a mask.
pub(super) fn lanes(json: &Json) -> Result<u64, Diagnostic> {
    let hexadecimal = |text: &str| {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
        u64::from_str_radix(digits, 16).ok()
    };
    let listed = |list: &Vec<Json>| {
        let lanes = list.iter().map(|lane| lane.as_u64().filter(|&lane| lane < 64));
        lanes.collect::<Option<Vec<u64>>>().map(|lanes| lanes.iter().fold(0, |m, l| m | 1 << l))
    };
    let mask = match json {
        Json::String(text) => hexadecimal(text),
        Json::Array(list) if list.len() <= 64 => listed(list),
        _ => json.as_u64(),
    };
    mask.ok_or_else(|| {
        wrong("lanes", "a list of lanes from 0 to 63, or a mask such as `0x00ff`", json)
    })
}
