/** The selected statement, large: its value or refusal, facts, picture, explanation, code. */

import { code, el, fill } from '../dom';
import type { Answer, Explained } from '../engine/answers';
import type { AskOne } from '../engine/client';
import { before, type Picture, question, type Statement } from '../engine/program';
import type { Look, ViewName } from '../state/state';
import { controls } from './controls';
import { copyButton } from './copy';
import { dialects } from './dialects';
import { explanation } from './explanation';
import { exports } from './exports';
import { factsOf } from './facts';
import { pictureView } from './picture';
import { refusal } from './refusal';
import { tabs } from './tabs';

/** The most letters of a value that are shown. */
const MOST = 4000;

export interface Shown {
  text: string;
  statement: Statement;
  picture: Picture | null;
  look: Look;
  view: ViewName;
}

export interface Stage {
  show(shown: Shown): void;
  /** Says something instead: there is no statement, or no answer yet. */
  say(...children: (Node | string)[]): void;
  /** Marks what is shown as that of an earlier program. */
  stale(stale: boolean): void;
}

export function stage(root: HTMLElement, act: {
  ask: AskOne;
  look(change: Partial<Look>): void;
  view(view: ViewName): void;
  /** The address of what is shown, for a frame. */
  embedded(): Promise<string>;
  dark(): boolean;
  announce(text: string): void;
}): Stage {
  const head = el('div', { class: 'answer' });
  const picture = pictureView();
  const switches = controls(act.look);
  const steps = el('div', {});
  const codes = dialects(act.ask);
  let shown: Shown | null = null;

  const drawing = exports(async (output, theme) => {
    if (!shown) return null;
    const { given, request } = question(shown.text, shown.statement, shown.look);
    const drawn = await act.ask<{ picture?: string }>(given, { ...request, output, theme });
    return drawn?.picture ?? null;
  }, () => shown?.statement.name ?? shown?.statement.input ?? '', act.dark, act.announce);
  const share = el('div', { class: 'share' }, drawing,
    copyButton('Embed: copy the code of a frame', async () => frame(await act.embedded()), 'Embed'));

  const panels = tabs<ViewName>('Views of the result', [
    ['picture', 'Picture', el('div', {}, switches.element, picture.element)],
    ['explain', 'Explanation', steps],
    ['code', 'Code', codes.element],
  ], act.view, share);
  const whole = el('div', { class: 'whole' }, head, panels.element);
  const message = el('div', { class: 'message', hidden: true });
  root.append(message, whole);

  async function explain({ text, statement }: Shown): Promise<void> {
    const explained = await act.ask<Explained>(before(text, statement), { ask: 'explain', input: statement.input });
    if (shown?.statement === statement) fill(steps, explained ? explanation(explained) : el('p', { class: 'nothing' }, 'No answer.'));
  }

  return {
    show(next) {
      shown = next;
      const { statement, view, look } = next;
      message.hidden = true;
      whole.hidden = false;
      whole.classList.remove('stale');
      fill(head, ...answerOf(statement));
      panels.select(view);
      if (view === 'picture') {
        switches.element.hidden = !next.picture?.picture;
        switches.show(look, statement);
        picture.show(next.picture, statement.aside ? 'This line is no statement.' : 'There is no picture of this.');
      } else if (view === 'explain') {
        void explain(next);
      } else {
        void codes.show(next.text, statement);
      }
    },
    say(...children) {
      shown = null;
      whole.hidden = true;
      message.hidden = false;
      fill(message, ...children);
    },
    stale: (stale) => whole.classList.toggle('stale', stale),
  };
}

function answerOf(statement: Statement): (Node | null)[] {
  const { input, line, name, result, notes = [], claim, error, aside, value } = statement;
  const facts = error ? [] : factsOf(value);
  return [
    el('h2', { class: 'asked' }, el('span', { class: 'where' }, `Line ${line}`), code(input.slice(0, MOST))),
    error ? refusal(input, error, aside) : claim ? claimed(claim) : value?.kind === 'report' ? reported(value.text) : came(name, result ?? ''),
    !aside && notes.length ? el('ul', { class: 'notes' }, ...notes.map((note) => el('li', {}, el('bdi', {}, note)))) : null,
    facts.length ? el('dl', { class: 'facts' }, ...facts.map(([fact, text]) =>
      el('div', {}, el('dt', {}, fact), el('dd', {}, el('bdi', {}, text))))) : null,
  ];
}

const came = (name: string | undefined, result: string): HTMLElement =>
  el('p', { class: 'result' },
    code((name ? `${name} = ` : '') + result.slice(0, MOST) + (result.length > MOST ? ' …' : '')),
    copyButton('Copy the result', () => result));

/** A report is a sentence, and what has to be said with it. */
function reported(text: string): HTMLElement {
  const [first = '', ...more] = text.split(/; |\. (?=[a-z])/);
  return el('div', { class: 'report' },
    el('p', { class: 'result' }, el('strong', {}, first), copyButton('Copy the result', () => text)),
    ...more.map((sentence) => el('p', {}, sentence)));
}

const claimed = ({ holds, expected, found }: NonNullable<Answer['claim']>): HTMLElement =>
  el('div', { class: holds ? 'claim good' : 'claim bad' },
    el('p', { class: 'verdict' }, el('strong', {}, holds ? '✓ It holds' : '✗ It does not hold')),
    holds ? el('p', { class: 'result' }, code(found.slice(0, MOST)))
      : el('dl', { class: 'facts' },
        el('div', {}, el('dt', {}, 'claimed'), el('dd', {}, code(expected.slice(0, MOST)))),
        el('div', {}, el('dt', {}, 'found'), el('dd', {}, code(found.slice(0, MOST))))));

/** The code of a frame. The address is percent-encoded, but for what an attribute has to have escaped. */
const frame = (address: string): string =>
  `<iframe src="${address.replaceAll('&', '&amp;').replaceAll('"', '%22')}" title="Tilework" width="720" height="480"></iframe>`;
