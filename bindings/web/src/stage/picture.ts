/** The picture: every cell is an element, and those that belong together light up together. */

import { link } from '../../../../crates/draw/src/render/linked/link.js';
import { el, fill } from '../dom';
import type { Picture } from '../engine/program';
import { apply, type Change, changes } from './patch';

/** Steps of size, and the largest that a picture takes by itself. */
const ZOOMS = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.5, 2, 3];
const LARGEST = 1.4;
/** The height of what is below a picture: its buttons, and what is said of a cell. */
const BELOW = 180;
/** Milliseconds without another picture after which the cells of one that was changed are linked. */
const PAUSE = 60;

export interface PictureView {
  element: HTMLElement;
  /** Shows a picture, or what is said where there is none. */
  show(picture: Picture | null, otherwise: string): void;
}

export function pictureView(): PictureView {
  const parser = new DOMParser();
  const canvas = el('div', { class: 'canvas', dir: 'ltr' });
  const at = el('p', { class: 'at' });
  const links = el('ul', {});
  const spoken = el('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' }, at, links);
  const note = el('p', { class: 'unlike', hidden: true });
  const steps = stepper();
  const zoom = zoomer(canvas);
  const bar = el('div', { class: 'below' }, steps.element, zoom.element);
  const element = el('div', { class: 'picture' }, note, canvas, bar, spoken);
  const idle = 'Point at a cell, or use Tab and the arrow keys. Enter pins it, Escape lets go.';

  const say = (cell: string, others: string[]): void => {
    at.textContent = cell || idle;
    at.classList.toggle('idle', cell === '');
    const bits = binary(cell);
    fill(links, bits ? el('li', { class: 'bits' }, bits) : null, ...others.map((text) => el('li', {}, text)));
  };

  /** What is shown: its text, and its elements in the order of the document. */
  let drawn: { text: string; svg: SVGSVGElement; elements: ArrayLike<Element> } | null = null;
  let linked = new AbortController();
  let unpin: (() => void) | undefined;
  /** Changes that are not seen, and wait until the picture is. */
  let unseen: Change[] = [];

  /** The picture is seen first, and can be walked through a moment later. */
  const relink = (svg: SVGSVGElement, wait: number): void => {
    linked.abort();
    linked = new AbortController();
    const { signal } = linked;
    requestAnimationFrame(() => setTimeout(() => {
      if (signal.aborted) return;
      if (drawn) apply(drawn.elements, unseen.splice(0));
      const { go, pin } = link(svg, { root: element, say, signal });
      unpin = () => pin(null, false);
      steps.link(go);
    }, wait));
  };

  /** Makes a picture of the one that is there, if it has the same structure. */
  const patched = (text: string): boolean => {
    const all = drawn && changes(drawn.text, text);
    if (!drawn || !all) return false;
    unpin?.();
    unpin = undefined;
    apply(drawn.elements, all.filter(({ name }) => !name.startsWith('data-')));
    unseen.push(...all.filter(({ name }) => name.startsWith('data-')));
    drawn.text = text;
    zoom.fit(drawn.svg);
    relink(drawn.svg, PAUSE);
    return true;
  };

  return {
    element,
    show(picture, otherwise) {
      const text = picture?.picture;
      note.hidden = !picture?.unlike;
      note.textContent = picture?.unlike ? `Drawn as by default: ${picture.unlike.message}` : '';
      // Most changes of a program leave the picture as it is, with the cell that is pinned in it.
      if (text !== undefined && text === drawn?.text) return;
      if (text !== undefined && patched(text)) return;
      linked.abort();
      [unpin, unseen] = [undefined, []];
      const parsed = text === undefined ? null : parser.parseFromString(text, 'image/svg+xml').documentElement;
      const svg = parsed instanceof SVGSVGElement ? document.adoptNode(parsed) : null;
      drawn = svg && { text: text ?? '', svg, elements: [svg, ...svg.querySelectorAll('*')] };
      element.classList.toggle('bare', svg === null);
      bar.hidden = spoken.hidden = svg === null;
      if (!svg) {
        fill(canvas, el('p', { class: 'nothing' }, picture?.error?.message ?? otherwise));
        return;
      }
      zoom.fit(svg);
      fill(canvas, svg);
      say('', []);
      steps.show(picture?.steps ?? 0);
      relink(svg, 0);
    },
  };
}

/** The index and the offset of a cell in binary, where swizzles are seen to act. */
function binary(cell: string): string {
  const [, index, offset] = /index (\d{1,6}), offset (\d{1,6})(?!\d)/.exec(cell) ?? [];
  if (index === undefined || offset === undefined) return '';
  const digits = [index, offset].map((number) => Number(number).toString(2));
  const width = Math.max(...digits.map(({ length }) => length));
  const [first, second] = digits.map((bits) => bits.padStart(width, '0'));
  return `in binary: index ${first}, offset ${second}`;
}

/** Buttons that go through the steps of a picture. */
function stepper(): { element: HTMLElement; show(count: number): void; link(go: (step: number) => void): void } {
  let [step, count] = [0, 0];
  let go: ((step: number) => void) | undefined;
  const where = el('output', {});
  const to = (next: number): void => {
    step = Math.min(Math.max(next, 0), count - 1);
    where.textContent = `Phase ${step + 1} of ${count}`;
    back.setAttribute('aria-disabled', String(step === 0));
    on.setAttribute('aria-disabled', String(step === count - 1));
    go?.(step);
  };
  const back = el('button', { type: 'button', click: () => to(step - 1) }, 'Back');
  const on = el('button', { type: 'button', click: () => to(step + 1) }, 'Next');
  const element = el('div', { class: 'steps', role: 'group', 'aria-label': 'Phases' }, back, where, on);
  return {
    element,
    show(next) {
      element.hidden = next < 2;
      // A picture of as many steps goes on where the last one was.
      const same = next === count;
      [count, go] = [next, undefined];
      if (next > 1) to(same ? step : 0);
    },
    link(how) {
      go = how;
      if (count > 1) go(step);
    },
  };
}

/** Buttons that make a picture larger and smaller; at first it is as large as it fits. */
function zoomer(canvas: HTMLElement): { element: HTMLElement; fit(svg: SVGSVGElement): void } {
  let chosen: number | null = null;
  let shown: SVGSVGElement | null = null;
  const percent = el('output', {});
  // To measure when a picture comes would lay out the page once more.
  let [across, down] = [0, 0];
  const measure = (): void => {
    across = canvas.clientWidth - 8;
    down = innerHeight - (canvas.getBoundingClientRect().top + scrollY) - BELOW;
  };
  new ResizeObserver(() => {
    const before = across;
    measure();
    if (before !== across) apply();
  }).observe(canvas);
  const fitting = (): number => {
    const { width = 1, height = 1 } = shown?.viewBox.baseVal ?? {};
    // Smaller than half, labels cannot be read: then one scrolls. Larger than they need be, they are no clearer.
    return Math.min(Math.max(across / width, 0.5), Math.max(down / height, 1), LARGEST);
  };
  const apply = (): void => {
    if (!shown) return;
    const { width, height } = shown.viewBox.baseVal;
    const scale = chosen ?? fitting();
    for (const [name, size] of [['width', width], ['height', height]] as const) {
      const now = String(Math.round(size * scale));
      // Setting it would lay out every label anew.
      if (shown.getAttribute(name) !== now) shown.setAttribute(name, now);
    }
    const written = `${Math.round(scale * 100)} %`;
    if (percent.textContent !== written) percent.textContent = written;
    fit.setAttribute('aria-pressed', String(chosen === null));
  };
  const by = (direction: 1 | -1) => (): void => {
    const now = chosen ?? fitting();
    const next = direction > 0 ? ZOOMS.find((zoom) => zoom > now + 0.01) : ZOOMS.findLast((zoom) => zoom < now - 0.01);
    chosen = next ?? now;
    apply();
  };
  const fit = el('button', { type: 'button', 'aria-pressed': 'true', click: () => { chosen = null; apply(); } }, 'Fit');
  const element = el('div', { class: 'zoom', role: 'group', 'aria-label': 'Size' },
    el('button', { type: 'button', 'aria-label': 'Smaller', click: by(-1) }, '−'), percent,
    el('button', { type: 'button', 'aria-label': 'Larger', click: by(1) }, '+'), fit);
  return {
    element,
    fit(svg) {
      if (across <= 0) measure();
      shown = svg;
      apply();
    },
  };
}
