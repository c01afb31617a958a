/** Tabs: one panel at a time; the arrow keys go from tab to tab. Beside them there is room for more. */

import { el } from '../dom';

export function tabs<Name extends string>(
  label: string,
  panels: readonly (readonly [name: Name, title: string, content: HTMLElement])[],
  chosen: (name: Name) => void,
  beside: HTMLElement,
): { element: HTMLElement; select(name: Name): void } {
  const made = panels.map(([name, title, content]) => ({
    name,
    tab: el('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, click: () => chosen(name),
    }, title),
    panel: el('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }, content),
  }));
  const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, ...made.map(({ tab }) => tab));
  list.addEventListener('keydown', (event) => {
    const at = made.findIndex(({ tab }) => tab === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = made[(at + (step ?? 0) + made.length) % made.length];
    if (at < 0 || step === undefined || !next) return;
    event.preventDefault();
    chosen(next.name);
    next.tab.focus();
  });
  return {
    element: el('div', {}, el('div', { class: 'tab-row' }, list, beside), ...made.map(({ panel }) => panel)),
    select(name) {
      for (const one of made) {
        const on = one.name === name;
        one.tab.setAttribute('aria-selected', String(on));
        one.tab.tabIndex = on ? 0 : -1;
        one.panel.hidden = !on;
      }
    },
  };
}
