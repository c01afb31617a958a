/** The page in a browser, for `cargo xtask bench web`: its own marks say when an answer and its picture are there. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { serve } from './serve.mjs';

const { chromium } = createRequire(new URL('../../bindings/web/package.json', import.meta.url))('playwright-core');
const [executablePath, file] = process.argv.slice(2);
const QUIET = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const address = (program) => `${pathToFileURL(file)}#p=${encodeURIComponent(program)}`;

const profile = mkdtempSync(join(tmpdir(), 'tilework-bench-'));
const browser = await chromium.launchPersistentContext(profile, { executablePath, args: QUIET });

/** Navigation to the first answer and its picture, laid out; every time in a new tab. */
async function first() {
  const page = await browser.newPage();
  await page.goto(address('(6,2):(8,2) o (4,3):(3,1)'));
  const mark = await page.waitForFunction(() => performance.getEntriesByName('first-answer')[0]?.startTime);
  const took = await mark.jsonValue();
  await page.close();
  return took * 1e6;
}

/** A key in the last stride of a grid to its answer and picture, laid out: a digit more, or one less. */
async function typing(extent) {
  const page = await browser.newPage();
  await page.goto(address(`(${extent},${extent}):(${extent},1)`));
  await page.waitForFunction(() => performance.getEntriesByName('editor').length > 0);
  await page.locator('[contenteditable=true]').first().focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  let more = true;
  return async () => {
    // Browsers let tabs in the background wait.
    await page.bringToFront();
    const before = await page.evaluate(() => performance.getEntriesByName('answered').length);
    await page.keyboard.press(more ? '1' : 'Backspace');
    more = !more;
    const measure = await page.waitForFunction((count) => performance.getEntriesByName('answered')[count]?.duration, before);
    return (await measure.jsonValue()) * 1e6;
  };
}

const cases = { 'navigation to the first answer and picture': first };
for (const extent of [8, 16, 32]) cases[`key to answer and picture, ${extent}x${extent}`] = await typing(extent);
await serve(`Chromium ${browser.browser()?.version() ?? ''}`.trim(), {}, cases);
await browser.close();
rmSync(profile, { recursive: true, force: true });
