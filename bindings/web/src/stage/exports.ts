/** The picture as a file. */

import { el } from '../dom';

export type Format = 'svg' | 'tikz' | 'html' | 'text';

/** Asks for the picture in a format; null where there is none. */
export type Drawing = (output: Format, theme: 'light' | 'dark' | 'auto') => Promise<string | null>;

const FILES = [
  ['SVG', 'svg', 'image/svg+xml', 'svg'],
  ['TikZ', 'tikz', 'text/x-tex', 'tex'],
  ['HTML', 'html', 'text/html', 'html'],
  ['Text', 'text', 'text/plain', 'txt'],
] as const;

export function exports(drawing: Drawing, name: () => string, dark: () => boolean, say: (text: string) => void): HTMLElement {
  const save = (blob: Blob, extension: string): void => {
    const address = URL.createObjectURL(blob);
    el('a', { href: address, download: `${fileName(name())}.${extension}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    say(`Saved as ${extension.toUpperCase()}`);
  };
  const menu = el('details', { class: 'menu' }, el('summary', { role: 'button' }, 'Export'));
  const item = (label: string, act: () => Promise<void>): HTMLElement => el('button', {
    type: 'button',
    click: () => {
      menu.open = false;
      menu.querySelector('summary')?.focus();
      act().catch((error: unknown) => say(`Not saved: ${String(error)}`));
    },
  }, label);
  const items = FILES.map(([label, output, type, extension]) => item(label, async () => {
    const text = await drawing(output, 'auto');
    if (text === null) throw new Error('there is no picture');
    save(new Blob([text], { type }), extension);
  }));
  items.splice(1, 0, item('PNG', async () => {
    const text = await drawing('svg', dark() ? 'dark' : 'light');
    if (text === null) throw new Error('there is no picture');
    save(await png(text), 'png');
  }));
  menu.append(el('div', { class: 'items' }, ...items));
  closing(menu);
  return menu;
}

/** A menu closes when the focus leaves it, at a click outside, and at Escape. */
export function closing(menu: HTMLDetailsElement): void {
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
    event.stopPropagation();
  });
}

/** The most pixels of a side: what browsers draw on without failing. */
const SIDE = 8192;

async function png(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, SIDE / Math.max(image.naturalWidth, image.naturalHeight, 1));
    const canvas = el('canvas', {
      width: Math.ceil(image.naturalWidth * scale), height: Math.ceil(image.naturalHeight * scale),
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A name of letters, digits and hyphens: what a program says never becomes a path. */
export const fileName = (text: string): string =>
  text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 60) || 'tilework';
