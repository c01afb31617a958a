/** The page: a program, the answers to it, and the address that says both. */

import { cards, short } from './cards';
import { byId, el } from './dom';
import { assistant } from './editor/assistant';
import { type Editor, type Listener, textarea } from './editor/editor';
import { marksOf } from './editor/marks';
import type { Outcome } from './engine/client';
import { type ProgramAnswer, selectedOf, type Statement } from './engine/program';
import { start } from './engine/start';
import { examplesDialog } from './examples/dialog';
import { FIRST } from './examples/examples';
import { keysDialog } from './keys';
import { stage } from './stage/stage';
import { copyButton } from './stage/copy';
import { history } from './state/history';
import { EMPTY, PLAIN, type State } from './state/state';
import { linesOf } from './text';
import { themes } from './theme';

declare global {
  interface Window {
    /** The editor, which is read when it is wanted. */
    loadEditor?: () => typeof import('./editor/codemirror');
  }
}

const client = start();
const status = byId('status');
const announce = (text: string): void => { status.textContent = text; };

let state: State = EMPTY;
/** What was answered last, and to which text. */
let last: { text: string; answer: ProgramAnswer } | null = null;

const address = history((loaded) => load(loaded));

/** Changes the state and shows it; a step is one that the back button undoes. */
function change(to: Partial<State>, step = false): void {
  state = { ...state, ...to };
  address.write(state, step);
  theme.show(state.theme);
  void refresh();
}

const theme = themes(byId('theme'), (name) => change({ theme: name }));

async function ask<T>(given: string, request: object): Promise<T | null> {
  const outcome = await client.ask<T>(given, request);
  return outcome.kind === 'answer' ? outcome.answer : null;
}

/** Whether the editor is being told, rather than telling. */
let loading = false;

const listener: Listener = {
  changed() {
    if (!loading) change({ program: editor.text(), line: editor.line() });
  },
  moved() {
    if (loading || !last) return;
    const { statements, selected } = last.answer;
    const at = selectedOf(statements, editor.line());
    if (at === selected) return;
    place(statements, at, editor.line());
    void refresh();
  },
};

/** Remembers which statement is selected; the last one needs no number, and so no place in the address. */
function place(statements: readonly Statement[], selected: number, line: number): void {
  const at = selected === statements.length - 1 ? 0 : line;
  if (at === state.line) return;
  state = { ...state, line: at };
  address.write(state, false);
}

const area = byId<HTMLTextAreaElement>('program');
let editor: Editor = textarea(area, listener);

const showCards = cards(byId('cards'), (line) => {
  loading = true;
  editor.go(line);
  loading = false;
  change({ line });
  // Where there is one column, what is selected is below.
  if (matchMedia('(max-width: 60rem)').matches) byId('stage').scrollIntoView();
});

const shown = stage(byId('stage'), {
  ask,
  announce,
  dark: theme.dark,
  look: (look) => change({ look: { ...state.look, ...look } }),
  view: (view) => change({ view }, true),
  embedded: () => address.link({ ...state, embed: true }),
});

/** Asks about the program and shows the answers. */
async function refresh(limit?: number): Promise<void> {
  const begun = performance.now();
  const { program: text, line, look, view } = state;
  const waiting = setTimeout(() => shown.stale(true), 120);
  const slow = setTimeout(() => {
    announce('Still computing.');
    stop.hidden = false;
  }, 400);
  const outcome = await client.program({ text, line, look: view === 'picture' ? look : null }, limit);
  clearTimeout(waiting);
  clearTimeout(slow);
  if (outcome.kind === 'superseded') return;
  stop.hidden = true;
  if (outcome.kind !== 'answer') {
    unanswered(outcome);
    return;
  }
  if (status.textContent === 'Still computing.') announce('');
  last = { text, answer: outcome.answer };
  place(outcome.answer.statements, outcome.answer.selected, line);
  show(outcome.answer, text);
  measured(begun);
}

function show(answer: ProgramAnswer, text: string): void {
  const { statements, selected, picture } = answer;
  const statement = statements[selected];
  showCards(answer);
  editor.mark(...marksOf(text, answer));
  document.title = statement ? `${short(statement.input, 60)} · Tilework` : 'Tilework';
  if (statement) shown.show({ text, statement, picture, look: state.look, view: state.view });
  else shown.say(el('p', {}, 'Write a layout, such as (4,8):(8,1), or choose an example.'));
}

/** Where the answer is missing, why, and what can be done about it. */
function unanswered(outcome: Exclude<Outcome<unknown>, { kind: 'answer' | 'superseded' }>): void {
  const longer = (limit: number): HTMLElement =>
    el('button', { type: 'button', click: () => void refresh(limit) }, `Allow ${limit / 1000} seconds`);
  if (outcome.kind === 'limit') {
    announce(`No answer within ${outcome.seconds} seconds.`);
    shown.say(el('h2', {}, 'No answer yet'),
      el('p', {}, `This program takes longer than ${outcome.seconds} seconds, and was stopped. Change it, or let it run.`),
      longer(outcome.seconds < 30 ? 30_000 : 300_000));
  } else if (outcome.kind === 'cancelled') {
    announce('Stopped.');
    shown.say(el('h2', {}, 'Stopped'), el('p', {}, 'The program was stopped before it was answered.'), longer(30_000));
  } else {
    announce('The engine failed.');
    shown.say(el('h2', {}, 'The engine failed'), el('p', {}, outcome.message));
  }
}

/** Times for the benchmark: from navigation to the first answer, and from a change to its answer, laid out. */
function measured(begun: number): void {
  document.body.getBoundingClientRect();
  if (!performance.getEntriesByName('first-answer').length) {
    performance.mark('first-answer');
    requestAnimationFrame(() => setTimeout(() => void openEditor()));
  }
  performance.measure('answered', { start: begun, end: performance.now() });
}

/** The editor takes the place of the text area, after the first picture is on the screen. */
async function openEditor(): Promise<void> {
  const opened = import.meta.env.DEV ? await import('./editor/codemirror') : window.loadEditor?.();
  if (!opened) return;
  const focused = document.activeElement === area;
  const host = el('div', { class: 'code-editor' });
  area.after(host);
  editor = opened.open(host.attachShadow({ mode: 'open' }), area, listener, assistant(ask));
  area.remove();
  if (focused) editor.focus();
  if (last?.text === editor.text()) editor.mark(...marksOf(last.text, last.answer));
  performance.mark('editor');
  client.warm();
}

/** Shows a state that comes from an address or an example. */
function load(loaded: State): void {
  state = loaded;
  document.documentElement.classList.toggle('embed', state.embed);
  theme.show(state.theme);
  loading = true;
  if (editor.text() !== state.program) editor.set(state.program);
  editor.go(state.line || linesOf(state.program));
  loading = false;
  if (state.embed) void address.link({ ...state, embed: false }).then((to) => outside.setAttribute('href', to));
  void refresh();
}

const outside = el('a', { target: '_blank', rel: 'noopener', href: '#' }, 'Open in Tilework');
byId('stage').append(el('p', { class: 'outside' }, outside));

const stop = el('button', { type: 'button', id: 'stop', hidden: true, click: () => client.cancel() }, 'Stop');
byId('top').querySelector('.actions')?.prepend(stop);

byId('share').replaceWith(copyButton('Copy link to this page', () => address.link({ ...state, embed: false }), 'Copy link'));
examplesDialog(byId('examples-open'), ({ program, line = 0, look = {} }) => {
  load({ ...state, program, line, view: 'picture', look: { ...PLAIN, ...look } });
  address.write(state, true);
});
keysDialog(byId('keys-open'));
byId('skip').addEventListener('click', (event) => {
  // The hash of the address is the state, and stays.
  event.preventDefault();
  byId('stage').focus();
});

void (async () => {
  const styled = client.style();
  const from = await address.read();
  const first = from.program ? from : { ...from, program: FIRST.program, line: FIRST.line ?? 0 };
  document.documentElement.classList.toggle('embed', first.embed);
  editor.set(first.program);
  // A picture without its style would be seen.
  const style = await styled;
  if (style?.style) theme.adopt(style);
  load({ ...first, program: editor.text() });
})();
