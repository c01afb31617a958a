//! `tilework help`: a command, or an operation of the language.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use tilework_lang::report::{Help, help, json};

use crate::args::command;
use crate::context::Context;
use crate::exit::OK;
use crate::ui::screen::{ANSWER, HINT, QUIET, paint};

#[derive(Args)]
pub(crate) struct HelpArgs {
    /// A command such as explain, or an operation such as zipped_divide
    topic: Option<String>,
}

/// The help of a command.
#[derive(Serialize)]
struct Page<'a> {
    name: &'a str,
    help: String,
}

pub(crate) fn run(context: &mut Context, args: &HelpArgs) -> io::Result<u8> {
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
    match help(topic) {
        Ok(help) if context.json => json::write(&mut context.out, &help).map(|()| OK),
        Ok(help) => write_operation(context, &help).map(|()| OK),
        Err(mut unknown) => {
            unknown.message = format!("there is no command and no operation `{topic}`");
            let lists = "`tilework help` lists commands, and `:help` in a session operations";
            unknown.help.get_or_insert_with(|| lists.to_owned());
            context.refuse(unknown)
        }
    }
}

/// How to call an operation, with an example.
pub(crate) fn write_operation(context: &mut Context, help: &Help) -> io::Result<()> {
    let (out, color) = (&mut context.out, context.screen.color);
    writeln!(out, "{}", paint(&help.usage, ANSWER, color))?;
    writeln!(out, "  {}", help.summary)?;
    if !help.aliases.is_empty() {
        let aliases = format!("also called {}", help.aliases.join(", "));
        writeln!(out, "  {}", paint(&aliases, QUIET, color))?;
    }
    writeln!(out, "  {} = {}", paint(help.example, HINT, color), help.result)
}
