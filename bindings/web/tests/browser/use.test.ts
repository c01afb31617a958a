import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADDRESS, cards, hashOf, open, ready, result, says, status, type } from './page';

test('an answer and a picture for every keystroke', async () => {
  const page = await open();
  expect(await cards(page).count()).toBe(4);
  await type(page, '(4,8):(8,1)');
  await says(page, '#stage .result', '(4,8):(8,1)');
  expect(await page.locator('.canvas [role=gridcell]').count()).toBe(32);
  await page.keyboard.type(' o 4:1');
  await says(page, '#stage .result', '4:8');
  expect(await page.locator('.canvas [role=grid]').count()).toBeGreaterThan(1);
});

test('several statements, names and comments', async () => {
  const page = await open(hashOf('# a comment\nA = (4,8):(8,1) # rows\n\nA o 2:1 = 2:8\nA o 2:1 = 2:1\nA o ('));
  expect(await cards(page).count()).toBe(4);
  expect(await cards(page).nth(1).textContent()).toContain('holds');
  expect(await cards(page).nth(2).textContent()).toContain('does not hold');
  await cards(page).nth(0).click();
  await says(page, '#stage .result', 'A = (4,8):(8,1)');
  expect(await cards(page).nth(0).getAttribute('aria-current')).toBe('true');
  expect(page.url()).toMatch(/./);
});

test('a refusal shows its witness in the picture', async () => {
  const page = await open(hashOf('(6,2):(1,7) o (3,2):(2,3)'));
  await says(page, '.refusal', 'at index 5 it is 8');
  expect(await page.locator('.places').textContent()).toContain('^ the carry crosses this extent');
  expect(await page.locator('.canvas [role=gridcell]').count()).toBeGreaterThan(6);
  await page.getByRole('tab', { name: 'Explanation' }).click();
  await says(page, '.explanation', 'the carry');
});

test('diagnostics are underlined as one types', async () => {
  const page = await open(hashOf('A = (4,8):(8,1)\ncoalese(A)'));
  await page.locator('.cm-lintRange-error').filter({ hasText: 'coalese' }).waitFor();
  await says(page, '.refusal', 'did you mean `coalesce`?');
  // A statement that is not finished is said to be so, and no more.
  await type(page, 'A = 4:1\nB = A o');
  await says(page, '.refusal.mild', 'Not read');
});

test('completion with help, by keyboard', async () => {
  const page = await open(hashOf('x'));
  await type(page, 'tile_layout = (4,8):(8,1)\n');
  await page.keyboard.type('zipped_d');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'zipped_divide(' }).waitFor();
  await page.locator('.cm-completionInfo', { hasText: 'the tile in mode 0' }).waitFor();
  // Enter is for the list only some time after it is there: what is typed meanwhile is not lost.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.type('tile_l');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'tile_layout' }).waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.type(', <2,4>)');
  await says(page, '#stage .result', '((2,4),(2,2)):((8,1),(16,4))');
});

test('help under the pointer', async () => {
  const page = await open(hashOf('complement(4:2, 24)'));
  await page.locator('.cm-line span', { hasText: 'complement' }).first().hover();
  await page.locator('.about', { hasText: 'where to repeat A' }).waitFor();
});

test('undo and redo are those of the editor', async () => {
  const page = await open(hashOf('(4,8):(8,1)'));
  await page.getByRole('textbox', { name: 'Program' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' o 4:1');
  await says(page, '#stage .result', '4:8');
  await page.keyboard.press('ControlOrMeta+z');
  await says(page, '#stage .result', '(4,8):(8,1)');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await says(page, '#stage .result', '4:8');
});

test('cells light up under the pointer, in all panels', async () => {
  const page = await open(hashOf('(6,2):(8,2) o (4,3):(3,1)'));
  const cell = page.locator('.canvas [role=grid]').last().locator('[role=gridcell]').nth(4);
  await cell.hover();
  const said = await status(page).textContent();
  expect(said).toMatch(/coordinate .*, index \d+, offset \d+/);
  expect(await page.locator('.canvas .on').count()).toBeGreaterThan(1);
  expect(await page.locator('.spoken li').count()).toBeGreaterThan(0);
});

test('labels are on their cells, in any size', async () => {
  const page = await open(hashOf('(12,40):(977,3)'));
  for (const click of ['Smaller', 'Larger', 'Larger', 'Larger']) {
    await page.getByRole('button', { name: click }).click();
    const away = await page.evaluate(() => [...document.querySelectorAll<SVGTextElement>('.labels text')].flatMap((text) =>
      [...(text.textContent ?? '').matchAll(/\d+/g)].map(({ 0: label, index }) => {
        const [first, last] = [text.getStartPositionOfChar(index), text.getEndPositionOfChar(index + label.length - 1)];
        const at = new DOMPoint((first.x + last.x) / 2, first.y - 3).matrixTransform(text.getScreenCTM() ?? undefined);
        const cell = [...document.querySelectorAll('.canvas [role=gridcell]')].find((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return left < at.x && at.x < right && top < at.y && at.y < bottom;
        });
        const { left = 0, width = 0 } = cell?.getBoundingClientRect() ?? {};
        const offset = /offset (\d+)/.exec(cell?.getAttribute('aria-label') ?? '')?.[1];
        return offset === label ? Math.abs(left + width / 2 - at.x) / width : 1;
      })));
    expect(away).toHaveLength(12 * 40);
    // A sixteenth of a cell is a pixel or two.
    expect(Math.max(...away)).toBeLessThan(1 / 16);
  }
});

test('a finger pins the cell that it touches', async () => {
  const page = await open(hashOf('(16,16):(16,1)'), { hasTouch: true, viewport: { width: 360, height: 740 } });
  await page.locator('.canvas [role=gridcell][tabindex="-1"]').first().waitFor({ state: 'attached' });
  for (const n of [17, 40, 100, 200]) {
    await page.locator('.canvas [role=gridcell]').nth(n).tap();
    const [row, column] = [Math.floor(n / 16), n % 16];
    expect(await status(page).textContent()).toContain(`coordinate (${row},${column}), index ${row + 16 * column}, offset ${n} (pinned)`);
    await page.keyboard.press('Escape');
  }
});

test('a walk by keyboard alone', async () => {
  const page = await open(hashOf('(4,8):(8,1)'));
  await page.locator('.canvas [role=gridcell]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await status(page).textContent()).toContain('coordinate (1,2), index 9, offset 10');
  await page.keyboard.press('End');
  expect(await status(page).textContent()).toContain('coordinate (1,7)');
  await page.keyboard.press('Enter');
  expect(await status(page).textContent()).toContain('(pinned)');
  await page.keyboard.press('Escape');
  // Tab reaches everything: it never stays in the program.
  await page.getByRole('textbox', { name: 'Program' }).click();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('card');
  // Tabs by arrow keys.
  await page.getByRole('tab', { name: 'Picture' }).focus();
  await page.keyboard.press('ArrowRight');
  await says(page, '#panel-explain', /./);
  expect(await page.getByRole('tab', { name: 'Explanation' }).getAttribute('aria-selected')).toBe('true');
});

test('the address is the state, and back goes back', async () => {
  const page = await open(hashOf('(4,8):(8,1)'));
  await page.getByLabel('Colour', { exact: true }).selectOption('row');
  await page.getByLabel('Labels', { exact: true }).selectOption('index');
  await page.waitForFunction(() => location.hash.includes('color=row&labels=index'));
  const linked = page.url();
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByLabel('Search the examples').fill('productblocked2d');
  await page.getByRole('button', { name: /productblocked2d/ }).click();
  await says(page, '#stage .asked', 'blocked_product');
  await page.waitForFunction(() => location.hash.includes('blocked_product'));
  await page.goBack();
  await says(page, '#stage .asked', '(4,8):(8,1)');
  expect(await page.getByLabel('Colour', { exact: true }).inputValue()).toBe('row');
  expect(page.url()).toBe(linked);
  await page.goForward();
  await says(page, '#stage .asked', 'blocked_product');
  // The same address shows the same in another visit.
  await page.goto(linked);
  await page.reload();
  await ready(page);
  expect(await page.getByLabel('Labels', { exact: true }).inputValue()).toBe('index');
  expect(await page.locator('.canvas .labels').textContent()).toMatch(/(?:^|\s)0\s+4\s+8\s/);
});

test('copied links and frames', async () => {
  const page = await open(hashOf('(4,8):(8,1)'));
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await says(page, '.actions', 'Copied');
  expect(await copied()).toMatch(/index\.html#p=\(4,8\):\(8,1\)$/);
  await page.getByRole('button', { name: 'Embed' }).click();
  await says(page, '.share', 'Copied');
  expect(await copied()).toMatch(/^<iframe src="[^"]*#p=\(4,8\):\(8,1\)&amp;embed=1"/);
});

test('in a frame', async () => {
  const page = await open(hashOf('(6,2):(8,2) o (4,3):(3,1)', '&embed=1'));
  expect(await page.locator('#source').isVisible()).toBe(false);
  expect(await result(page).textContent()).toBe('((2,2),3):((24,2),8)');
  expect(await page.locator('.canvas svg').isVisible()).toBe(true);
  const outside = page.getByRole('link', { name: 'Open in Tilework' });
  await expect.poll(() => outside.getAttribute('href')).toMatch(/#p=.*3,1\)$/);
});

test('switches', async () => {
  const page = await open(hashOf('(4,4,3,2):(1,4,16,48)'));
  await page.getByLabel('One slice').check();
  await page.getByLabel('Mode 2').fill('2');
  await page.getByLabel('Mode 3').fill('1');
  await page.waitForFunction(() => location.hash.includes('slice=(_,_,2,1)'));
  await expect.poll(() => page.locator('.canvas [role=gridcell]').count()).toBe(16);
  expect(await page.locator('.canvas .labels').textContent()).toMatch(/^\s*80\s/);
  // Threads: one of them isolated.
  await type(page, '((4,8),(2,2)):((32,1),(16,8)) on (16,8)');
  await page.getByLabel('Thread', { exact: true }).fill('5');
  await page.waitForFunction(() => location.hash.includes('thread=5'));
  await page.getByLabel('Both maps').check();
  await expect.poll(() => page.locator('.canvas [role=grid]').count()).toBe(2);
  // A swizzle before and after, alone, and as bits.
  await type(page, 'Sw<3,0,3> o 0 o (8,8):(8,1)');
  await expect.poll(() => page.locator('.canvas [role=grid]').count()).toBe(2);
  await page.getByLabel('Show').selectOption('result');
  await expect.poll(() => page.locator('.canvas [role=grid]').count()).toBe(1);
  await page.getByLabel('Show').selectOption('bits');
  await expect.poll(() => page.locator('.canvas [role=gridcell]').count()).toBe(36);
  // Banks.
  await page.getByLabel('Show').selectOption('result');
  await page.getByLabel('Labels', { exact: true }).selectOption('bank');
  await page.getByLabel('Bytes of an element, for labels').selectOption('2');
  await page.waitForFunction(() => location.hash.includes('labels=bank%3D2'));
});

test('the phases of an access, step by step', async () => {
  const page = await open(hashOf('bank_report((64,64):(64,1), 16, ldmatrix.x4)'));
  await says(page, '.steps', /Phase 1 of \d/);
  await page.getByRole('button', { name: 'Next' }).click();
  await says(page, '.steps', 'Phase 2 of');
  expect(await page.locator('[data-step="0"]').first().isVisible()).toBe(false);
  expect(await page.locator('[data-step="1"]').first().isVisible()).toBe(true);
});

test('explanation and code', async () => {
  const page = await open(hashOf('A = (4,8):(8,1)\nA o (2,4):(1,4)', '&view=explain'));
  await says(page, '.explanation', 'by mode of B');
  await page.getByRole('tab', { name: 'Code' }).click();
  await says(page, '.dialects', 'make_layout(make_shape(');
  await says(page, '.dialects', 'torch.empty_strided');
  await says(page, '.dialects', "tilework 'A = (4,8):(8,1)' 'A o (2,4):(1,4)'");
  await page.getByLabel('Elements').selectOption('f16');
  await says(page, '.dialects', 'np.float16');
});

test.each([
  ['SVG', 'svg', /^<svg/],
  ['PNG', 'png', /^\x89PNG/],
  ['TikZ', 'tex', /tikzpicture/],
  ['HTML', 'html', /^<!DOCTYPE html>/],
  ['Text', 'txt', /┌/],
])('saves %s', async (name, extension, start) => {
  const page = await open(hashOf('(4,8):(8,1)'));
  await page.getByText('Export').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`4-8-8-1.${extension}`);
  const saved = readFileSync(await download.path());
  expect(saved.toString(extension === 'png' ? 'latin1' : 'utf8')).toMatch(start);
});

test('a picture that was changed is the one that would have been made', async () => {
  const steps = ['(8,8):(8,1)', '(8,8):(1,8)', '(8,8):(8,100)', '(8,8):(8,1000)', 'Sw<3,0,3> o 0 o (8,8):(8,1)', 'Sw<2,0,3> o 0 o (8,8):(8,1)', '(4,8):(8,1)'];
  const page = await open(hashOf('(8,8):(9,1)'));
  // As it is when its cells are linked, and none is pointed at.
  const picture = (): Promise<string> => page.evaluate(async () => {
    const linked = (): boolean => [...document.querySelectorAll('.canvas [role=gridcell]')].every((cell) => cell.hasAttribute('aria-label'));
    do await new Promise((resolve) => setTimeout(resolve, 150)); while (!linked());
    return document.querySelector('.canvas svg')?.outerHTML ?? '';
  });
  for (const program of steps) {
    await type(page, program);
    await says(page, '#stage .asked', program);
    const changed = await picture();
    await page.goto('about:blank');
    await page.goto(ADDRESS + hashOf(program));
    await ready(page);
    expect(changed).toBe(await picture());
  }
});
