import { expect, test } from 'vitest';
import type { CapturedFrame, Monitor, WindowInfo } from '#core/observation.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { exclusionsFrom } from '../exclusions/exclusions.ts';
import { screenLock } from '../exclusions/screen-lock.ts';
import { emitter } from '../listeners.ts';
import type { DesktopSources, FocusChange } from '../source.ts';
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
const vault = { ...editor, id: 8, app: 'KeePassXC', className: 'keepassxc' };
const LAG_MS = 800;
const PATIENCE = { timeout: 20_000, interval: 5 };

/** A screen that never changes after its first picture, and a receiver whose answer the test decides. */
async function recording(isAccepted: boolean) {
  const clock = manualClock(1_770_000_000_000);
  const grabbedAtMs: number[] = [];
  const focus = emitter<FocusChange>();
  const sources: DesktopSources = {
    screen: {
      name: 'still',
      listMonitors: async () => [MONITOR],
      onMonitorsChanged: () => () => {},
      onDamage: () => () => {},
      ended: new Promise(() => {}),
      async grab() {
        grabbedAtMs.push(clock.now());
        return { width: 64, height: 32, format: 'bgrx', data: new Uint8Array(64 * 32 * 4) };
      },
      close: () => {},
    },
    windows: {
      snapshot: async () => ({ active: editor, windows: [editor], lagMs: LAG_MS }),
      onFocusChange: focus.on,
      close: () => {},
    },
    accessibility: undefined,
    input: undefined,
  };
  const offers: { frame: CapturedFrame; lookAgain: () => void }[] = [];
  const recorder = makeRecorder({
    sources,
    exclusions: exclusionsFrom({
      ignoredApps: [],
      ignoredWindows: [],
      ignoredUrls: [],
      isPrivateBrowsingIgnored: true,
      areSilentBrowsersIgnored: true,
    }),
    lock: screenLock(clock),
    input: { clicks: false, scroll: false, typing: 'off', clipboard: false, focus: false },
    clock,
    offer(frame, lookAgain) {
      offers.push({ frame, lookAgain });
      return isAccepted;
    },
    onEvent: () => {},
  });
  const stop = new AbortController();
  void recorder.run(stop.signal);
  /** Long enough for anything that is due by itself. */
  const pass = async () => {
    for (let i = 0; i < 40; i += 1) await clock.advance(250);
  };
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  await pass();
  expect(offers).toHaveLength(1);
  const turnTo = (window: WindowInfo) =>
    focus.emit({ atMs: clock.now(), kind: 'app_switch', window });
  const grabs = () => grabbedAtMs.length;
  return { clock, offers, pass, turnTo, grabs, grabbedAtMs, [Symbol.dispose]: () => stop.abort() };
}

test('a receiver without room is not asked again before it has some', async () => {
  using screen = await recording(false);
  const grabs = screen.grabs();
  await screen.pass();
  expect(screen.grabs()).toBe(grabs);
  screen.offers[0]?.lookAgain();
  await screen.pass();
  expect(screen.offers).toHaveLength(2);
});

test('a picture that was taken over and not stored is taken again, although nothing changed', async () => {
  using screen = await recording(true);
  screen.offers[0]?.lookAgain();
  await screen.pass();
  expect(screen.offers).toHaveLength(2);
  await screen.pass();
  expect(screen.offers).toHaveLength(2);
});

test('an excluded window that had the keyboard for a moment is waited for, although it was never listed', async () => {
  using screen = await recording(true);
  const before = screen.grabs();
  screen.turnTo(vault);
  await screen.clock.advance(10);
  screen.turnTo(editor);
  const leftAtMs = screen.clock.now();
  await screen.pass();
  const [first = 0] = screen.grabbedAtMs.slice(before);
  expect(first).toBeGreaterThanOrEqual(leftAtMs + LAG_MS);
});

test('an ordinary window that had it is not', async () => {
  using screen = await recording(true);
  const before = screen.grabs();
  screen.turnTo({ ...editor, id: 9, className: 'other' });
  await screen.clock.advance(10);
  screen.turnTo(editor);
  const leftAtMs = screen.clock.now();
  await screen.pass();
  const [first = 0] = screen.grabbedAtMs.slice(before);
  expect(first).toBeGreaterThan(leftAtMs);
  expect(first).toBeLessThan(leftAtMs + LAG_MS);
});
