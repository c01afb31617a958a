/** One card for each statement: what it is, and what came of it. */

import { code, el, fill } from './dom';
import type { ProgramAnswer, Statement } from './engine/program';

/** The most letters of a text on a card. */
const MOST = 160;

export function short(text: string, most = MOST): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** What came of a statement, in one word and one text. */
export function verdict({ error, aside, claim, result }: Statement): readonly [kind: string, word: string, text: string] {
  if (aside) return ['aside', 'not read', error?.message ?? 'no statement'];
  if (error) return ['bad', 'refused', error.message];
  if (claim) return claim.holds ? ['good', 'holds', claim.found] : ['bad', 'does not hold', `it is ${claim.found}`];
  return ['plain', '', result ?? ''];
}

export function cards(list: HTMLElement, choose: (line: number) => void): (answer: ProgramAnswer) => void {
  const buttons: HTMLButtonElement[] = [];
  let lines: number[] = [];
  return ({ statements, selected }) => {
    lines = statements.map(({ line }) => line);
    while (buttons.length > statements.length) buttons.pop()?.parentElement?.remove();
    while (buttons.length < statements.length) {
      const at = buttons.length;
      const button = el('button', { type: 'button', class: 'card', click: () => choose(lines[at] ?? 1) });
      buttons.push(button);
      list.append(el('li', {}, button));
    }
    statements.forEach((statement, i) => {
      const button = buttons[i] as HTMLButtonElement;
      const [kind, word, text] = verdict(statement);
      button.dataset['kind'] = kind;
      if (i === selected) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      const bound = kind === 'plain' && statement.name !== undefined;
      fill(button,
        el('span', { class: 'number' }, el('span', { class: 'unseen' }, 'line '), String(statement.line)),
        bound ? code(short(`${statement.name} = ${text}`), { class: 'bound' }) : code(short(statement.input), { class: 'what' }),
        word ? el('span', { class: 'word' }, word) : null,
        bound ? null : kind === 'plain' ? code(short(text), { class: 'came' }) : el('span', { class: 'came' }, el('bdi', {}, short(text))));
    });
  };
}
