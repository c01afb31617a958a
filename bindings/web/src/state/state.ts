/** What the page shows: a program, and how its results are looked at. It is the hash of the address. */

export const VIEWS = ['picture', 'explain', 'code'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export type ViewName = (typeof VIEWS)[number];
export type ThemeName = (typeof THEMES)[number];

/** How pictures are drawn; the empty text and null leave the choice to the engine. */
export interface Look {
  what: string;
  color: string;
  labels: string;
  /** In which coordinates of the modes past the second; `(_,_,3)`. */
  slice: string;
  /** The tile over which a layout is one of threads and values. */
  tv: string;
  thread: number | null;
  value: number | null;
  both: boolean;
  flat: boolean;
}

export interface State {
  program: string;
  /** The line of the selected statement; 0 selects the last one. */
  line: number;
  view: ViewName;
  theme: ThemeName;
  embed: boolean;
  look: Look;
  /** Keys that this version does not know, kept for the one that wrote them. */
  rest: readonly (readonly [key: string, value: string])[];
}

export const PLAIN: Look = {
  what: '', color: '', labels: '', slice: '', tv: '', thread: null, value: null, both: false, flat: false,
};

export const EMPTY: State = {
  program: '', line: 0, view: 'picture', theme: 'auto', embed: false, look: PLAIN, rest: [],
};

/** The keys of a query, and `z`, which a compressed one starts with. */
const KNOWN = new Set([
  'z', 'p', 's', 'what', 'color', 'labels', 'slice', 'tv', 'thread', 'value', 'both', 'flat', 'view', 'theme', 'embed',
]);

const oneOf = <T extends string>(names: readonly T[], name: string | null): T =>
  names.find((known) => known === name) ?? (names[0] as T);

/** A number that is not negative, or null. */
function count(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The state that a query string says. Any text is one: what cannot be read is as if it were not there. */
export function fromQuery(query: string): State {
  const keys = new URLSearchParams(query);
  const text = (key: string): string => keys.get(key) ?? '';
  return {
    program: text('p').replace(/\r\n?/g, '\n'),
    line: count(keys.get('s')) ?? 0,
    view: oneOf(VIEWS, keys.get('view')),
    theme: oneOf(THEMES, keys.get('theme')),
    embed: keys.get('embed') === '1',
    look: {
      what: text('what'),
      color: text('color'),
      labels: text('labels'),
      slice: text('slice'),
      tv: text('tv'),
      thread: count(keys.get('thread')),
      value: count(keys.get('value')),
      both: keys.get('both') === '1',
      flat: keys.get('flat') === '1',
    },
    rest: [...keys].filter(([key]) => !KNOWN.has(key)),
  };
}

/** The shortest query string that says a state: what is as by default is left out. */
export function toQuery({ program, line, view, theme, embed, look, rest }: State): string {
  const pairs: (readonly [string, string])[] = [
    ['p', program],
    ['s', line > 0 ? String(line) : ''],
    ['what', look.what],
    ['color', look.color],
    ['labels', look.labels],
    ['slice', look.slice],
    ['tv', look.tv],
    ['thread', look.thread === null ? '' : String(look.thread)],
    ['value', look.value === null ? '' : String(look.value)],
    ['both', look.both ? '1' : ''],
    ['flat', look.flat ? '1' : ''],
    ['view', view === VIEWS[0] ? '' : view],
    ['theme', theme === THEMES[0] ? '' : theme],
    ['embed', embed ? '1' : ''],
  ];
  const said = [...pairs.filter(([, value]) => value !== ''), ...rest];
  return said.map(([key, value]) => `${quote(key)}=${quote(value)}`).join('&');
}

/** Percent encoding that leaves what layouts are written with, where it means nothing in a query. */
function quote(text: string): string {
  // A surrogate that stands alone has no encoding.
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:20|3A|2C|40|2F|3B)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code));
}
