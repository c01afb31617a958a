/** The address of the page, which says its state; the back button goes to the state before. */

import { fromHash, toHash } from './hash';
import { type State, toQuery } from './state';

/** Milliseconds without a change after which the address is written: browsers limit how often it may be. */
const PAUSE = 250;
/** The longest hash that is written: browsers refuse addresses of some megabytes. */
const LONGEST = 1_000_000;

export interface History {
  read(): Promise<State>;
  /** Writes a state, soon; a step is a place of its own for the back button. */
  write(state: State, step: boolean): void;
  /** The address of a state. */
  link(state: State): Promise<string>;
}

export function history(load: (state: State) => void): History {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: State | undefined;
  const replace = (hash: string): void => {
    if (hash.length < LONGEST) window.history.replaceState(null, '', `#${hash}`);
  };
  const flush = async (state: State): Promise<void> => {
    const hash = await toHash(state);
    if (state !== pending) return;
    pending = undefined;
    replace(hash);
  };
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    pending = undefined;
    void fromHash(location.hash).then(load);
  });
  return {
    read: () => fromHash(location.hash),
    write(state, step) {
      clearTimeout(timer);
      if (step) {
        // What waits to be written belongs to the place that is left, and cannot wait to be compressed.
        if (pending) replace(toQuery(pending));
        window.history.pushState(null, '', location.href);
      }
      pending = state;
      timer = setTimeout(() => void flush(state), PAUSE);
    },
    async link(state) {
      const url = new URL(location.href);
      url.hash = await toHash(state);
      return url.href;
    },
  };
}
