/** The menu of examples. */

import { code, el } from '../dom';
import { short } from '../cards';
import { dialog } from '../dialog';
import { type Example, GROUPS } from './examples';

export function examplesDialog(button: HTMLButtonElement, choose: (example: Example) => void): void {
  const search = el('input', { type: 'search', 'aria-label': 'Search the examples', placeholder: 'Search', spellcheck: 'false' });
  const none = el('p', { class: 'nothing', hidden: true }, 'None has these words.');
  const box = dialog(button, 'Examples', () => {
    const items: { element: HTMLElement; words: string }[] = [];
    const groups = GROUPS.map(({ title, about, examples }) => el('section', {},
      el('h3', {}, title), el('p', {}, about),
      el('ul', {}, ...examples.map((example) => {
        const first = example.program.split('\n').filter((line) => !/^\s*(?:#(?!ttg)|$)/.test(line));
        const element = el('li', {}, el('button', {
          type: 'button',
          click: () => {
            box.close();
            choose(example);
          },
        }, el('span', {}, example.title), code(short(first.at(example.line ? 0 : -1) ?? '', 70))));
        items.push({ element, words: `${title} ${example.title} ${example.program}`.toLowerCase() });
        return element;
      }))));
    search.addEventListener('input', () => {
      const wanted = search.value.toLowerCase().split(/\s+/);
      for (const { element, words } of items) element.hidden = !wanted.every((word) => words.includes(word));
      for (const group of groups) group.hidden = !group.querySelector('li:not([hidden])');
      none.hidden = groups.some((group) => !group.hidden);
    });
    return [search, el('div', { class: 'groups' }, ...groups, none)];
  });
}
