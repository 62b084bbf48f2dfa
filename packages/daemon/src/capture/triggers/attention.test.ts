import { expect, test } from 'vitest';
import type { WindowInfo } from '#core/observation.ts';
import { exclusionsFrom } from '../exclusions/exclusions.ts';
import { windowDescriber } from '../recorder/window-describer.ts';
import { makeAttention } from './attention.ts';

const bounds = { x: 0, y: 0, width: 100, height: 100 };
const window = (id: number, className: string, title: string): WindowInfo => ({
  id,
  app: className,
  className,
  title,
  pid: id,
  bounds,
  isPopup: false,
  isOpaque: true,
});
const editor = window(1, 'editor', 'notes');
const diary = window(2, 'editor', 'private diary');
const browser = window(3, 'chromium', 'a page');

/** `names` are what the windows tell assistive technology, by their numbers. */
function attentionOf(names: Record<number, string> = {}) {
  const hidden: number[] = [];
  const exclusions = exclusionsFrom({
    ignoredApps: [],
    ignoredWindows: ['private diary'],
    ignoredUrls: [],
    isPrivateBrowsingIgnored: true,
    areSilentBrowsersIgnored: true,
  });
  const describe = async ({ id }: WindowInfo) => ({
    accessibleName: names[id],
    browserUrl: undefined,
  });
  let atMs = 0;
  const attention = makeAttention({
    sources: { windows: undefined, accessibility: undefined },
    exclusions,
    describer: windowDescriber({ accessibility: { describe }, exclusions, now: () => atMs }),
    settings: { clicks: true, scroll: true, typing: 'text', clipboard: true, focus: true },
    elementAt: () => undefined,
    emit: () => {},
    onHidden: () => hidden.push(atMs),
  });
  const focus = (window: WindowInfo) => {
    atMs += 1;
    attention.changed({ atMs, kind: 'window_focus', window });
  };
  const { askAgain: described, begin } = attention;
  return { hidden, focus, described, begin };
}

test('an excluded window that gets the keyboard is reported, and that it has it no longer', () => {
  const { hidden, focus } = attentionOf();
  focus(editor);
  focus({ ...editor, title: 'other notes' });
  expect(hidden).toEqual([]);
  focus(diary);
  focus({ ...diary, title: 'private diary, page 2' });
  expect(hidden).toEqual([3]);
  focus(editor);
  focus({ ...editor, title: 'other notes' });
  expect(hidden).toEqual([3, 5]);
});

test('a browser window is reported once it has said that it is private, and an ordinary one never', async () => {
  const names: Record<number, string> = { 3: 'a page - Chromium' };
  const { hidden, focus, described } = attentionOf(names);
  focus(browser);
  await described();
  expect(hidden).toEqual([]);
  const secret = { ...browser, id: 4 };
  names[4] = 'a page - Chromium (Incognito)';
  focus(secret);
  expect(hidden).toEqual([]);
  await described();
  expect(hidden).toEqual([2]);
});

test('a browser window that loses the keyboard before it has said what it is may have been private', () => {
  const { hidden, focus } = attentionOf();
  focus(browser);
  focus({ ...browser, title: 'another page' });
  expect(hidden).toEqual([]);
  focus(editor);
  expect(hidden).toEqual([3]);
});

test('an excluded window is reported each time, also when a silent browser had the keyboard in between', () => {
  const { hidden, focus } = attentionOf();
  focus(diary);
  focus(browser);
  expect(hidden).toEqual([1, 2]);
  focus(diary);
  // The browser that has it no longer, and the window that has it now.
  expect(hidden).toEqual([1, 2, 3, 3]);
});

test('the excluded window that has the keyboard at the start is reported when it has it no longer', async () => {
  const { hidden, focus, begin } = attentionOf();
  await begin(diary, 0);
  focus(editor);
  expect(hidden.at(-1)).toBe(1);
});
