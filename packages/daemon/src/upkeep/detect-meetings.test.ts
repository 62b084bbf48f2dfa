import { describe, expect, test } from 'vitest';
import { isCallWindow } from '#store/meetings/call-windows.ts';
import { detectMeetings, titleOf } from './detect-meetings.ts';

const MINUTE_MS = 60_000;
const call = (minute: number, title = 'Weekly') => ({
  atMs: minute * MINUTE_MS,
  appName: 'Zoom',
  title,
});
const line = (minute: number, isInput = true, speaker: string | null = null) => ({
  atMs: minute * MINUTE_MS,
  speaker,
  isInput,
});
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => line(from + i, i % 2 === 0));

describe('a meeting', () => {
  test('is a call window with some words, as long as both last', () => {
    const speech = [line(1, true, 'Ana'), line(3, false, 'Bo'), line(5, true, 'Ana')];
    expect(detectMeetings({ calls: [call(0), call(2)], speech })).toEqual([
      {
        startMs: 0,
        endMs: 5 * MINUTE_MS,
        source: 'app',
        window: { appName: 'Zoom', title: 'Weekly' },
        speakers: ['Ana', 'Bo'],
      },
    ]);
  });

  test('is a conversation heard from both sides, without any call window', () => {
    const [found] = detectMeetings({ calls: [], speech: lines(0, 10) });
    expect(found).toMatchObject({ source: 'speech', window: undefined });
  });

  test.each([
    ['a silent call window', { calls: [call(0), call(2)], speech: [] }],
    ['a moment', { calls: [call(0)], speech: [line(0.1), line(0.2)] }],
    ['a film', { calls: [], speech: lines(0, 20).map((one) => ({ ...one, isInput: false })) }],
    ['dictation', { calls: [], speech: lines(0, 20).map((one) => ({ ...one, isInput: true })) }],
    ['a few words', { calls: [], speech: lines(0, 4) }],
    ['nothing', { calls: [], speech: [] }],
  ])('is not %s', (_, evidence) => {
    expect(detectMeetings(evidence)).toEqual([]);
  });

  test('ends with a long silence, after which another begins', () => {
    const speech = [...lines(0, 10), ...lines(20, 30)];
    const ends = detectMeetings({ calls: [], speech }).map(({ endMs }) => endMs / MINUTE_MS);
    expect(ends).toEqual([10, 30]);
  });

  test('is named as its window, without the names of programs', () => {
    expect(titleOf('Meet – Lisbon weekly - Google Chrome')).toBe('Lisbon weekly');
    expect(titleOf('Zoom Meeting')).toBe('Zoom Meeting');
    expect(titleOf('Planning | Microsoft Teams')).toBe('Planning');
    expect(titleOf('')).toBeNull();
  });
});

describe('a call window', () => {
  const at = (browserUrl: string) => ({ appName: 'Browser', windowName: 'x', browserUrl });
  const of = (appName: string, windowName: string) => ({ appName, windowName, browserUrl: null });
  test.each([
    at('https://meet.google.com/abc-defg-hij'),
    at('meet.jit.si/OurRoom'),
    at('https://us02web.zoom.us/wc/123/join'),
    of('zoom', 'Zoom Meeting'),
    of('Microsoft Teams', 'Weekly | Meeting'),
    of('Slack', 'Huddle with Ana'),
  ])('is %o', (place) => {
    expect(isCallWindow(place)).toBe(true);
  });
  test.each([
    at('https://meet.google.com/'),
    at('https://zoom.us/pricing'),
    at('https://example.com/?u=https://meet.google.com/abc-defg-hij'),
    of('zoom', 'Settings'),
    of('Slack', 'general'),
    of('Mail', 'Meeting tomorrow'),
  ])('is not %o', (place) => {
    expect(isCallWindow(place)).toBe(false);
  });
});
