/** Buttons that copy a text. */

import { el } from '../dom';

export function copyButton(label: string, text: () => string | Promise<string>, name = 'Copy'): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'copy', 'aria-label': label }, name);
  button.addEventListener('click', () => void (async () => {
    button.textContent = (await copy(await text())) ? 'Copied' : 'Failed';
    setTimeout(() => { button.textContent = name; }, 1500);
  })());
  return button;
}

/** Pages without a secure origin, such as files in some browsers, have no clipboard but the old one. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: -1 });
    area.value = text;
    const back = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (back instanceof HTMLElement) back.focus();
    return done;
  }
}
