'use strict';
(() => {
  const main = document.querySelector('main');
  const svg = document.querySelector('svg');
  const at = document.getElementById('at');
  const links = document.getElementById('links');
  // At most this many linked cells of a panel are listed.
  const FEW = 6;

  const cellOf = (target) => target.closest('[data-i]');
  const gridOf = (cell) => cell.parentNode.parentNode;
  const captionOf = (grid) => grid.getAttribute('aria-label');
  const keysOf = (cell) => (cell.dataset.k ? cell.dataset.k.split(' ') : []);

  const labelOf = (cell) =>
    [...cell.querySelectorAll('text')].map((line) => line.textContent).join(' ');

  // A description of the cell; its label only where that adds something.
  const describe = (cell) => {
    const { c, i, o } = cell.dataset;
    const [index, offset] = gridOf(cell).dataset.units?.split(' ') ?? ['index', 'offset'];
    const words = [`${index} ${i}`, `${offset} ${o}`];
    if (c) words.unshift(`coordinate ${c}`);
    const label = labelOf(cell);
    if (![c, i, o, ''].includes(label)) words.push(label);
    return words.join(', ');
  };

  const grids = [...svg.querySelectorAll('[role=grid]')];
  const groups = new Map();
  for (const grid of grids) {
    [...grid.children].forEach((row, r) => [...row.children].forEach((cell, c) => {
      if (!cell.dataset.i) return;
      cell.setAttribute('aria-label', `row ${r} column ${c}, ${describe(cell)}`);
      for (const key of keysOf(cell)) {
        if (groups.has(key)) groups.get(key).push(cell);
        else groups.set(key, [cell]);
      }
    }));
  }

  const box = (x, y, width, height) => `M${x} ${y}h${width}v${height}h-${width}z`;
  const frame = (cell) =>
    box(...['x', 'y', 'width', 'height'].map((name) => cell.firstElementChild.getAttribute(name)));
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
    for (const key of cell ? keysOf(cell) : []) groups.get(key).forEach((other) => lit.add(other));
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
    at.textContent = cell
      ? `${captionOf(gridOf(cell))}: ${describe(cell)}${pinned ? ' (pinned)' : ''}`
      : '';
    links.replaceChildren();
    for (const [grid, cells] of places) {
      const others = cells.filter((other) => other !== cell);
      if (!others.length) continue;
      const few = others.slice(0, FEW).map(({ dataset: { c, o } }) => (c ? `${c} -> ${o}` : o));
      if (others.length > FEW) few.push(`and ${others.length - FEW} more`);
      const item = document.createElement('li');
      item.textContent = `${captionOf(grid)}: ${few.join(', ')}`;
      links.append(item);
    }
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
    gridOf(cell).querySelector('[tabindex]').removeAttribute('tabindex');
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
  });
  svg.addEventListener('pointerleave', () => {
    if (!pinned) show(focused());
  });
  // Not on the SVG itself: with a focus listener it would become a tab stop too.
  main.addEventListener('focusin', ({ target }) => {
    if (!cellOf(target)) return;
    if (target.matches(':focus-visible')) draw(gridOf(target), 'focus', frame(target));
    if (!pinned) show(target);
  });
  main.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!cellOf(target)) return;
    draw(gridOf(target), 'focus', '');
    if (!pinned && !svg.contains(relatedTarget)) show(null);
  });
  svg.addEventListener('click', ({ target }) => {
    const cell = cellOf(target);
    if (!cell) return;
    focus(cell);
    toggle(cell);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') pin(null, false);
    const cell = focused();
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') toggle(cell);
    else if (Object.hasOwn(KEYS, event.key)) focus(KEYS[event.key](cell) ?? cell);
    else return;
    event.preventDefault();
  });

  // Of the panels with steps, those of one step are there.
  const stepped = [...svg.querySelectorAll('[data-step]')];
  const steps = Math.max(0, ...stepped.map((panel) => Number(panel.dataset.step) + 1));
  const [back, next] = ['back', 'next'].map((id) => document.getElementById(id));
  let current = 0;
  const go = (step) => {
    current = step;
    for (const panel of stepped) {
      const away = Number(panel.dataset.step) !== step;
      panel.classList.toggle('away', away);
      // Screen readers are told: some browsers read out parts of an SVG that are not displayed.
      panel.setAttribute('aria-hidden', String(away));
    }
    document.getElementById('step').textContent = `${step + 1} of ${steps}`;
    // Disabled, a button would lose the focus.
    back.setAttribute('aria-disabled', String(step === 0));
    next.setAttribute('aria-disabled', String(step === steps - 1));
    const cell = shown?.closest('.away') ? null : shown;
    pin(cell, pinned && cell !== null);
  };
  if (back) {
    back.addEventListener('click', () => go(Math.max(current - 1, 0)));
    next.addEventListener('click', () => go(Math.min(current + 1, steps - 1)));
    go(0);
  }

  const dark = document.getElementById('dark');
  const button = document.getElementById('theme');
  const system = matchMedia(dark.media);
  let chosen = null;
  const isDark = () => chosen ?? system.matches;
  const name = () => { button.textContent = isDark() ? 'Light theme' : 'Dark theme'; };
  button.addEventListener('click', () => {
    chosen = !isDark();
    dark.media = chosen ? 'all' : 'not all';
    name();
  });
  system.addEventListener('change', name);
  name();
})();
