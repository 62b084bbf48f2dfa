import { expect, test } from 'vitest';
import { newsReader, type SeenFrame } from './news.ts';

const MENUS = ['File', 'Edit Search View', 'Document', 'Help'];
const editor = (...lines: string[]): SeenFrame => ({
  app: 'Mousepad',
  title: 'notes.txt - Mousepad',
  text: [...MENUS, ...lines].join('\n'),
});

test('of the first frame of a program only what reads like text is shown', () => {
  expect(newsReader()(editor())).toBeUndefined();
  expect(newsReader()(editor('x', 'Untitled', 'Invoice for the harbour'))).toBe(
    'Invoice for the harbour',
  );
});

test('afterwards the line that is new is shown, and no menu', () => {
  const newsIn = newsReader();
  newsIn(editor('Invoice for the harbour'));
  expect(newsIn(editor('Invoice for the harbour', 'Call Rosa'))).toBe('Call Rosa');
  expect(newsIn(editor('Invoice for the harbour', 'Call Rosa about it'))).toBe(
    'Call Rosa about it',
  );
  expect(newsIn(editor('Invoice for the harbour', 'Call Rosa about it'))).toBeUndefined();
});

test('a window that comes back, or is partly covered, is no news', () => {
  const newsIn = newsReader();
  newsIn(editor('Call Rosa about the deposit'));
  newsIn({ app: 'Firefox', title: 'News', text: 'Reload\nTickets cost twelve euro' });
  expect(newsIn(editor('Call Rosa about the depo'))).toBeUndefined();
  expect(
    newsIn({ app: 'Firefox', title: 'News', text: 'Reload\nTickets cost twelve euro' }),
  ).toBeUndefined();
});

test('a sentence comes before a button, and a clock is no news', () => {
  const newsIn = newsReader();
  newsIn(editor('09:12'));
  expect(newsIn(editor('09:13'))).toBeUndefined();
  expect(newsIn(editor('View site information', 'the harbour opens on Friday'))).toBe(
    'the harbour opens on Friday',
  );
});

test('a menu that opens is no news', () => {
  const newsIn = newsReader();
  newsIn(editor());
  expect(newsIn(editor('New Window', 'Open', 'Save As', 'Print'))).toBeUndefined();
});

test('scripts without capitals and spaces are read too', () => {
  const newsIn = newsReader();
  expect(newsIn(editor('港が開くのは金曜日です'))).toBe('港が開くのは金曜日です');
});
