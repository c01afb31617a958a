/**
 * What differs between two pictures of the same structure. While one types, most pictures have the cells of the one
 * before, with other labels and colours: to change those takes half the time of making all elements anew.
 */

/** A value that an element gets: of an attribute, or as its text where the name is empty. */
export interface Change {
  /** Which element it is, in the order of the document. */
  element: number;
  name: string;
  value: string;
}

const TOKEN = /<[^>]*>|[^<]+/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? ENTITIES[name ?? ''] ?? whole : String.fromCodePoint(Number(code))) : text;

/** The changes that make one picture of another; null where their structures differ. */
export function changes(from: string, to: string): Change[] | null {
  const [before, after] = [from.split('\n'), to.split('\n')];
  if (before.length !== after.length) return null;
  const found: Change[] = [];
  let element = -1;
  for (let line = 0; line < before.length; line += 1) {
    const [a, b] = [before[line] ?? '', after[line] ?? ''];
    if (a === b) {
      element += opened(a);
      continue;
    }
    const [old, now] = [a.match(TOKEN) ?? [], b.match(TOKEN) ?? []];
    if (old.length !== now.length) return null;
    for (let i = 0; i < old.length; i += 1) {
      const [x, y] = [old[i] ?? '', now[i] ?? ''];
      const isTag = x.startsWith('<');
      if (isTag !== y.startsWith('<')) return null;
      if (isTag && x[1] !== '/') element += 1;
      if (x === y) continue;
      if (!isTag) found.push({ element, name: '', value: unescaped(y) });
      else if (!attributes(x, y, element, found)) return null;
    }
  }
  return found;
}

/** How many elements a line opens. */
function opened(line: string): number {
  let count = 0;
  for (let at = line.indexOf('<'); at >= 0; at = line.indexOf('<', at + 1)) if (line[at + 1] !== '/') count += 1;
  return count;
}

/** Finds the attributes that differ; false where others than their values do. */
function attributes(from: string, to: string, element: number, found: Change[]): boolean {
  const [old, now] = [from.split('"'), to.split('"')];
  if (old.length !== now.length) return false;
  for (let i = 0; i < old.length; i += 1) {
    if (old[i] === now[i]) continue;
    const name = i % 2 === 1 ? / ([\w:-]+)=$/.exec(old[i - 1] ?? '')?.[1] : undefined;
    if (name === undefined) return false;
    found.push({ element, name, value: unescaped(now[i] ?? '') });
  }
  return true;
}

/** Makes the changes in a picture whose elements are given in the order of the document. */
export function apply(elements: ArrayLike<Element>, all: readonly Change[]): void {
  for (const { element, name, value } of all) {
    const one = elements[element];
    if (name) one?.setAttribute(name, value);
    else if (one?.firstChild instanceof Text) one.firstChild.data = value;
  }
}
