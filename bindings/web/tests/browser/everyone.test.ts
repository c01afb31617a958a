import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashOf, open, says } from './page';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe finds, in every rule that it has. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    return (await axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`));
}

const PROGRAM = `A = (6,2):(8,2)
A o (4,3):(3,1)
A o 12:1 = 12:1
(6,2):(1,7) o (3,2):(2,3)
this is no statement`;

const VISITS = [
  ['light', '', {}],
  ['dark', '', { colorScheme: 'dark' }],
  ['in a frame', '&s=2&embed=1', {}],
  ['in a frame, dark', '&s=4&embed=1', { colorScheme: 'dark' }],
  ['on a phone', '', { viewport: { width: 360, height: 740 } }],
  ['a refusal', '&s=4', {}],
  ['a refusal, dark', '&s=4', { colorScheme: 'dark' }],
  ['a claim that does not hold', '&s=3', {}],
  ['an explanation', '&s=2&view=explain', {}],
  ['an explanation, dark', '&s=4&view=explain', { colorScheme: 'dark' }],
  ['code', '&s=2&view=code', {}],
] as const;

test.each(VISITS)('axe finds nothing: %s', async (_, more, options) => {
  const page = await open(hashOf(PROGRAM, more), options);
  expect(await violations(page)).toEqual([]);
});

test.each(['Examples', 'Keys and notation'])('axe finds nothing: the dialog %s', async (name) => {
  const page = await open();
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('axe finds nothing: threads, slices, phases', async () => {
  for (const program of [
    '((4,8),(2,2)):((32,1),(16,8)) on (16,8)', '(4,4,3):(1,4,16)', 'bank_report((64,64):(64,1), 16, ldmatrix.x4)',
  ]) {
    const page = await open(hashOf(program, program.startsWith('(4,4,3)') ? '&slice=(_,_,1)' : ''));
    expect(await violations(page)).toEqual([]);
  }
});

test.each([360, 412, 768])('nothing is wider than a window of %i pixels', async (width) => {
  const page = await open(hashOf(PROGRAM, '&s=4'), { viewport: { width, height: 740 } });
  const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  for (const tab of ['Explanation', 'Code', 'Picture']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.waitForTimeout(100);
    expect(await overflow()).toBeLessThanOrEqual(0);
  }
});

test('dark and light: the system, and a choice that the address keeps', async () => {
  const page = await open(hashOf('(4,8):(8,1)'), { colorScheme: 'dark' });
  const paper = (): Promise<string> => page.locator('#stage').evaluate((stage) => getComputedStyle(stage).backgroundColor);
  const dark = await paper();
  const button = page.getByRole('button', { name: /^Theme/ });
  await button.click();
  expect(await button.textContent()).toBe('Theme: Light');
  expect(await paper()).not.toBe(dark);
  await page.waitForFunction(() => location.hash.includes('theme=light'));
  await page.emulateMedia({ colorScheme: 'light' });
  await button.click();
  expect(await paper()).toBe(dark);
});

test('nothing moves for those who want no motion', async () => {
  const page = await open(hashOf('(4,8):(8,1)'), { reducedMotion: 'reduce' });
  await page.locator('.canvas [role=gridcell]').first().hover();
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationName } = getComputedStyle(element);
    return transitionDuration.split(', ').some((time) => time !== '0s') || animationName !== 'none';
  }).length);
  expect(moving).toBe(0);
});

test('letters from right to left stay where they are written', async () => {
  const page = await open(hashOf('אב = (4,8):(8,1) # \u202Eabc'));
  await says(page, '#stage .asked', 'אב');
  const isolated = await page.evaluate(() => [...document.querySelectorAll('#stage code, #cards code, #stage bdi')]
    .every((element) => getComputedStyle(element).unicodeBidi.startsWith('isolate')));
  expect(isolated).toBe(true);
});
