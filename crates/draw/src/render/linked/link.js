// At most this many linked cells of a panel are listed.
const FEW = 6;

/**
 * Lights up the cells of a linked picture that belong to one another: those that are in a group with the cell under the
 * pointer or with the focus. A click or Enter pins a cell until Escape; the arrow keys, Home, End,
 * Page Up and Page Down move from cell to cell. Of panels with steps, those of the first are shown.
 *
 * @param {SVGSVGElement} svg the picture
 * @param {object} options
 * @param {HTMLElement} options.root an element around it, which hears where the focus goes
 * @param {(cell: string, others: string[]) => void} options.say told which cell is shown, and of each panel the cells
 *   that belong to it; the empty text and no others when none is shown
 * @param {AbortSignal} [options.signal] ends it
 * @returns {{steps: number, go: (step: number) => void, pin: (cell: SVGElement | null, stay: boolean) => void}} how many
 *   steps there are, what shows one of them, and what shows a cell
 */
export function link(svg, { root, say, signal }) {
  const cellOf = (target) => target.closest('[data-i]');
  const gridOf = (cell) => cell.parentNode.parentNode;
  const captionOf = (grid) => grid.getAttribute('aria-label');

  // Of each cell its offset and the groups that it is in, and of each group its cells.
  const offsets = new Map();
  const keys = new Map();
  const groups = new Map();

  // A description of the cell; its label only where that adds something.
  const describe = (cell) => {
    const [index, offset] = gridOf(cell).dataset.units?.split(' ') ?? ['index', 'offset'];
    const [c, i, label] = ['data-c', 'data-i', 'data-l'].map((name) => cell.getAttribute(name) ?? '');
    const o = offsets.get(cell);
    const words = [`${index} ${i}`, `${offset} ${o}`];
    if (c) words.unshift(`coordinate ${c}`);
    if (![c, i, o, ''].includes(label)) words.push(label);
    return words.join(', ');
  };

  const grids = [...svg.querySelectorAll('[role=grid]')];
  for (const grid of grids) {
    [...grid.children].forEach((row, r) => {
      const [ofRow, keysOfRow] = [row.dataset.o.split(' '), row.dataset.k.split(' ')];
      [...row.children].forEach((cell, c) => {
        if (!cell.hasAttribute('data-i')) return;
        offsets.set(cell, ofRow[c]);
        cell.setAttribute('aria-label', `row ${r} column ${c}, ${describe(cell)}`);
        // A finger means the nearest of what can have the focus: all cells can, or else it would miss them.
        if (!cell.hasAttribute('tabindex')) cell.setAttribute('tabindex', '-1');
        keys.set(cell, keysOfRow[c] ? keysOfRow[c].split(',') : []);
        for (const key of keys.get(cell)) {
          if (groups.has(key)) groups.get(key).push(cell);
          else groups.set(key, [cell]);
        }
      });
    });
  }

  const box = (x, y, width, height) => `M${x} ${y}h${width}v${height}h-${width}z`;
  const frame = (cell) =>
    box(...['x', 'y', 'width', 'height'].map((name) => cell.getAttribute(name)));
  const draw = (grid, name, path) => {
    const element = grid.nextElementSibling.querySelector(`.${name}`);
    element.setAttribute('d', path);
    const before = element.previousElementSibling;
    if (before?.matches('.halo')) before.setAttribute('d', path);
  };

  // The cell that is shown, the cells that belong to it, and whether it stays.
  let shown = null;
  let lit = new Set();
  let pinned = false;

  const show = (cell) => {
    if (cell === shown) return;
    for (const old of lit) old.classList.remove('on');
    shown = cell;
    lit = new Set(cell ? [cell] : []);
    for (const key of keys.get(cell) ?? []) groups.get(key).forEach((other) => lit.add(other));
    const places = new Map(grids.map((grid) => [grid, []]));
    for (const one of lit) {
      one.classList.add('on');
      places.get(gridOf(one)).push(one);
    }
    for (const [grid, cells] of places) {
      const path = cells.map(frame).join('');
      draw(grid, 'ring', path);
      draw(grid, 'here', cell && gridOf(cell) === grid ? frame(cell) : '');
      // The others fade only if there is more than one cell to see.
      const linked = lit.size > 1 && cells.length > 0 && !grid.closest('.away');
      grid.parentNode.classList.toggle('linked', linked);
      if (linked) {
        const { x, y, width, height } = grid.getBBox();
        // Half of a line on the edge is outside.
        draw(grid, 'veil', box(x - 2, y - 2, width + 4, height + 4) + path);
      }
    }
    write(cell, places);
  };

  const write = (cell, places) => {
    const others = [];
    for (const [grid, cells] of places) {
      const linked = cells.filter((other) => other !== cell);
      if (!linked.length) continue;
      const few = linked.slice(0, FEW).map((other) => {
        const [c, o] = [other.dataset.c, offsets.get(other)];
        return c ? `${c} -> ${o}` : o;
      });
      if (linked.length > FEW) few.push(`and ${linked.length - FEW} more`);
      others.push(`${captionOf(grid)}: ${few.join(', ')}`);
    }
    const pin = pinned ? ' (pinned)' : '';
    say(cell ? `${captionOf(gridOf(cell))}: ${describe(cell)}${pin}` : '', others);
  };

  const pin = (cell, stay) => {
    shown?.removeAttribute('aria-selected');
    pinned = stay;
    show(null);
    show(cell);
    if (stay) cell.setAttribute('aria-selected', 'true');
  };
  const toggle = (cell) => pin(cell, !(pinned && cell === shown));

  const focused = () => (svg.contains(document.activeElement) ? cellOf(document.activeElement) : null);
  // One cell of each panel is in the tab order: the last that had the focus.
  const focus = (cell) => {
    gridOf(cell).querySelector('[tabindex="0"]').setAttribute('tabindex', '-1');
    cell.setAttribute('tabindex', '0');
    cell.focus();
  };

  // The next cell in a direction, across positions without a cell.
  const walk = (cell, down, right) => {
    const rows = gridOf(cell).children;
    let r = [...rows].indexOf(cell.parentNode);
    let c = [...cell.parentNode.children].indexOf(cell);
    for (;;) {
      r += down;
      c += right;
      const next = rows[r]?.children[c];
      if (!next || next.dataset.i) return next;
    }
  };
  const end = (cell, down, right) => {
    for (let next = cell; next; next = walk(cell, down, right)) cell = next;
    return cell;
  };
  const KEYS = {
    ArrowUp: (cell) => walk(cell, -1, 0),
    ArrowDown: (cell) => walk(cell, 1, 0),
    ArrowLeft: (cell) => walk(cell, 0, -1),
    ArrowRight: (cell) => walk(cell, 0, 1),
    Home: (cell) => end(cell, 0, -1),
    End: (cell) => end(cell, 0, 1),
    PageUp: (cell) => end(cell, -1, 0),
    PageDown: (cell) => end(cell, 1, 0),
  };

  svg.addEventListener('pointerover', ({ target }) => {
    if (!pinned) show(cellOf(target) ?? focused());
  }, { signal });
  svg.addEventListener('pointerleave', () => {
    if (!pinned) show(focused());
  }, { signal });
  // Not on the SVG itself: with a focus listener it would become a tab stop too.
  root.addEventListener('focusin', ({ target }) => {
    if (!cellOf(target)) return;
    if (target.matches(':focus-visible')) draw(gridOf(target), 'focus', frame(target));
    if (!pinned) show(target);
  }, { signal });
  root.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!cellOf(target)) return;
    draw(gridOf(target), 'focus', '');
    if (!pinned && !svg.contains(relatedTarget)) show(null);
  }, { signal });
  svg.addEventListener('click', ({ target }) => {
    const cell = cellOf(target);
    if (!cell) return;
    focus(cell);
    toggle(cell);
  }, { signal });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') pin(null, false);
    const cell = focused();
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') toggle(cell);
    else if (Object.hasOwn(KEYS, event.key)) focus(KEYS[event.key](cell) ?? cell);
    else return;
    event.preventDefault();
  }, { signal });

  // Of the panels with steps, those of one step are there.
  const stepped = [...svg.querySelectorAll('[data-step]')];
  const steps = Math.max(0, ...stepped.map((panel) => Number(panel.dataset.step) + 1));
  const go = (step) => {
    for (const panel of stepped) {
      const away = Number(panel.dataset.step) !== step;
      panel.classList.toggle('away', away);
      // Screen readers are told: some browsers read out parts of an SVG that are not displayed.
      panel.setAttribute('aria-hidden', String(away));
    }
    const cell = shown?.closest('.away') ? null : shown;
    pin(cell, pinned && cell !== null);
  };
  return { steps, go, pin };
}
