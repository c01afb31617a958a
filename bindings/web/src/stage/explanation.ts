/** The derivation of a result, step by step. */

import { el } from '../dom';
import type { Explained } from '../engine/answers';

/** A numbered step: its number, its name, and what it states. */
const STEP = /^(\d+)\. (.*?):\s{2,}(.*)$/s;

export function explanation({ steps = [], error }: Explained): HTMLElement {
  if (!steps.length) {
    return el('p', { class: 'nothing' }, error?.message ?? 'There is nothing to explain.');
  }
  return el('div', { class: 'explanation', dir: 'ltr', tabindex: 0, role: 'group', 'aria-label': 'Derivation' }, ...steps.map(({ indent, text, equations }) => {
    const [, number, name, stated] = STEP.exec(text) ?? [];
    const checked = equations.length > 0 && el('span', {
      class: 'checked', title: `evaluated: ${equations.join('; ')}`,
    }, el('span', { 'aria-hidden': 'true' }, '✓'), el('span', { class: 'unseen' }, 'checked'));
    if (number === undefined) {
      const verdict = /^(?:=|no answer)/.test(text) ? 'line verdict' : 'line';
      return el('p', { class: `${verdict} indent-${Math.min(indent, 4)}` }, el('bdi', {}, text), checked);
    }
    return el('div', { class: `step indent-${Math.min(indent, 4)}` },
      el('span', { class: 'number' }, number),
      el('strong', {}, el('bdi', {}, name ?? '')),
      el('span', { class: 'stated' }, el('bdi', {}, stated ?? ''), checked));
  }));
}
