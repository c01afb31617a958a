/** The editor: CodeMirror with completion, help under the pointer and diagnostics as they arise. */

import { type Completion, type CompletionContext, autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorSelection, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration, type DecorationSet, EditorView, drawSelection, highlightSpecialChars, hoverTooltip, keymap, lineNumbers,
} from '@codemirror/view';
import type { Assistant, Editor, Listener } from './editor';
import { describe } from './help';
import { colors, layouts } from './language';

/** Takes the place of the text area, inside of a shadow root: there style sheets need no exception from the policy. */
export function open(parent: ShadowRoot, area: HTMLTextAreaElement, listener: Listener, assistant: Assistant): Editor {
  let line = 0;
  /** The lines that are marked, if nothing else is. */
  let quiet: string | null = null;
  const view = new EditorView({
    root: parent,
    parent,
    doc: area.value,
    selection: EditorSelection.single(area.selectionStart, area.selectionEnd),
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightSpecialChars(),
      bracketMatching(),
      closeBrackets(),
      layouts,
      syntaxHighlighting(colors),
      autocompletion({ override: [(context) => complete(context, assistant)], icons: false }),
      hoverTooltip((view, at) => help(view, at, assistant), { hoverTime: 250 }),
      statement,
      replacing,
      look,
      EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': 'Program', spellcheck: 'false', dir: 'ltr' }),
      keymap.of([...completionKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) listener.changed();
        const now = update.state.doc.lineAt(update.state.selection.main.head).number;
        if (now === line) return;
        line = now;
        if (!update.docChanged) listener.moved();
      }),
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    set(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    },
    go(to) {
      const { from } = view.state.doc.line(Math.min(Math.max(to, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    },
    mark(marks, lines) {
      // Where nothing is wrong, what was marked before moves along by itself.
      const key = marks.length === 0 ? String(lines) : null;
      if (key !== null && key === quiet) return;
      quiet = key;
      const most = view.state.doc.length;
      const fitting = marks.map((mark) => ({ ...mark, from: Math.min(mark.from, most), to: Math.min(mark.to, most) }));
      const effects = [...(setDiagnostics(view.state, fitting).effects as StateEffect<unknown>[])];
      view.dispatch({ effects: [...effects, selectLines.of(lines)] });
    },
    focus: () => view.focus(),
  };
}

async function complete(context: CompletionContext, assistant: Assistant) {
  // A letter alone is a name or an operator as often as the start of a word.
  if (!context.explicit && !context.matchBefore(/[A-Za-z_]\w[\w:]*/)) return null;
  const found = await assistant.complete(context.state.doc.toString(), context.pos);
  if (!found || context.aborted) return null;
  const options = found.candidates.map((text): Completion => ({
    label: text,
    info: async () => {
      const about = await assistant.help(text.replace(/\($/, ''));
      return about ? describe(about) : null;
    },
  }));
  return { from: found.from, options, validFor: /^[\w:.<]*$/ };
}

async function help(view: EditorView, at: number, assistant: Assistant) {
  const { from, text } = view.state.doc.lineAt(at);
  for (const found of text.matchAll(/[A-Za-z_][\w:]*|==|[~_@]/g)) {
    const [start, end] = [from + found.index, from + found.index + found[0].length];
    if (at < start || at > end) continue;
    const about = await assistant.help(found[0]);
    return about ? { pos: start, end, above: true, create: () => ({ dom: describe(about) }) } : null;
  }
  return null;
}

/**
 * Chromium gives what replaces a selection the style of what was there, as an attribute, which the policy forbids: the
 * editor inserts it instead.
 */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const { data, inputType, isComposing } = event;
    if (empty || isComposing || inputType !== 'insertText' || data === null) return false;
    const insert = () => view.state.update({
      changes: { from, to, insert: data }, selection: { anchor: from + data.length }, userEvent: 'input.type', scrollIntoView: true,
    });
    const handled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!handled) view.dispatch(insert());
    return true;
  },
});

const selectLines = StateEffect.define<readonly [number, number] | null>();

/** The lines of the selected statement. */
const statement = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, { state, effects, changes }) {
    for (const effect of effects) {
      if (!effect.is(selectLines)) continue;
      const [first, last] = effect.value ?? [1, 0];
      const marks = [];
      for (let n = first; n <= Math.min(last, state.doc.lines); n += 1) {
        marks.push(Decoration.line({ class: 'selected-statement' }).range(state.doc.line(n).from));
      }
      return Decoration.set(marks);
    }
    return lines.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--paper)', color: 'var(--text)', fontSize: 'var(--code-size)', maxHeight: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65', minHeight: '11rem' },
  '.cm-content': { padding: '.5rem 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--quiet)', border: 'none', paddingInlineStart: '.25rem' },
  '.cm-line': { paddingInline: '.5rem 1rem' },
  '.selected-statement': { backgroundColor: 'var(--chosen)', boxShadow: 'inset 2px 0 var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection)' },
  '.cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selection)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)', color: 'var(--text)', border: '1px solid var(--edge)', borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '13px', maxHeight: '14rem' },
  '.cm-tooltip-autocomplete ul li': { padding: '2px .6rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '0', maxWidth: '24rem' },
  '.about': { padding: '.5rem .7rem', maxWidth: '26rem', font: '13px/1.45 var(--sans)' },
  '.about code': { fontFamily: 'var(--mono)', overflowWrap: 'anywhere', unicodeBidi: 'isolate' },
  '.about p': { margin: '0 0 .35rem' },
  '.about .usage': { fontWeight: '600' },
  '.about .example': { color: 'var(--quiet)', margin: '0' },
  '.cm-diagnostic': { padding: '.4rem .7rem', font: '13px/1.45 var(--sans)', maxWidth: '28rem' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--quiet)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--quiet) 1.5px', textUnderlineOffset: '3px' },
});
