import { expect, test } from 'vitest';
import type { CapturedFrame, InputEvent, Monitor, Rect, WindowInfo } from '#core/observation.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { exclusionsFrom } from '../exclusions/exclusions.ts';
import { screenLock } from '../exclusions/screen-lock.ts';
import { emitter } from '../listeners.ts';
import type { FocusChange, RawInput } from '../source.ts';
import type { Look } from './monitor-looks.ts';
import { makeRecorder } from './recorder.ts';

const MONITOR: Monitor = {
  id: 1,
  stableId: 'A',
  name: 'A',
  isDefault: true,
  x: 0,
  y: 0,
  width: 64,
  height: 32,
};
const editor: WindowInfo = {
  id: 7,
  app: 'Editor',
  className: 'editor',
  title: 'notes',
  pid: 1,
  bounds: MONITOR,
  isPopup: false,
  isOpaque: true,
};
const LAG_MS = 250;
const PATIENCE = { timeout: 20_000, interval: 5 };

/** A screen whose pictures all differ, and a desktop that the test locks. */
async function recording() {
  const clock = manualClock(1_770_000_000_000);
  const state = { isLocked: false, onGrab: () => {}, shade: 0 };
  const news = emitter<void>();
  const drawn = emitter<readonly Rect[]>();
  const focus = emitter<FocusChange>();
  const input = emitter<RawInput>();
  const lock = screenLock(clock);
  lock.watch({ isLocked: async () => state.isLocked, onLockNews: news.on });
  const frames: CapturedFrame[] = [];
  const events: InputEvent[] = [];
  const looks: Look[] = [];
  let grabs = 0;
  const recorder = makeRecorder({
    sources: {
      screen: {
        name: 'played',
        listMonitors: async () => [MONITOR],
        onMonitorsChanged: () => () => {},
        onDamage: drawn.on,
        ended: new Promise(() => {}),
        async grab() {
          grabs += 1;
          state.onGrab();
          state.shade += 40;
          const data = new Uint8Array(64 * 32 * 4).fill(state.shade);
          return { width: 64, height: 32, format: 'bgrx', data };
        },
        close: () => {},
      },
      windows: {
        snapshot: async () => ({ active: editor, windows: [editor], lagMs: LAG_MS }),
        onFocusChange: focus.on,
        close: () => {},
      },
      input: { kinds: ['key', 'button'], onInput: input.on, close: () => {} },
      accessibility: undefined,
    },
    exclusions: exclusionsFrom({
      ignoredApps: [],
      ignoredWindows: [],
      ignoredUrls: [],
      isPrivateBrowsingIgnored: true,
      areSilentBrowsersIgnored: true,
    }),
    lock,
    input: { clicks: true, scroll: true, typing: 'count', clipboard: true, focus: true },
    clock,
    offer: (frame) => frames.push(frame) > 0,
    onEvent: (event) => events.push(event),
    onLook: (look) => looks.push(look),
  });
  const stop = new AbortController();
  void recorder.run(stop.signal);
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 50) await clock.advance(50);
  };
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  await pass(1_500);
  expect(frames).toHaveLength(1);
  const key = () => input.emit({ kind: 'key', atMs: clock.now(), text: 'x', windowId: 7 });
  async function setLocked(isLocked: boolean): Promise<void> {
    state.isLocked = isLocked;
    news.emit();
    await expect.poll(() => lock.isLocked(), PATIENCE).toBe(isLocked);
  }
  const draw = () => drawn.emit([MONITOR]);
  return {
    clock,
    state,
    frames,
    events,
    looks,
    pass,
    key,
    setLocked,
    draw,
    focus,
    grabs: () => grabs,
    [Symbol.dispose]: () => stop.abort(),
  };
}

test('a locked screen is not looked at and nothing done there is noted', async () => {
  using screen = await recording();
  await screen.setLocked(true);
  const grabs = screen.grabs();
  screen.draw();
  screen.key();
  screen.focus.emit({ atMs: screen.clock.now(), kind: 'app_switch', window: editor });
  await screen.pass(5_000);
  expect([screen.grabs() - grabs, screen.frames.length, screen.events]).toEqual([0, 1, []]);
  expect(screen.looks.at(-1)).toEqual({ kind: 'skipped', because: 'locked' });
});

test('a picture during which the screen was locked is not handed on', async () => {
  using screen = await recording();
  screen.state.onGrab = () => {
    screen.state.isLocked = true;
  };
  screen.draw();
  await screen.pass(2_000);
  expect(screen.grabs()).toBeGreaterThan(1);
  expect(screen.frames).toHaveLength(1);
});

test('keys that were not noted yet when the screen is locked are forgotten', async () => {
  using screen = await recording();
  for (let count = 0; count < 5; count += 1) screen.key();
  await screen.setLocked(true);
  await screen.pass(3_000);
  await screen.setLocked(false);
  await screen.pass(3_000);
  expect(screen.events).toEqual([]);
});

test('after the lock the screen is looked at by itself, when the lock screen has faded', async () => {
  using screen = await recording();
  await screen.setLocked(true);
  await screen.pass(10_000);
  const unlockedAtMs = screen.clock.now();
  await screen.setLocked(false);
  await screen.pass(2_000);
  expect(screen.frames).toHaveLength(2);
  expect(screen.frames[1]?.atMs).toBeGreaterThanOrEqual(unlockedAtMs + LAG_MS);
});
