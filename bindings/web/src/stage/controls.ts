/** The switches of a picture. All are made once; those that do not fit the statement are hidden. */

import { el, fill } from '../dom';
import type { Statement } from '../engine/program';
import { hasCells, hasThreads, rankOf, sizeOf, slicedShape } from '../engine/values';
import type { Look } from '../state/state';

type Change = (look: Partial<Look>) => void;

interface Control {
  element: HTMLElement;
  show(look: Look, statement: Statement): void;
}

export function controls(change: Change): Control {
  const all = [what(change), labels(change), colors(change), flat(change), threads(change), slices(change), mark(change), tile(change)];
  const element = el('div', { class: 'controls', role: 'group', 'aria-label': 'How it is drawn' },
    ...all.map((control) => control.element));
  return {
    element,
    show(look, statement) {
      for (const control of all) control.show(look, statement);
    },
  };
}

let fields = 0;

/** A control with its name. */
function labelled(name: string, control: HTMLElement, ...more: HTMLElement[]): HTMLElement {
  fields += 1;
  control.id = `control-${fields}`;
  return el('div', { class: 'control' }, el('label', { for: control.id }, name), control, ...more);
}

function choice(options: readonly (readonly [value: string, text: string])[], chosen: (value: string) => void): HTMLSelectElement {
  return el('select', { change: (event) => chosen((event.target as HTMLSelectElement).value) },
    ...options.map(([value, text]) => el('option', { value }, text)));
}

function field(type: 'text' | 'number', attributes: Record<string, string | number>, chosen: (value: string) => void): HTMLInputElement {
  return el('input', {
    type, dir: 'ltr', spellcheck: 'false', autocomplete: 'off', ...attributes,
    input: (event) => chosen((event.target as HTMLInputElement).value.trim()),
  });
}

/** Sets a value unless it is being typed. */
function set(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (input.value !== value && document.activeElement !== input) input.value = value;
}

/** Sets the text of the first choice; a select is laid out by all its texts. */
function rename(select: HTMLSelectElement, text: string): void {
  const first = select.options[0];
  if (first && first.text !== text) first.text = text;
}

function what(change: Change): Control {
  const select = choice([
    ['', 'With its operands'], ['result', 'Result alone'], ['strip', 'Offsets reached'], ['bits', 'Bits (over F2)'],
  ], (value) => change({ what: value }));
  const element = labelled('Show', select);
  return {
    element,
    show(look, { value }) {
      set(select, look.what);
      rename(select, value?.kind === 'composed' ? 'Before and after' : 'With its operands');
      element.hidden = !hasCells(value);
    },
  };
}

const BYTES = [['1', '1 byte'], ['2', '2 bytes'], ['4', '4 bytes'], ['8', '8 bytes'], ['16', '16 bytes']] as const;

function labels(change: Change): Control {
  const bytes = choice(BYTES, (value) => change({ labels: `bank=${value}` }));
  bytes.setAttribute('aria-label', 'Bytes of an element, for labels');
  const select = choice([
    ['', 'Offset'], ['index', 'Index'], ['coord', 'Coordinate'], ['bank', 'Bank'], ['none', 'None'],
  ], (value) => change({ labels: value === 'bank' ? `bank=${bytes.value}` : value }));
  const element = labelled('Labels', select, bytes);
  return {
    element,
    show(look, { value }) {
      const [name = '', of] = look.labels.split('=');
      rename(select, hasThreads(value) || look.tv ? 'Thread, value' : 'Offset');
      element.hidden = !hasCells(value);
      set(select, name === 'offset' || name === 'tv' ? '' : name);
      bytes.hidden = name !== 'bank';
      set(bytes, of ?? '4');
    },
  };
}

/** Colours with a value of their own, and what it is at first. */
const COLORED: Record<string, string> = { bank: '4', mode: '0', layout: '(4,8):(8,1)' };

function colors(change: Change): Control {
  const bytes = choice(BYTES, (value) => change({ color: `bank=${value}` }));
  bytes.setAttribute('aria-label', 'Bytes of an element, for colours');
  const mode = field('text', { 'aria-label': 'Mode, such as 0.1', size: 4 }, (value) => change({ color: `mode=${value}` }));
  const layout = field('text', { 'aria-label': 'Layout', size: 14 }, (value) => change({ color: `layout=${value}` }));
  const more = new Map<string, HTMLInputElement | HTMLSelectElement>([['bank', bytes], ['mode', mode], ['layout', layout]]);
  const select = choice([
    ['', 'What belongs together'], ['offset', 'Offset'], ['index', 'Index'], ['row', 'Row'], ['column', 'Column'], ['tile', 'Tile'],
    ['mode', 'A mode'], ['thread', 'Thread'], ['value', 'Value'], ['bank', 'Bank'], ['layout', 'Another layout'], ['none', 'None'],
  ], (value) => change({ color: value in COLORED ? `${value}=${more.get(value)?.value || COLORED[value]}` : value }));
  const owners = [...select.options].filter(({ value }) => value === 'thread' || value === 'value');
  const element = labelled('Colour', select, bytes, mode, layout);
  return {
    element,
    show(look, { value }) {
      element.hidden = !hasCells(value);
      const at = look.color.indexOf('=');
      const name = at < 0 ? look.color : look.color.slice(0, at);
      for (const option of owners) option.hidden = !hasThreads(value) && look.tv === '' && option.value !== name;
      set(select, name);
      for (const [kind, input] of more) {
        input.hidden = kind !== name;
        set(input, (kind === name && at >= 0 ? look.color.slice(at + 1) : '') || COLORED[kind] || '');
      }
    },
  };
}

function toggle(name: string, chosen: (on: boolean) => void): { element: HTMLElement; box: HTMLInputElement } {
  const box = el('input', { type: 'checkbox', change: () => chosen(box.checked) });
  return { element: el('label', { class: 'control toggle' }, box, name), box };
}

function flat(change: Change): Control {
  const { element, box } = toggle('Flat', (on) => change({ flat: on }));
  return {
    element,
    show(look, { value }) {
      element.hidden = !look.flat && !(value && 'depth' in value && value.depth > 1);
      box.checked = look.flat;
    },
  };
}

function threads(change: Change): Control {
  const number = (value: string): number | null => (/^\d{1,9}$/.test(value) ? Number(value) : null);
  const thread = field('number', { min: 0, placeholder: 'all' }, (value) => change({ thread: number(value) }));
  const value = field('number', { min: 0, placeholder: 'all' }, (text) => change({ value: number(text) }));
  const both = toggle('Both maps', (on) => change({ both: on }));
  const element = el('div', { class: 'controls' }, labelled('Thread', thread), labelled('Value', value), both.element);
  return {
    element,
    show(look, statement) {
      element.hidden = !hasThreads(statement.value) && look.tv === '';
      if (statement.value?.kind === 'tv') {
        thread.max = String(statement.value.threads - 1);
        value.max = String(statement.value.values - 1);
      }
      set(thread, look.thread === null ? '' : String(look.thread));
      set(value, look.value === null ? '' : String(look.value));
      both.box.checked = look.both;
    },
  };
}

/** The tile over which a layout of rank 2 is one of threads and values. */
function tile(change: Change): Control {
  const input = field('text', { placeholder: '(16,8)', size: 8 }, (value) => change({ tv: value }));
  const element = labelled('Threads over', input);
  return {
    element,
    show(look, { value }) {
      element.hidden = look.tv === '' && !(value?.kind === 'layout' && value.rank === 2);
      set(input, look.tv);
    },
  };
}

/** A slice that is marked, of a layout of rank 2. */
function mark(change: Change): Control {
  const input = field('text', { placeholder: '(_,3)', size: 6 }, (value) => change({ slice: value }));
  const element = labelled('Mark', input);
  return {
    element,
    show(look, { value }) {
      element.hidden = rankOf(value) !== 2;
      set(input, look.slice);
    },
  };
}

/** One slice of a layout with more than two modes: a slider for each of the others. */
function slices(change: Change): Control {
  const { element: all, box } = toggle('One slice', (on) => change({ slice: on ? slicer() : '' }));
  const sliders = el('div', { class: 'controls' });
  const element = el('div', { class: 'controls slices' }, all, sliders);
  let shape = '';
  const inputs = (): HTMLInputElement[] => [...sliders.querySelectorAll('input')];
  const slicer = (): string => `(_,_,${inputs().map(({ value }) => value).join(',')})`;
  const slider = (mode: number, extent: number): HTMLElement => {
    const shown = el('output', {});
    const input = el('input', {
      type: 'range', min: 0, max: extent - 1, value: 0,
      input: () => {
        shown.textContent = `${input.value} of ${extent}`;
        change({ slice: slicer() });
      },
    });
    shown.textContent = `0 of ${extent}`;
    return labelled(`Mode ${mode}`, input, shown);
  };
  return {
    element,
    show(look, { value }) {
      const modes = slicedShape(value);
      element.hidden = modes === null;
      box.checked = look.slice !== '';
      sliders.hidden = !box.checked;
      const now = JSON.stringify(modes);
      if (modes && now !== shape) {
        shape = now;
        fill(sliders, ...modes.slice(2).map((mode, i) => slider(i + 2, sizeOf(mode))));
      }
      const at = look.slice.replace(/[()\s]/g, '').split(',').slice(2);
      inputs().forEach((input, i) => {
        const to = at[i];
        if (!to || !/^\d+$/.test(to) || document.activeElement === input) return;
        input.value = to;
        const shown = input.nextElementSibling;
        if (shown) shown.textContent = `${input.value} of ${Number(input.max) + 1}`;
      });
    },
  };
}
