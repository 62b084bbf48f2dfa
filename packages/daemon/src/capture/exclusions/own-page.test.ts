import { expect, test } from 'vitest';
import { isOwnPage, isOwnPageAskedFor } from './own-page.ts';

const PORT = 3030;
const chromium = { app: 'Chromium', className: 'Chromium' };
const firefox = { app: 'Firefox', className: 'firefox-esr' };

test.each([
  [chromium, 'tax return · Hindcast - Chromium'],
  [chromium, '(!) Health · Hindcast - Google Chrome'],
  [chromium, 'Search · Hindcast and 3 more pages - Personal - Microsoft Edge'],
  [firefox, 'Fri 13 Nov · 10:36 · Hindcast — Mozilla Firefox'],
  [firefox, 'Home · Hindcast'],
  [chromium, '127.0.0.1:3030/app/search - Chromium'],
  [chromium, 'localhost:3030 - Chromium'],
])('%o titled %s shows it', (browser, title) => {
  expect(isOwnPage({ ...browser, title }, PORT)).toBe(true);
});

test.each([
  [chromium, 'Hindcast - Wikipedia - Chromium'],
  [chromium, 'Issues · Hindcast/hindcast · GitHub - Chromium'],
  [chromium, 'Releases · Hindcast · GitHub - Chromium'],
  [chromium, 'Search · Hindcasting for sailors - Chromium'],
  [chromium, '127.0.0.1:8000/app - Chromium'],
  [chromium, 'New Tab - Chromium'],
  // An editor with such a file is no page.
  [{ app: 'Code', className: 'code' }, 'notes · Hindcast'],
])('%o titled %s does not', (browser, title) => {
  expect(isOwnPage({ ...browser, title }, PORT)).toBe(false);
});

test('a name from before the browser went on does not count', () => {
  const accessibleName = 'Search · Hindcast - Chromium';
  const window = { ...chromium, title: 'Daily news - Chromium', accessibleName };
  expect(isOwnPage(window, PORT)).toBe(false);
});

test.each([
  ['http://127.0.0.1:3030/app/search?q=a', true],
  ['http://localhost:3030/', true],
  ['http://[::1]:3030/frames/12', true],
  ['http://127.0.0.1:3031/', false],
  ['https://example.com:3030/', false],
  ['not an address', false],
])('a page at %s shows it: %s', (browserUrl, isOwn) => {
  const window = { ...chromium, title: 'frame 12', browserUrl };
  expect(isOwnPage(window, PORT)).toBe(isOwn);
  expect(isOwnPage(window, undefined)).toBe(false);
});

test.each([
  ['entry', '127.0.0.1:3030/app/search?q=a', true],
  ['entry', 'http://localhost:3030', true],
  ['entry', 'example.com/127.0.0.1:3030', false],
  ['entry', 'how to reach 127.0.0.1:3030', false],
  ['link', '127.0.0.1:3030/app', false],
])('a window with a %s of "%s" is about to show it: %s', (role, text, isOwn) => {
  expect(isOwnPageAskedFor([{ role, text }], PORT)).toBe(isOwn);
});
