/** What an operation or a notation is, as a small text. */

import { code, el } from '../dom';
import type { Help } from '../engine/answers';

export function describe({ usage, summary, example, result, aliases, notation }: Help): HTMLElement {
  if (notation) {
    return el('div', { class: 'about' }, ...notation.map((one) => el('div', {},
      el('p', { class: 'usage' }, code(one.written)),
      el('p', {}, one.summary),
      el('p', { class: 'example' }, code(`${one.example} = ${one.result}`)))));
  }
  return el('div', { class: 'about' },
    el('p', { class: 'usage' }, code(usage ?? '')),
    el('p', {}, summary ?? ''),
    aliases?.length ? el('p', {}, `also called ${aliases.join(', ')}`) : null,
    el('p', { class: 'example' }, code(`${example ?? ''} = ${result ?? ''}`)));
}
