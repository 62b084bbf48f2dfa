import { expect, test } from 'vitest';
import { chooseLanguage, nameOf } from './choose-language.ts';

const KNOWN = ['en', 'de', 'fr', 'ja', 'pt', 'zh', 'ar-XB'];
const choose = (chosen: string, ...fromBrowser: string[]) => {
  const { code, locale } = chooseLanguage(chosen, fromBrowser, KNOWN);
  return `${code} ${locale}`;
};

test('the first language of the browser that the page has is taken, with its region', () => {
  expect(choose('browser', 'de-AT', 'en')).toBe('de de-AT');
  expect(choose('browser', 'nl', 'fr-CA', 'de')).toBe('fr fr-CA');
  expect(choose('browser', 'pt-PT')).toBe('pt pt-PT');
  expect(choose('browser', 'en-US', 'de')).toBe('en en-GB');
});

test('a browser with none of them, or with nonsense, gets English', () => {
  expect(choose('browser', 'nl', 'x')).toBe('en en-GB');
  expect(choose('browser', 'not a language')).toBe('en en-GB');
  expect(choose('browser')).toBe('en en-GB');
});

test('simplified characters are not given to those who read traditional ones', () => {
  expect(choose('browser', 'zh-CN')).toBe('zh zh-CN');
  expect(choose('browser', 'zh')).toBe('zh zh');
  expect(choose('browser', 'zh-TW', 'ja')).toBe('ja ja');
});

test('a choice goes before the browser, and a language that is no longer there does not', () => {
  expect(choose('ja', 'de')).toBe('ja ja');
  expect(choose('de', 'en', 'de-CH')).toBe('de de-CH');
  expect(choose('xx', 'fr')).toBe('fr fr');
});

test('the pseudo-locale runs from right to left, and no browser gets it by itself', () => {
  expect(chooseLanguage('ar-XB', ['en'], KNOWN)).toMatchObject({ code: 'ar-XB', direction: 'rtl' });
  expect(choose('browser', 'ar-EG', 'de')).toBe('de de');
});

test('languages are named by those who speak them', () => {
  expect(['de', 'fr', 'ja', 'zh'].map(nameOf)).toEqual(['Deutsch', 'Français', '日本語', '中文']);
});
