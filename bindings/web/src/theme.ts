/** Light and dark: as the system has it, or as chosen. */

import { el, fill } from './dom';
import type { Style } from './engine/answers';
import { THEMES, type ThemeName } from './state/state';

const TITLES: Record<ThemeName, string> = { auto: 'Auto', light: 'Light', dark: 'Dark' };

export interface Themes {
  show(theme: ThemeName): void;
  /** Adopts the style sheets of pictures. */
  adopt(style: Style): void;
  dark(): boolean;
}

export function themes(button: HTMLButtonElement, choose: (theme: ThemeName) => void): Themes {
  const sheets = new Map<'light' | 'dark', CSSStyleSheet>();
  const system = matchMedia('(prefers-color-scheme: dark)');
  let current: ThemeName | undefined;
  const dark = (): boolean => (current === 'dark' || (current !== 'light' && system.matches));
  const apply = (): void => {
    document.documentElement.style.colorScheme = current === 'dark' || current === 'light' ? current : 'light dark';
    for (const [name, sheet] of sheets) sheet.disabled = (name === 'dark') !== dark();
  };
  button.addEventListener('click', () => choose(THEMES[(THEMES.indexOf(current ?? 'auto') + 1) % THEMES.length] ?? 'auto'));
  system.addEventListener('change', apply);
  return {
    dark,
    show(theme) {
      // It is said with every key, and to apply it would compute every style anew.
      if (theme === current) return;
      current = theme;
      fill(button, el('span', {}, 'Theme: '), TITLES[theme]);
      button.setAttribute('aria-label', `Theme: ${TITLES[theme]}`);
      apply();
    },
    adopt(style) {
      const made = ([style.style, style.light, style.dark] as const).map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
      });
      const [, light, night] = made;
      if (light && night) sheets.set('light', light).set('dark', night);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...made];
      apply();
    },
  };
}
