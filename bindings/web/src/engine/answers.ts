/** What the engine answers: the JSON of docs/json.md, as far as the page reads it. */

/** A place in a text, in bytes of its UTF-8. */
export type Span = readonly [start: number, end: number];

export interface Refusal {
  kind: string;
  message: string;
  span?: Span;
  labels?: { span: Span; text: string }[];
  help?: string;
  index?: number;
  expected?: number;
  found?: number;
}

/** Numbers in nested lists: a shape, strides, a coordinate. */
export type Nested = number | string | null | readonly Nested[];

export interface LayoutFacts {
  shape: Nested;
  stride?: Nested;
  size: number;
  cosize: number | null;
  rank: number;
  depth: number;
  injective: boolean | null;
  contiguous: boolean | null;
  vector: { width: number; mode: number[]; aligned: number } | null;
}

/** A value by its parts; `kind` says which it is. The parts of the kinds that the page does not look into are unknown. */
export type Value =
  | ({ kind: 'layout' } & LayoutFacts)
  | ({ kind: 'composed'; plain: unknown } & LayoutFacts)
  | { kind: 'slice'; layout: LayoutFacts; offset: number }
  | { kind: 'tv'; tile: Nested; layout: LayoutFacts; threads: number; values: number }
  | { kind: 'coordinates'; shape: Nested; size: number }
  | { kind: 'atom'; name: string; instruction: string; of: string; layouts: Record<string, string> }
  | { kind: 'tiled'; of: string; members: Record<string, string> }
  | { kind: 'report'; about: string; text: string; parts: Record<string, unknown> }
  | { kind: 'other' };

/** The answer to a statement. */
export interface Answer {
  input: string;
  line?: number;
  name?: string;
  result?: string | null;
  value?: Value | null;
  notes?: string[];
  claim?: { holds: boolean; expected: string; found: string };
  error?: Refusal;
}

/** The answer to `draw`. */
export interface Drawn {
  input: string;
  picture?: string;
  steps?: number;
  rank?: number;
  error?: Refusal;
}

/** The answer to `explain`. */
export interface Explained {
  result?: string | null;
  steps?: { indent: number; text: string; equations: string[] }[];
  error?: Refusal;
}

/** The answer to `help`. */
export interface Help {
  name?: string;
  aliases?: string[];
  usage?: string;
  summary?: string;
  example?: string;
  result?: string;
  notation?: { written: string; summary: string; example: string; result: string }[];
  error?: Refusal;
}

/** The answer to `complete`. */
export interface Completions {
  start?: number;
  candidates?: string[];
}

/** The answer to `style`. */
export interface Style {
  style: string;
  light: string;
  dark: string;
}
