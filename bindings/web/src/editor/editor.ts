/** Where the program is written: a text area that is there at once, and the editor that takes its place. */

import type { Help } from '../engine/answers';
import { lineOf, startOf } from '../text';

/** A part of the program that something is said about. */
export interface Mark {
  from: number;
  to: number;
  severity: 'error' | 'info';
  message: string;
}

export interface Editor {
  text(): string;
  /** The line of the cursor, from 1. */
  line(): number;
  /** Replaces the text, as a change that can be undone. */
  set(text: string): void;
  /** Moves the cursor to a line. */
  go(line: number): void;
  /** Shows what is wrong, and the lines of the selected statement. */
  mark(marks: Mark[], lines: readonly [first: number, last: number] | null): void;
  focus(): void;
}

export interface Listener {
  /** The text has changed. */
  changed(): void;
  /** The cursor is in another line. */
  moved(): void;
}

/** What helps to write. */
export interface Assistant {
  /** What can stand at a place in a text, and where the word starts. */
  complete(text: string, at: number): Promise<{ from: number; candidates: string[] } | null>;
  help(word: string): Promise<Help | null>;
}

/** The text area as an editor. */
export function textarea(area: HTMLTextAreaElement, listener: Listener): Editor {
  const editor: Editor = {
    text: () => area.value,
    line: () => lineOf(area.value, area.selectionStart),
    set(text) {
      area.value = text;
    },
    go(line) {
      const at = startOf(area.value, line);
      area.setSelectionRange(at, at);
    },
    mark(marks) {
      area.setAttribute('aria-invalid', String(marks.some(({ severity }) => severity === 'error')));
    },
    focus: () => area.focus(),
  };
  let line = editor.line();
  area.addEventListener('input', () => listener.changed());
  area.addEventListener('selectionchange', () => {
    if (editor.line() === line) return;
    line = editor.line();
    listener.moved();
  });
  return editor;
}
