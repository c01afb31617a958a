
const [at, links] = ['at', 'links'].map((id) => document.getElementById(id));
const picture = link(document.querySelector('svg'), {
  root: document.querySelector('main'),
  say: (cell, others) => {
    at.textContent = cell;
    links.replaceChildren(...others.map((text) => {
      const item = document.createElement('li');
      item.textContent = text;
      return item;
    }));
  },
});

const [back, next] = ['back', 'next'].map((id) => document.getElementById(id));
let current = 0;
const go = (step) => {
  current = Math.min(Math.max(step, 0), picture.steps - 1);
  picture.go(current);
  document.getElementById('step').textContent = `${current + 1} of ${picture.steps}`;
  // Disabled, a button would lose the focus.
  back.setAttribute('aria-disabled', String(current === 0));
  next.setAttribute('aria-disabled', String(current === picture.steps - 1));
};
if (back) {
  back.addEventListener('click', () => go(current - 1));
  next.addEventListener('click', () => go(current + 1));
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
