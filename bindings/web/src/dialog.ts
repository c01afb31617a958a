/** Dialogs, which are filled when they are first opened. */

import { el } from './dom';

export function dialog(button: HTMLButtonElement, title: string, content: () => HTMLElement[]): HTMLDialogElement {
  const id = `dialog-${title.toLowerCase().replace(/\W+/g, '-')}`;
  const box = el('dialog', { 'aria-labelledby': id },
    el('header', {}, el('h2', { id }, title), el('button', { type: 'button', click: () => box.close() }, 'Close')));
  // A click on what is behind it closes it.
  box.addEventListener('click', (event) => { if (event.target === box) box.close(); });
  button.setAttribute('aria-haspopup', 'dialog');
  button.addEventListener('click', () => {
    if (!box.isConnected) {
      box.append(...content());
      document.body.append(box);
    }
    box.showModal();
    box.querySelector('input')?.focus();
  });
  return box;
}
