/** Elements from names, attributes and children. Texts become text nodes, never markup. */

export type Child = Node | string | null | undefined | false;

type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** An element. An attribute that is a function listens to the event of that name; true is an empty attribute. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/** Replaces what is in an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string =>
    child !== null && child !== undefined && child !== false));
}

/** The element of an id, which the page has. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** What a user wrote, or what was made of it: in the direction of code, whatever letters it has. */
export const code = (text: string, attributes: Attributes = {}): HTMLElement =>
  el('code', { dir: 'ltr', ...attributes }, text);
