//! A session in a real terminal.

use std::path::PathBuf;

use crate::binary::{command, run_with};
use rexpect::session::{PtySession, spawn_command};

/// A session in a pty, or none where there are no ptys.
fn start(args: &[&str], state: &PathBuf) -> Option<PtySession> {
    let mut command = command();
    command.args(args).env("XDG_STATE_HOME", state).env("TERM", "xterm").env("NO_COLOR", "1");
    match spawn_command(command, Some(10_000)) {
        Ok(session) => Some(session),
        Err(error) => {
            eprintln!("no pty here: {error}");
            None
        }
    }
}

fn state(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tilework-state-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Waits for the prompt and types.
fn write(session: &mut PtySession, text: &str) {
    // Turned on with every prompt: from here on pasted text is marked.
    hear(session, "\x1b[?2004h");
    session.send(text).expect("it listens");
    session.flush().expect("it listens");
}

/// Types a line.
fn say(session: &mut PtySession, line: &str) {
    write(session, &format!("{line}\r"));
}

/// Ctrl-D.
fn leave(session: &mut PtySession) {
    hear(session, "\x1b[?2004h");
    session.send_control('d').expect("it listens");
    session.exp_eof().expect("it leaves");
}

#[track_caller]
fn hear(session: &mut PtySession, words: &str) {
    if let Err(error) = session.exp_string(words) {
        panic!("{words:?}: {error}");
    }
}

#[test]
fn a_session() {
    let state = state("session");
    // Plain `tilework` on a terminal.
    let Some(mut session) = start(&[], &state) else { return };
    let session = &mut session;
    hear(session, "type an expression");
    say(session, "A = (6,2):(8,2)");
    hear(session, "A = (6,2):(8,2)");
    hear(session, "size 12, cosize 43");
    say(session, "A o (4,3):(3,1)");
    hear(session, "((2,2),3):((24,2),8)");
    hear(session, "26  34  42");

    say(session, "(64,64):(64,1)");
    hear(session, "a grid of 4096 is too large to show; :draw shows it");

    // Errors do not end it.
    say(session, "A o nothing_here");
    hear(session, "error: `nothing_here` has no value");
    say(session, "coalesce(4:1))");
    hear(session, "error:");

    // Several lines; the prompt waits for the parenthesis.
    say(session, "size((4,\r8))");
    hear(session, "32");
    // Ctrl-C clears what was typed.
    write(session, "garbage(((");
    session.send_control('c').expect("it listens");
    say(session, "rank((7,8,9))");
    hear(session, "3");

    say(session, ":names");
    hear(session, "A = (6,2):(8,2)");
    say(session, ":help complement");
    hear(session, "complement(A, M)");
    hear(session, "complement((2,2):(1,6), 24) = (3,2):(2,12)");
    say(session, ":help");
    hear(session, "Operations:");
    hear(session, "zipped_divide");
    say(session, ":grid (2,3)");
    hear(session, " 1  3  5 ");
    say(session, ":draw (2,3):(3,1)");
    hear(session, " 3  4  5 ");
    say(session, ":explain A o (4,3):(3,1)");
    hear(session, "((2,2),3):((24,2),8)");
    say(session, ":nonsense");
    hear(session, "there is no command `:nonsense`");
    say(session, ":explain");
    hear(session, "needs an expression");
    say(session, ":quit");
    session.exp_eof().expect("it leaves");

    let history = std::fs::read_to_string(state.join("tilework/history")).expect("a history");
    assert!(history.contains("A o (4,3):(3,1)"), "{history}");
    let _ = std::fs::remove_dir_all(&state);
}

#[test]
fn completion_and_history() {
    let state = state("completion");
    let Some(mut session) = start(&["repl"], &state) else { return };
    let session = &mut session;
    hear(session, "type an expression");
    say(session, "tile_of_mine = (4,8):(1,4)");
    hear(session, "contiguous");
    // One completion is taken over: an operation with its parenthesis, a name without.
    say(session, "raked\t(2,5):(5,1), (3,4):(1,3))");
    hear(session, "((3,2),(4,5)):((10,5),(30,1))");
    say(session, "cosize(tile_of\t)");
    hear(session, "32");
    // The arrow brings the last line back.
    say(session, "\x1b[A");
    hear(session, "32");
    leave(session);

    // The history outlives the session.
    let Some(mut session) = start(&["repl"], &state) else { return };
    hear(&mut session, "type an expression");
    say(&mut session, "\x1b[A");
    hear(&mut session, "`tile_of_mine` has no value");
    leave(&mut session);
    let _ = std::fs::remove_dir_all(&state);
}

#[test]
fn no_place_for_a_history() {
    let Some(mut session) = start(&["repl"], &PathBuf::from("/proc/nowhere")) else { return };
    hear(&mut session, "type an expression");
    say(&mut session, "size((4,8))");
    hear(&mut session, "32");
    leave(&mut session);
}

#[test]
fn a_terminal_gets_facts_and_a_grid() {
    let Some(mut session) = start(&["(2,3):(3,1)", "4611686018427387904:1"], &state("one")) else {
        return;
    };
    hear(&mut session, "size 6, cosize 6, rank 2, depth 1, injective yes, contiguous");
    hear(&mut session, " 3  4  5 ");
    hear(&mut session, "4611686018427387904:1");
    let rest = session.exp_eof().expect("it ends");
    assert!(!rest.contains("in blocks of"), "a large grid is drawn only on demand: {rest}");
}

#[test]
fn a_script_instead_of_a_terminal() {
    let input = b"A = (4,8):(1,4)\n:names\nsize(A)\nsize(\n\n:help size\n\xff\xff\nrank(A)\n";
    let session = run_with(&["repl"], input);
    assert_eq!(session.code, 0, "{}", session.err);
    assert!(session.out.contains("\n32\n"), "{}", session.out);
    assert!(session.out.contains("size(A)"), "{}", session.out);
    assert!(session.out.ends_with("2\n"), "{}", session.out);
}
