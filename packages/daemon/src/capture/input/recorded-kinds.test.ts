import { expect, test } from 'vitest';
import type { InputSource, WindowSource } from '#capture/source.ts';
import { recordedKinds } from './recorded-kinds.ts';

const ALL = { clicks: true, scroll: true, typing: 'text', clipboard: true, focus: true } as const;
const NOTHING = {
  clicks: false,
  scroll: false,
  typing: 'off',
  clipboard: false,
  focus: false,
} as const;
const input = (...kinds: InputSource['kinds']): InputSource => ({
  kinds,
  onInput: () => () => {},
  close() {},
});
const windows: WindowSource = {
  snapshot: async () => ({ active: undefined, windows: [] }),
  onFocusChange: () => () => {},
  close() {},
};

test('only what is wanted and reported is noted', () => {
  const full = { input: input('button', 'wheel', 'key', 'clipboard'), windows };
  expect(recordedKinds(full, ALL)).toEqual([
    'click',
    'scroll',
    'key',
    'text',
    'clipboard',
    'app_switch',
    'window_focus',
  ]);
  expect(recordedKinds(full, { ...ALL, typing: 'count', scroll: false })).toEqual([
    'click',
    'key',
    'clipboard',
    'app_switch',
    'window_focus',
  ]);
  expect(recordedKinds(full, NOTHING)).toEqual([]);
  expect(recordedKinds({ input: input('clipboard'), windows: undefined }, ALL)).toEqual([
    'clipboard',
  ]);
  expect(recordedKinds({ input: undefined, windows: undefined }, ALL)).toEqual([]);
});
