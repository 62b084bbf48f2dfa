import { expect, test } from 'vitest';
import { atspiActiveWindows } from '#capture/accessibility/atspi-active.ts';
import { startAtspi } from '#capture/accessibility/atspi-programs.fixture.ts';
import { PictureFailedError, PixelFormatError } from '#capture/errors.ts';
import { exclusionsFrom } from '#capture/exclusions/exclusions.ts';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import type { Asks, DesktopSources, OpenedDesktop, ScreenSource } from '#capture/source.ts';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { makeSupervisor } from '#core/service.ts';
import { missingPrograms } from '../../../../../test/support/desktop.ts';
import { inputIngest } from '../input.ts';
import { screenSide } from './screen.ts';
import { visionIngest } from './vision.ts';
import { visionMeter } from './vision-metrics.ts';

const PATIENCE = { timeout: 20_000, interval: 5 };
const nowMs = () => systemClock.now();
const store = { content: { add: () => Promise.reject(new Error('nothing is stored here')) } };

function sideOf(
  openDesktop: (now: () => number, asks: Asks) => Promise<OpenedDesktop>,
  clock = systemClock,
  supervisor = makeSupervisor({ clock, log: silentLog }),
) {
  const meter = visionMeter(nowMs);
  const lock = screenLock(clock);
  const exclusions = exclusionsFrom({
    ignoredApps: [],
    ignoredWindows: [],
    ignoredUrls: [],
    isPrivateBrowsingIgnored: true,
    areSilentBrowsersIgnored: true,
  });
  return screenSide({
    openDesktop,
    exclusions,
    lock,
    inputSettings: { clicks: false, scroll: false, typing: 'off', clipboard: false, focus: false },
    vision: visionIngest({
      store,
      lock,
      exclusions,
      meter,
      nowMs,
      log: silentLog,
      ocr: async () => undefined,
      monotonicMs: () => systemClock.monotonicMs(),
      media: { keepJpeg: async () => '', discard: async () => {} },
    }),
    input: inputIngest({ store, lock, nowMs }),
    meter,
    supervisor,
    clock,
    log: silentLog,
  });
}

/** A desktop that cannot even list its monitors. */
function brokenDesktop() {
  const closed: string[] = [];
  const part = (name: string) => ({ close: () => void closed.push(name) });
  const sources = {
    screen: {
      ...part('screen'),
      listMonitors: () => Promise.reject(new Error('the display broke')),
      onMonitorsChanged: () => () => {},
      onDamage: () => () => {},
      ended: new Promise(() => {}),
      grab: () => Promise.reject(new Error('the display broke')),
    },
    windows: undefined,
    accessibility: { ...part('accessibility'), wakeBrowsersWhile: () => {} },
    input: { ...part('input'), onInput: () => () => {} },
    liveness: {
      ...part('liveness'),
      beat: async () => ({}),
      isLocked: async () => false,
      onLockNews: () => () => {},
    },
  } as unknown as DesktopSources;
  return { closed, opened: { kind: 'open', sources } as const };
}
const BOUNDS = { x: 0, y: 0, width: 10, height: 10 };
/** One that lists its monitors, and ends when it is closed. */
function screenOf(screen: ScreenSource, ...names: string[]): ScreenSource {
  const ended = Promise.withResolvers<undefined>();
  const monitors = names.map((name, at) => {
    const place = { ...BOUNDS, x: at * BOUNDS.width };
    return { id: at + 1, stableId: name, name, isDefault: at === 0, ...place };
  });
  const close = () => ended.resolve(undefined);
  return { ...screen, listMonitors: async () => monitors, ended: ended.promise, close };
}
const ALL = ['accessibility', 'input', 'liveness', 'screen'];

test('a desktop that breaks before its monitors are known is let go as a whole', async () => {
  const { closed, opened } = brokenDesktop();
  const side = sideOf(async () => opened);
  side.start();
  await expect.poll(() => closed.toSorted().slice(0, 4), PATIENCE).toEqual(ALL);
  expect(side.status().kind).toBe('error');
  await side.close();
});

test('a desktop that says no is asked again by the service, and for the person only when they ask', async () => {
  const asked: Asks[] = [];
  const quick = {
    ...systemClock,
    sleep: (ms: number, signal: AbortSignal) => systemClock.sleep(Math.min(ms, 5), signal),
  };
  const side = sideOf(async (_, asks) => {
    asked.push(asks);
    return { kind: 'permission_denied', message: 'it was refused' };
  }, quick);
  side.start();
  await expect.poll(() => asked.length, PATIENCE).toBeGreaterThan(3);
  expect(asked.slice(0, 3)).toEqual(['person', 'service', 'service']);
  expect(side.status()).toEqual({ kind: 'permission_denied', message: 'it was refused' });
  asked.length = 0;
  side.start();
  await expect.poll(() => asked, PATIENCE).toContain('person');
  expect(asked.filter((who) => who === 'person')).toHaveLength(1);
  await side.close();
});

test('a picture that was asked for and cannot be had is an error, not an empty answer', async () => {
  const { opened } = brokenDesktop();
  const screen = {
    ...screenOf(opened.sources.screen, 'A'),
    grab: () => Promise.reject(new PictureFailedError('A')),
  };
  const side = sideOf(async () => ({ kind: 'open', sources: { ...opened.sources, screen } }));
  side.start();
  await expect.poll(() => side.status().kind, PATIENCE).toBe('ok');
  const asked = side.captureNow(AbortSignal.timeout(20_000));
  await expect(asked).rejects.toThrow('no monitor gives a picture now');
  expect(side.status().kind).toBe('ok');
  await side.close();
});

test('one monitor that cannot be read is reported next to the others, which are captured', async () => {
  const { opened } = brokenDesktop();
  const looked: string[] = [];
  const screen: ScreenSource = {
    ...screenOf(opened.sources.screen, 'A', 'B'),
    async grab({ name }) {
      looked.push(name);
      if (name === 'B') throw new PixelFormatError([0x48344241]);
      const { width, height } = BOUNDS;
      return { width, height, format: 'bgrx', data: new Uint8Array(width * height * 4) };
    },
  };
  const side = sideOf(async () => ({
    kind: 'open',
    sources: { ...opened.sources, accessibility: undefined, screen },
  }));
  side.start();
  const note = /^Monitor B is left out: .*0x48344241/;
  await expect
    .poll(() => side.status(), PATIENCE)
    .toMatchObject({ kind: 'ok', note: expect.stringMatching(note) });
  looked.length = 0;
  await side.captureNow(AbortSignal.timeout(20_000));
  // The frame cannot be stored here, so it is looked for once more.
  expect(looked.slice(0, 2)).toEqual(['A', 'B']);
  await side.close();
});

test('a desktop that does not open does not hold up the end, and is let go when it opens later', async () => {
  const { closed, opened } = brokenDesktop();
  const opening = Promise.withResolvers<OpenedDesktop>();
  let asked = 0;
  const side = sideOf(() => {
    asked += 1;
    return opening.promise;
  });
  side.start();
  await expect.poll(() => asked, PATIENCE).toBe(1);
  await side.close();
  opening.resolve(opened);
  await expect.poll(() => closed.toSorted(), PATIENCE).toEqual(ALL);
});

test.skipIf(missingPrograms(['dbus-daemon']).length > 0)(
  'windows that are no longer reported are a failure, and the desktop is opened again',
  async () => {
    const supervisor = makeSupervisor({ clock: systemClock, log: silentLog });
    const { opened } = brokenDesktop();
    // One that is kept out, so that no picture is needed.
    const startWithVault = async () => {
      const started = await startAtspi();
      await started.program('keepassxc', [{ title: 'notes', isActive: true }]);
      return started;
    };
    let atspi = await startWithVault();
    const side = sideOf(
      async () => {
        const screen = screenOf(opened.sources.screen, 'A');
        const windows = await atspiActiveWindows({
          sessionBusAddress: atspi.address,
          now: nowMs,
          desktop: () => BOUNDS,
        });
        return { kind: 'open', sources: { ...opened.sources, screen, windows } };
      },
      systemClock,
      supervisor,
    );
    side.start();
    await expect.poll(() => side.status().kind, PATIENCE).toBe('ok');
    await atspi.stop();
    atspi = await startWithVault();
    // Whoever asks for a picture meanwhile is not left waiting.
    await side.captureNow(AbortSignal.timeout(20_000)).catch((error: Error) => {
      expect(error).toMatchObject({ code: 'NOT_CAPTURING' });
    });
    const fault = () => supervisor.parts().find(({ name }) => name === 'capture.screen')?.lastFault;
    await expect.poll(() => fault()?.message, PATIENCE).toContain('accessibility bus');
    await expect.poll(() => side.status().kind, PATIENCE).toBe('ok');
    expect(await side.captureNow(AbortSignal.timeout(20_000))).toEqual([]);
    expect(side.activity().isExcluded).toBe(true);
    await side.close();
    await atspi.stop();
  },
  60_000,
);
