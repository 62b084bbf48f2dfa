import type { OcrLine } from '@hindcast/screen-ocr';
import { expect, test } from 'vitest';
import type { WindowInfo } from '#core/observation.ts';
import { addressOnPicture } from './address-bar.ts';

const browser: WindowInfo = {
  id: 1,
  app: 'Chromium',
  className: 'chromium',
  title: 'Prices - Chromium',
  pid: 7,
  bounds: { x: 100, y: 50, width: 1000, height: 800 },
  isPopup: false,
  isOpaque: true,
};

function line(text: string, x: number, y: number): OcrLine {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    confidence: 0.9,
    x: x + index * 60,
    y,
    width: 50,
    height: 16,
  }));
  return { text, confidence: 0.9, x, y, width: words.length * 60, height: 16, words };
}

const tab = line('README.md x', 180, 62);
const page = line('See shop.example for prices', 120, 300);

test.each([
  ['© shop.example/lamps?id=7', 'https://shop.example/lamps?id=7'],
  ['i http://shop.example/lamps', 'http://shop.example/lamps'],
  ['@ 127.0.0.1:8080/start', 'http://127.0.0.1:8080/start'],
  ['localhost:3000', 'http://localhost:3000'],
  ['shop.example/lamps/table?id=7&col...', 'https://shop.example/lamps/table?id=7'],
])('the address bar shows %s', (shown, address) => {
  expect(addressOnPicture(browser, [tab, line(shown, 250, 105), page])).toBe(address);
});

test.each(['README.md', 'Node.js', '12.30.2.1', 'report.pdf'])(
  'the name of a file or a version is no address: %s',
  (shown) => {
    expect(addressOnPicture(browser, [tab, line(shown, 250, 105), page])).toBeUndefined();
  },
);

test('words of tabs and of the page are no address', () => {
  expect(addressOnPicture(browser, [tab, line('search or type', 250, 105), page])).toBeUndefined();
});

test('other programs and menus have no address bar', () => {
  const bar = [line('shop.example', 250, 105)];
  const editor = { ...browser, app: 'Mousepad', className: 'mousepad' };
  expect(addressOnPicture(editor, bar)).toBeUndefined();
  expect(addressOnPicture({ ...browser, isPopup: true }, bar)).toBeUndefined();
  expect(addressOnPicture(undefined, bar)).toBeUndefined();
});
