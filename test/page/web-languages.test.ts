/**
 * The page in other languages, in a real browser on the sample day: every view is in the language of the browser, without an English
 * text that has a translation and without text that does not fit; a choice of the person goes before the browser's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage, type WebPage } from '../support/web-page.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
if (CHROMIUM === undefined) process.stderr.write('languages are not tested: no Chromium\n');

const LOCALES = join(import.meta.dirname, '../../packages/web/src/language/locales');
const catalogueOf = (code: string) =>
  JSON.parse(readFileSync(join(LOCALES, `${code}.json`), 'utf8')) as Record<string, string>;

const VIEWS = [
  '/app/timeline',
  '/app/search',
  '/app/search?q=budget',
  '/app/search?q=zzqqzz',
  '/app/ask',
  '/app/frame/2?q=budget',
  '/app/audio',
  '/app/speakers',
  '/app/activity',
  '/app/pipes',
  '/app/sync',
  '/app/health',
  '/app/settings/privacy',
  '/app/settings/recording',
  '/app/settings/storage',
  '/app/settings/appearance',
  '/app/settings/access',
  '/app/more',
  '/app/welcome',
  '/app/nowhere',
];

let daemon: RunningDaemon;
let web: WebPage | undefined;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  daemon = await startDaemon({ args: ['--replay'] });
  await vi.waitFor(
    async () => {
      const reply = await fetch(`${daemon.baseUrl}/search?limit=1`);
      const { pagination } = (await reply.json()) as { pagination: { total: number } };
      expect(pagination.total).toBeGreaterThan(20);
    },
    { timeout: 60_000, interval: 200 },
  );
});
afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
});
afterEach(async () => {
  await web?.close();
  expect(web?.faults ?? []).toEqual([]);
});

/** English messages that are shown although the language has other words for them. */
function untranslated(shown: readonly string[], code: string): string[] {
  const translations = Object.entries(catalogueOf(code));
  const english = new Set(
    translations
      .map(([key, text]) => [key.replace(/^setting\|/, ''), text] as const)
      .filter(([key, text]) => key !== text && !/[{|]/.test(key))
      .map(([key]) => key),
  );
  // A title in the sample day; and a word may be the same in both languages and stand for another message.
  english.delete('Budget');
  for (const [, text] of translations) english.delete(text);
  return shown.filter((text) => english.has(text));
}

/** Texts and names of the present view. Choices in the settings of a pipe are values of that pipe. */
const TEXTS = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement.closest('option, pre, .mono') === null) texts.push(textContent.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      texts.push(element.getAttribute(name) ?? '');
  return texts;
})()`;

/** Elements whose text is cut or runs out of them, and the page itself when it has to be scrolled sideways. */
const MISFITS = `(() => {
  const isMisfit = (element) =>
    element.offsetParent !== null &&
    element.closest('.sr') === null &&
    getComputedStyle(element).textOverflow !== 'ellipsis' &&
    element.scrollWidth > element.clientWidth + 2;
  const elements = document.querySelectorAll('.btn, .chip, .tag, .seg button, h1, h2');
  return [
    ...(document.documentElement.scrollWidth > innerWidth + 1 ? ['the page'] : []),
    ...[...elements].filter(isMisfit).map(({ className, textContent }) => className + ': ' + textContent),
  ];
})()`;

describe.skipIf(CHROMIUM === undefined)('in the language of the browser', () => {
  test.each([
    { locale: 'de-DE', code: 'de', timeline: 'Zeitleiste', search: 'Suche' },
    { locale: 'ja-JP', code: 'ja', timeline: 'タイムライン', search: '検索' },
  ])('$locale: every view has its texts, and they fit, wide and narrow', async (language) => {
    const { locale, code } = language;
    web = await openWebPage(daemon.baseUrl, { locale });
    const { page } = web;
    for (const path of VIEWS) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await web.open(path);
      await page.locator('h1').waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const texts = await page.evaluate<string[]>(TEXTS);
      expect(texts, path).toContain(language.timeline);
      expect(texts, path).toContain(language.search);
      expect(untranslated(texts, code), path).toEqual([]);
      expect(await page.evaluate<string[]>(MISFITS), `${path} wide`).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate<string[]>(MISFITS), `${path} narrow`).toEqual([]);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe(code);
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  });

  test('settings have descriptions and choices in it, and an unknown text of the service as it is', async () => {
    const unknown = 'Setting of a newer service: {x} and <b>.';
    web = await openWebPage(daemon.baseUrl, { locale: 'de-DE' });
    const { page } = web;
    await page.route('**/config', async (route) => {
      const response = await route.fetch();
      const config = (await response.json()) as { data: { key: string; description: string }[] };
      for (const one of config.data) if (one.key === 'input.clicks') one.description = unknown;
      await route.fulfill({ response, json: config });
    });
    await web.open('/app/settings/recording');
    await page.getByText(unknown, { exact: true }).waitFor();
    await web.open('/app/settings/privacy');
    const typing = page.getByRole('combobox', { name: 'Tippen' });
    await typing.waitFor();
    expect(await typing.locator('option').allTextContents()).toEqual(['Aus', 'Nur Anzahl', 'Text']);
    expect(await typing.inputValue()).toBe('count');
    await page.getByText('Was vom Tippen aufgezeichnet wird').waitFor();
    await page.getByRole('searchbox').fill('passwortmanager werden');
    await page.getByText('vision.ignoredApps', { exact: true }).waitFor();
  });

  test('a language that the page does not have is English, with British dates as ever', async () => {
    web = await openWebPage(daemon.baseUrl, { locale: 'nl-NL' });
    await web.open('/app/settings/appearance');
    await web.page.getByRole('heading', { name: 'This page' }).waitFor();
    expect(await web.page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('numbers and dates are those of its region', async () => {
    web = await openWebPage(daemon.baseUrl, { locale: 'de-DE' });
    const { page } = web;
    await web.open('/app/timeline');
    const day = new Intl.DateTimeFormat('de-DE', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    }).format(Date.now());
    await page.locator('[data-goto]').filter({ hasText: day }).waitFor();
    await page
      .locator('.disk')
      .filter({ hasText: /^\d+(,\d)?\s[MGT]B\sfrei$/ })
      .waitFor();
  });
});

describe.skipIf(CHROMIUM === undefined)('in a language that was chosen', () => {
  test('it goes before the browser, stays after a reload, and can be given back', async () => {
    web = await openWebPage(daemon.baseUrl, { locale: 'de-DE' });
    const { page } = web;
    await web.open('/app/settings/appearance');
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: '日本語' });
    await page.getByRole('heading', { name: '設定', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    await page.reload();
    await page.getByRole('combobox', { name: '言語' }).selectOption('browser');
    await page.getByRole('heading', { name: 'Einstellungen', exact: true }).waitFor();
  });

  test('only its catalogue is fetched, and none for English', async () => {
    const fetched: string[] = [];
    for (const locale of ['en-US', 'fr-FR']) {
      web = await openWebPage(daemon.baseUrl, { locale });
      web.page.on('request', (request) => {
        const name = /\/assets\/([a-z]{2})-[\w-]+\.js$/.exec(request.url())?.[1];
        if (name) fetched.push(name);
      });
      await web.open('/app/settings/appearance');
      await web.page.locator('h1').waitFor();
      if (locale === 'en-US') await web.close();
    }
    expect(fetched).toEqual(['fr']);
  });
});
