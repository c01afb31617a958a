//! `tilework help`: a command, an operation of the language, or a notation; or all of them.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use tilework_lang::report::{Help, Written, help, json, nearest, written};
use tilework_lang::{Diagnostic, notation, operations};

use crate::args::{GROUPS, about, command};
use crate::context::Context;
use crate::exit::OK;
use crate::ui::screen::{ANSWER, HINT, QUIET, paint};

#[derive(Args)]
pub(crate) struct HelpArgs {
    /// A command such as explain, an operation such as zipped_divide, or a notation such as `==`
    #[arg(allow_hyphen_values = true)]
    topic: Option<String>,
    /// List all commands, operations and notations, with one line each
    #[arg(long, conflicts_with = "topic")]
    all: bool,
}

/// The help of a command.
#[derive(Serialize)]
struct Page<'a> {
    name: &'a str,
    help: String,
}

pub(crate) fn run(context: &mut Context, args: &HelpArgs) -> io::Result<u8> {
    if args.all {
        return all(context).map(|()| OK);
    }
    let mut root = command();
    root.build();
    let topic = args.topic.as_deref().unwrap_or("tilework");
    let page = match &args.topic {
        None => Some(&mut root),
        Some(name) => root.find_subcommand_mut(name),
    };
    if let Some(page) = page {
        let text = page.render_long_help();
        if context.json {
            let page = Page { name: topic, help: text.to_string() };
            json::write(&mut context.out, &page)?;
        } else if context.screen.color {
            write!(context.out, "{}", text.ansi())?;
        } else {
            write!(context.out, "{text}")?;
        }
        return Ok(OK);
    }
    match meaning(context, topic)? {
        None => Ok(OK),
        Some(mut unknown) => {
            unknown.message = format!("there is no command, operation or notation `{topic}`");
            if let Some(near) = nearest(topic, command_names()) {
                unknown.help = Some(match unknown.help {
                    Some(help) => format!("did you mean the command `{near}`? {help}"),
                    None => format!("did you mean the command `{near}`?"),
                });
            }
            unknown.help.get_or_insert_with(|| "`tilework help --all` lists them".to_owned());
            context.refuse(unknown)
        }
    }
}

/// Writes what an operation or a notation is; or returns that there is none.
pub(crate) fn meaning(context: &mut Context, topic: &str) -> io::Result<Option<Diagnostic>> {
    let (operation, meanings) = (help(topic), written(topic));
    match operation {
        Ok(help) if context.json => json::write(&mut context.out, &help)?,
        Ok(help) => {
            write_operation(context, &help)?;
            for meaning in &meanings {
                write_notation(context, meaning)?;
            }
        }
        Err(unknown) if meanings.is_empty() => return Ok(Some(unknown)),
        Err(_) if context.json => {
            json::write(&mut context.out, &Meanings { notation: meanings })?;
        }
        Err(_) => {
            for meaning in &meanings {
                write_notation(context, meaning)?;
            }
        }
    }
    Ok(None)
}

/// What a notation means.
#[derive(Serialize)]
struct Meanings {
    notation: Vec<Written>,
}

/// How to call an operation, with an example.
fn write_operation(context: &mut Context, help: &Help) -> io::Result<()> {
    let (out, color) = (&mut context.out, context.screen.color);
    writeln!(out, "{}", paint(&help.usage, ANSWER, color))?;
    writeln!(out, "  {}", help.summary)?;
    if !help.aliases.is_empty() {
        let aliases = format!("also called {}", help.aliases.join(", "));
        writeln!(out, "  {}", paint(&aliases, QUIET, color))?;
    }
    writeln!(out, "  {} = {}", paint(help.example, HINT, color), help.result)
}

/// What a notation means, with an example.
fn write_notation(context: &mut Context, meaning: &Written) -> io::Result<()> {
    let (out, color) = (&mut context.out, context.screen.color);
    writeln!(out, "{}", paint(meaning.written, ANSWER, color))?;
    writeln!(out, "  {}", meaning.summary)?;
    writeln!(out, "  {} is {}", paint(meaning.example, HINT, color), meaning.result)?;
    let named = notation::NAMES.iter().filter(|name| meaning.example.contains(&name[..1]));
    let named: Vec<&str> = named.copied().collect();
    if named.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {}", paint(&format!("with {}", named.join(" and ")), QUIET, color))
}

/// The names of all commands.
pub(crate) fn command_names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|(_, names)| names.iter().copied())
}

/// One line of the list of everything.
#[derive(Serialize)]
struct Line {
    group: &'static str,
    name: &'static str,
    summary: String,
}

/// Everything that there is help for.
#[derive(Serialize)]
struct Everything {
    commands: Vec<Line>,
    operations: Vec<Line>,
    notation: Vec<Line>,
}

impl Everything {
    fn new() -> Everything {
        let line = |group, name, summary| Line { group, name, summary };
        let whole = command();
        let commands = GROUPS.iter().flat_map(|(group, names)| {
            names.iter().map(|name| line(*group, *name, about(&whole, name)))
        });
        let operations = operations::all().iter();
        let sections = [
            ("Notation", notation::NOTATION),
            ("Operators", notation::OPERATORS),
            ("Statements", notation::STATEMENTS),
        ];
        let notation = sections.into_iter().flat_map(|(group, rows)| {
            rows.iter().map(move |row| line(group, row.written, row.meaning.to_owned()))
        });
        Everything {
            commands: commands.collect(),
            operations: operations
                .map(|operation| {
                    line(operation.group, operation.name, operation.summary.to_owned())
                })
                .collect(),
            notation: notation.collect(),
        }
    }
}

/// `tilework help --all`.
fn all(context: &mut Context) -> io::Result<()> {
    let everything = Everything::new();
    if context.json {
        return json::write(&mut context.out, &everything);
    }
    let color = context.screen.color;
    for (title, lines) in [
        ("Commands", &everything.commands),
        ("Operations", &everything.operations),
        ("Notation", &everything.notation),
    ] {
        let mut group = "";
        for line in lines {
            if line.group != group {
                group = line.group;
                let heading =
                    if group == title { group.to_owned() } else { format!("{title}: {group}") };
                writeln!(context.out, "{}", paint(&heading, ANSWER, color))?;
            }
            writeln!(context.out, "  {:<22} {}", line.name, line.summary)?;
        }
    }
    let more = "`tilework help NAME` says more, with an example";
    writeln!(context.out, "{}", paint(more, QUIET, color))
}

/// A word that is not known to the language, but is that of a command, or near to it.
pub(crate) fn with_command(mut unknown: Diagnostic, text: &str) -> Diagnostic {
    let word = text.get(unknown.span()).unwrap_or_default();
    if unknown.kind != "unknown-name" {
        return unknown;
    }
    let help = unknown.help.clone().unwrap_or_default();
    // What the language suggests may be nearer.
    let suggested = help.strip_prefix("did you mean `").and_then(|rest| rest.split('`').next());
    if let Some(name) = command_names().find(|name| *name == word) {
        unknown.help = Some(format!("`{name}` is a command: tilework {name} ..."));
    } else if let Some(near) = nearest(word, command_names())
        && nearest(word, suggested.into_iter().chain([near])) == Some(near)
    {
        unknown.help = Some(format!("did you mean the command `{near}`?"));
    }
    unknown
}
