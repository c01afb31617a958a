/** A browser with the page, as a reader has it: the built file, opened from the disk. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
const QUIET = [
  '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

const FILE = process.env['TILEWORK_PAGE'] ?? resolve('../../target/web/index.html');
export const ADDRESS = pathToFileURL(FILE).href;

/** What no page may do: log an error, throw, break its policy, load anything. After each test there must be none. */
export const wrongs: string[] = [];
let browser: Browser | undefined;
let context: BrowserContext | undefined;

function watch(page: Page): void {
  page.on('console', (message) => { if (message.type() === 'error') wrongs.push(`console: ${message.text()}`); });
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(?:file|blob|data):/.test(request.url())) wrongs.push(`request: ${request.url()}`);
  });
}

/** Opens the page with a hash, and waits for the first answer and the editor. */
export async function open(hash = '', options: BrowserContextOptions = {}): Promise<Page> {
  await context?.close();
  if (!browser) throw new Error('the browser is not there');
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  watch(page);
  await page.goto(ADDRESS + hash);
  await ready(page);
  return page;
}

export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('editor').length > 0);
}

export const hashOf = (program: string, more = ''): string => `#p=${encodeURIComponent(program)}${more}`;

/** Types a program instead of the one that is there. */
export async function type(page: Page, program: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Program' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(program);
}

export const result = (page: Page) => page.locator('#stage .result code').first();
export const cards = (page: Page) => page.locator('#cards .card');
export const status = (page: Page) => page.locator('.spoken .at');

/** Waits until a text is there. */
export async function says(page: Page, selector: string, text: string | RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 5000 });
}

beforeAll(async () => {
  if (!existsSync(FILE)) throw new Error(`${FILE} is not there: \`cargo xtask web\` builds it`);
  const executablePath = process.env['TILEWORK_BROWSER'] ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error('there is no browser: install chromium, or name one in TILEWORK_BROWSER');
  browser = await chromium.launch({ executablePath, args: QUIET });
});
afterEach(() => {
  expect(wrongs.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
});
