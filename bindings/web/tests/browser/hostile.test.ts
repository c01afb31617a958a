import { expect, test } from 'vitest';
import { cards, hashOf, open, ready, result, says, status, type, wrongs } from './page';

const LINKS = [
  hashOf('<img src=x onerror="document.title=1"><script>document.title=1</script>'),
  hashOf('A = (4,8):(8,1) # </script><script>document.title=1</script>'),
  hashOf('"><svg onload=document.title=1>'),
  hashOf('(4,8):(8,1)', '&color=layout%3D<img src=x onerror=document.title=1>'),
  hashOf('(4,8):(8,1)', '&labels=<script>&slice=");document.title=1;("&tv=<b>&what=javascript:1&view=<i>&theme=<u>'),
  hashOf('(4,8):(8,1)', '&thread=-1&value=1e99&s=-7&both=yes&constructor=1&__proto__=2'),
  hashOf('\u0000\u0001\u202E\u2066\uFFFF'),
  hashOf('('.repeat(20000)),
  hashOf('(4,8):(8,1)\n'.repeat(3000)),
  hashOf('9'.repeat(5000)),
  hashOf('(999999999999,999999999999):(1,999999999999)'),
  '#z=AAAA', '#z=%3Cscript%3E', '#%', '#p=%E0%A4%A', '#javascript:document.title=1',
];

test.each(LINKS.map((hash) => [hash.slice(0, 60), hash] as const))('a hostile link can show text, nothing else: %s', async (_, hash) => {
  const page = await open(hash);
  expect(await page.title()).toMatch(/Tilework$/);
  // Whatever was asked, there is an answer, a refusal, or the hint of an empty page.
  expect(await page.locator('#stage').textContent()).toMatch(/\S/);
  expect(await page.locator('script:not(#engine)').count()).toBe(2);
  expect(await page.locator('img:not(.cm-widgetBuffer), iframe, object, embed, form, style:not(head style)').count()).toBe(0);
  // And the page still works.
  await type(page, '(2,3):(3,1)');
  await says(page, '#stage .asked', '(2,3):(3,1)');
});

test('the policy allows nothing that the page does not have', async () => {
  const page = await open();
  const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  expect(policy).toMatch(/^default-src 'none'; script-src (?:'sha256-[^']+' ){2}'wasm-unsafe-eval'; style-src 'sha256-[^']+';/);
  expect(policy).not.toContain('unsafe-inline');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    script.remove();
    return 'ran' in window;
  });
  expect(ran).toBe(false);
  expect(wrongs.splice(0)).toEqual([expect.stringContaining('Executing inline script violates')]);
});

test('a program that computes for longer than the limit is stopped, and the page goes on', async () => {
  const page = await open(hashOf('(4,8):(8,1)'));
  // Each line is decided element by element, in a tenth of a second or more: all of them take minutes.
  await type(page, 'Sw<1,0,20> o 0 o 1000000:1\n'.repeat(1000));
  // The page does not wait: it can be used meanwhile.
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.locator('.canvas [role=gridcell]').nth(9).hover();
  expect(await status(page).textContent()).toContain('coordinate (1,1)');
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'Picture' }).click();
  await says(page, '#stage .message', 'No answer yet');
  await says(page, '#status', 'No answer within 2 seconds');
  await page.getByRole('button', { name: 'Allow 30 seconds' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await says(page, '#stage .message', 'Stopped');
  await type(page, '(2,5):(5,1)');
  await says(page, '#stage .result', '(2,5):(5,1)');
});

test('what is typed replaces what was asked before', async () => {
  const page = await open(hashOf('(4,8):(8,1)'));
  for (let n = 1; n <= 30; n += 1) await type(page, `(${n},4):(4,1)`);
  await says(page, '#stage .result', '(30,4):(4,1)');
  expect(await cards(page).count()).toBe(1);
});

test('nothing is lost between the text area and the editor', async () => {
  const page = await open(hashOf('(4,8):(8,1)'));
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#program').focus({ timeout: 2000 }).catch(() => undefined);
  await page.keyboard.type('A');
  await ready(page);
  await page.keyboard.type('B');
  expect(await result(page).count() + await page.locator('.refusal').count()).toBeGreaterThan(0);
});
