/** A recorder of a played desktop, on a clock that the test turns. */
import { expect } from 'vitest';
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
export const editor: WindowInfo = {
  id: 7,
  app: 'Editor',
  className: 'editor',
  title: 'notes',
  pid: 1,
  bounds: MONITOR,
  isPopup: false,
  isOpaque: true,
};
export const LAG_MS = 250;
const PATIENCE = { timeout: 20_000, interval: 5 };

/** A screen whose pictures all differ, and a desktop that the test locks. */
export async function recordPlayed() {
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
