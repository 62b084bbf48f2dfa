import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { WindowInfo } from '#core/observation.ts';
import { openPage, servePages, whyNoBrowser } from '../../../../test/support/browser.ts';
import { until } from '../../../../test/support/desktop.ts';
import { type Sway, startSway, whyNoSway } from '../../../../test/support/sway.ts';
import { atspiActiveWindows } from './accessibility/atspi-active.ts';
import { waylandIdle } from './liveness/wayland-idle.ts';
import { countColour, type Recording, startRecording } from './recorder/recorder.fixture.ts';
import type { DesktopSources, FocusChange } from './source.ts';
import { chooseDesktop } from './sources.ts';
import { connectWayland } from './wayland/wayland-connection.ts';

const reason = whyNoSway();
if (reason !== undefined) process.stderr.write(`wayland desktop tests skipped: ${reason}\n`);
const browserReason = whyNoBrowser(reason);

const RED = [200, 0, 0] as const;
const patience = { timeout: 30_000, interval: 50 };

describe.skipIf(reason !== undefined)('a wayland desktop', { timeout: 90_000 }, () => {
  let sway: Sway;
  const cleanups: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    sway = await startSway();
  }, 120_000);
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    // It fails when there is none.
    await sway.tell('[title=".*"] kill').catch(() => {});
    await until(
      'an empty desktop',
      async () => !(await sway.run('swaymsg', '-t', 'get_tree')).includes('"pid"'),
    );
  });
  afterAll(() => sway?.stop());

  /** As on a compositor that reports windows only by wlr-foreign-toplevel. */
  const withoutPlaces = () => {
    const { SWAYSOCK: _, ...env } = sway.env;
    const display = join(sway.runtimeDir, sway.display);
    return { ...env, XDG_RUNTIME_DIR: sway.home, WAYLAND_DISPLAY: display };
  };

  async function open(env: Sway['env'] = sway.env): Promise<DesktopSources> {
    const opened = await chooseDesktop({ platform: 'linux', env }).open(() => Date.now());
    if (opened.kind !== 'open') throw new Error(opened.message);
    const { sources } = opened;
    cleanups.push(() => {
      for (const part of [sources.accessibility, sources.windows, sources.liveness]) part?.close();
      sources.screen.close();
    });
    return sources;
  }

  async function record(settings: object, env: Sway['env'] = sway.env): Promise<Recording> {
    const recording = await startRecording({ env, run: sway.run }, settings);
    cleanups.push(() => recording.stop());
    return recording;
  }

  const terminal = (title: string, script: string, ...options: string[]) =>
    sway.open('foot', ['-T', title, ...options, 'sh', '-c', `${script}; sleep 1000`], title);
  const redTerminal = (title: string) =>
    terminal(title, 'true', '-o', 'colors.background=c80000', '-o', 'csd.preferred=none');

  async function windowTitled(sources: DesktopSources, title: string): Promise<WindowInfo> {
    const found = (await sources.windows?.snapshot())?.windows.find((one) =>
      one.title.includes(title),
    );
    if (found === undefined) throw new Error(`no window titled ${title}`);
    return found;
  }

  test('says by which ways it is seen, and why', async () => {
    const opened = await chooseDesktop({ platform: 'linux', env: sway.env }).open(() => Date.now());
    if (opened.kind !== 'open') throw new Error(opened.message);
    expect(opened.sources.screen.name).toMatch(/^(wlr-screencopy|ext-image-copy-capture)$/);
    expect(opened.because).toContain('the compositor offers');
    expect(opened.because).toContain('sway reports windows and their places');
    expect(await opened.sources.liveness?.beat()).toEqual({ idleSinceMs: undefined });
    expect(await opened.sources.liveness?.isLocked()).toBe(false);
    opened.sources.windows?.close();
    opened.sources.screen.close();
  });

  test('sway reports program, title, process and place, and which window is in use', async () => {
    const id = await terminal('left-terminal', 'true');
    await terminal('right-terminal', 'true');
    const sources = await open();
    const { active, windows } = (await sources.windows?.snapshot()) ?? {};
    expect(windows).toHaveLength(2);
    expect(active).toMatchObject({ title: 'right-terminal', app: 'Foot', className: 'foot' });
    const left = await windowTitled(sources, 'left-terminal');
    expect(left.id).toBe(id);
    expect(left.bounds).toEqual({ x: 0, y: 0, width: 640, height: 720 });
    expect(left.surface?.y).toBeGreaterThan(0);
    expect(left.pid).toBeGreaterThan(0);

    await sway.tell('output HEADLESS-1 scale 2');
    await expect
      .poll(async () => (await windowTitled(sources, 'left-terminal')).bounds, patience)
      .toEqual({ x: 0, y: 0, width: 640, height: 720 });
    await sway.tell('output HEADLESS-1 scale 1');
  });

  test.each([
    ['sway', () => sway.env],
    ['foreign-toplevel', withoutPlaces],
  ])('changes of window and title are reported once, by %s', async (_, env) => {
    await terminal('first-terminal', 'true');
    const sources = await open(env());
    const reported: string[] = [];
    sources.windows?.onFocusChange(({ kind, window }: FocusChange) =>
      reported.push(`${kind} ${window.title}`),
    );
    const file = join(sway.home, 'title-fifo');
    writeFileSync(file, '');
    await terminal(
      'second-terminal',
      `while ! grep -q go ${file}; do sleep 0.05; done; printf '\\033]0;renamed-terminal\\007'`,
    );
    await expect.poll(() => reported, patience).toContain('window_focus second-terminal');
    writeFileSync(file, 'go');
    await expect.poll(() => reported, patience).toContain('title renamed-terminal');
    await sway.open('mousepad', ['--disable-server'], 'Untitled');
    await expect
      .poll(() => reported.some((line) => line.startsWith('app_switch')), patience)
      .toBe(true);
    expect(new Set(reported).size).toBe(reported.length);
  });

  test('a window without a known place reaches over its monitor, a full screen has a place', async () => {
    await terminal('only-terminal', 'true');
    const sources = await open(withoutPlaces());
    const screen = { x: 0, y: 0, width: 1280, height: 720 };
    expect(await windowTitled(sources, 'only-terminal')).toMatchObject({
      app: 'Foot',
      pid: undefined,
      bounds: screen,
      surface: undefined,
    });
    await sway.tell('fullscreen enable');
    await expect
      .poll(async () => (await windowTitled(sources, 'only-terminal')).surface, patience)
      .toEqual({ ...screen, scale: 1 });
  });

  test.each([1, 2])('text of an editor lies where it is seen, at scale %d', async (scale) => {
    await sway.tell(`output HEADLESS-1 scale ${scale}`);
    cleanups.push(() => sway.tell('output HEADLESS-1 scale 1'));
    await terminal('nearby', 'true');
    writeFileSync(join(sway.home, 'placed.txt'), 'heron under the bridge\n');
    await sway.open('mousepad', ['--disable-server', 'placed.txt'], 'placed.txt');
    const recording = await record({});
    const { accessibility, window } = await recording.sees('heron under the bridge');
    const node = accessibility?.nodes.find(({ text }) => text.includes('heron'));
    const { surface } = await windowTitled(await open(), 'placed.txt');
    expect(window).toMatchObject({ app: 'Mousepad' });
    expect(surface?.x).toBeGreaterThan(600);
    // The text view is what lies below the menu bar of the surface, over its whole width.
    expect(node?.bounds.x).toBeGreaterThanOrEqual(surface?.x ?? 0);
    expect((node?.bounds.x ?? 0) - (surface?.x ?? 0)).toBeLessThan(10 * scale);
    const above = (node?.bounds.y ?? 0) - (surface?.y ?? 0);
    expect(above).toBeGreaterThan(15 * scale);
    expect(above).toBeLessThan(60 * scale);
    expect(node?.bounds.width).toBeGreaterThan((surface?.width ?? 0) * 0.9);
  });

  test('an excluded window next to another is painted over, wherever it is', async () => {
    await redTerminal('do-not-keep');
    const recording = await record({ ignoredWindows: ['do-not-keep'] });
    await expect.poll(() => recording.looks.at(-1)?.kind, patience).toBe('skipped');
    expect(recording.frames).toEqual([]);
    await terminal('kept-terminal', 'true');
    await expect.poll(() => recording.frames.length, patience).toBeGreaterThan(0);
    await sway.tell('[title="do-not-keep"] floating enable, move absolute position 300 200');
    await sway.tell('[title="kept-terminal"] focus');
    await recording.quiet();
    await recording.recorder.captureNow();
    for (const frame of recording.frames) {
      expect(countColour(frame, RED)).toBe(0);
      expect(frame.masked.length).toBeGreaterThan(0);
      expect(frame.windows.map(({ title }) => title)).not.toContain('do-not-keep');
    }
  });

  test('an excluded window is kept out while the screen lags behind where it is reported to be', async () => {
    await redTerminal('do-not-keep');
    // Sway shows a new layout only when everybody has drawn for it; this one draws no more.
    const title = ['-T', 'stuck-terminal'];
    const stuck = sway.start('foot', [...title, 'sh', '-c', 'sleep 1000']);
    await until('it', async () =>
      (await sway.run('swaymsg', '-t', 'get_tree')).includes('stuck-terminal'),
    );
    const recording = await record({ ignoredWindows: ['do-not-keep'] });
    await recording.recorder.captureNow();
    stuck.kill('SIGSTOP');
    const steps = [
      '[title="do-not-keep"] move right',
      '[title="do-not-keep"] move left',
      '[title="do-not-keep"] resize set width 30 ppt',
      'layout splitv',
      'layout splith',
      '[title="do-not-keep"] kill',
    ];
    for (const step of steps) {
      await sway.tell(step);
      await recording.recorder.captureNow();
    }
    // On a busy machine the layout without the window may come too late for the last look.
    await until('a frame after the window was closed', async () => {
      await recording.recorder.captureNow();
      return recording.frames.length > 1;
    });
    stuck.kill('SIGCONT');
    for (const frame of recording.frames) expect(countColour(frame, RED)).toBe(0);
  });

  test('the tab of an excluded window is painted over, too', async () => {
    await redTerminal('do-not-keep');
    await terminal('kept-terminal', 'true');
    await sway.tell('layout tabbed');
    const recording = await record({ ignoredWindows: ['do-not-keep'] });
    await expect.poll(() => recording.frames.length, patience).toBeGreaterThan(0);
    expect(recording.last()?.masked).toEqual([
      { x: 0, y: 0, width: 640, height: expect.any(Number) },
    ]);
    await sway.tell('layout splith');
  });

  test('where places are not known, an excluded window anywhere keeps the picture out', async () => {
    await redTerminal('do-not-keep');
    await terminal('kept-terminal', 'true');
    const recording = await record({ ignoredWindows: ['do-not-keep'] }, withoutPlaces());
    await recording.recorder.captureNow();
    await recording.quiet();
    expect(recording.frames).toEqual([]);
    expect(recording.looks.at(-1)).toEqual({ kind: 'skipped', because: 'window' });
    await sway.tell('[title="do-not-keep"] kill');
    await expect.poll(() => recording.frames.length, patience).toBeGreaterThan(0);
    for (const frame of recording.frames) expect(countColour(frame, RED)).toBe(0);
  });

  test('where nothing reports the windows, their programs do, and none is in use that does not', async () => {
    await terminal('silent-terminal', 'true');
    const desktop = { x: 0, y: 0, width: 1280, height: 720 };
    const windows = await atspiActiveWindows({
      sessionBusAddress: sway.env.DBUS_SESSION_BUS_ADDRESS ?? '',
      desktop: () => desktop,
      now: () => Date.now(),
    });
    cleanups.push(() => windows.close());
    const reported: string[] = [];
    windows.onFocusChange(({ kind, window }) => reported.push(`${kind} ${window.title}`));
    expect(await windows.snapshot()).toMatchObject({ active: undefined, windows: [] });
    await sway.open('mousepad', ['--disable-server'], 'Untitled');
    await expect.poll(() => reported.length, patience).toBeGreaterThan(0);
    expect(reported[0]).toContain('app_switch Untitled');
    const { active, windows: all } = await windows.snapshot();
    expect(active).toMatchObject({ app: 'Mousepad', bounds: desktop, isOpaque: false });
    expect(active?.pid).toBeGreaterThan(0);
    expect(all).toEqual([active]);
    await sway.tell('[title="silent-terminal"] focus');
    await expect.poll(async () => (await windows.snapshot()).active, patience).toBeUndefined();
    expect((await windows.snapshot()).windows).toHaveLength(1);
  });

  test('what is copied is noted, unless it is marked as secret or was there before', async () => {
    await terminal('kept-terminal', 'true');
    sway.start('wl-copy', ['-t', 'text/plain', '-f', 'from before']);
    await until('the first copy', async () =>
      (await sway.run('wl-paste', '-n').catch(() => '')).includes('from before'),
    );
    const recording = await record({});
    const copied = () =>
      recording.events.flatMap((event) => (event.type === 'clipboard' ? [event.text] : []));
    sway.start('wl-copy', ['-f', '-t', 'text/plain;charset=utf-8'], 'grüne Laterne');
    await expect.poll(copied, patience).toEqual(['grüne Laterne']);
    // One after the other: the last of several that start together is not the one started last.
    const offered = (type: string) =>
      until(`a copy as ${type}`, async () =>
        (await sway.run('wl-paste', '-l').catch(() => '')).split('\n').includes(type),
      );
    sway.start('wl-copy', ['-f', '-t', 'x-kde-passwordManagerHint'], 'secret');
    await offered('x-kde-passwordManagerHint');
    sway.start('wl-copy', ['-f', '-t', 'text/plain'], 'x'.repeat(100_000));
    await offered('text/plain');
    sway.start('wl-copy', ['-f', '-t', 'UTF8_STRING'], 'second lantern');
    await expect.poll(copied, patience).toContain('second lantern');
    expect(copied()).not.toContain('secret');
    expect(copied().every((text) => text.length < 100)).toBe(true);
    expect(recording.events.every(({ window }) => window?.title === 'kept-terminal')).toBe(true);
  });

  test('nothing is noted that is copied while an excluded window is in use', async () => {
    await terminal('do-not-keep', 'true');
    const recording = await record({ ignoredWindows: ['do-not-keep'] });
    sway.start('wl-copy', ['-f', '-t', 'text/plain'], 'hidden lantern');
    await until(
      'the copy',
      async () => (await sway.run('wl-paste', '-n').catch(() => '')) === 'hidden lantern',
    );
    await recording.quiet();
    expect(recording.events).toEqual([]);
  });

  describe.skipIf(browserReason !== undefined)('with a browser', () => {
    test.each([
      ['sway', () => sway.env],
      ['foreign-toplevel', withoutPlaces],
    ])(
      'where addresses are judged, a page has its address, and its text where it is seen, by %s',
      async (kind, env) => {
        const box =
          'position:absolute;left:100px;top:60px;width:300px;height:50px;background:#ff00ff';
        const pages = await servePages(
          () => `<title>harbour page</title><div style="${box}">amber lighthouse</div>`,
        );
        cleanups.push(() => pages.close());
        const recording = await record({ ignoredUrls: ['elsewhere.example'] }, env());
        await terminal('nearby', 'true');
        await openPage(sway, {
          url: `${pages.base}/quay`,
          title: 'harbour page',
          flags: ['--ozone-platform=wayland'],
          profile: `browser-${kind}`,
        });
        const address = await until('a frame with the address', async () => {
          const seen = recording.frames.findLast((frame) =>
            frame.window?.title.includes('harbour'),
          );
          const url = seen?.accessibility?.browserUrl ?? seen?.window?.browserUrl;
          if (url === undefined) await recording.recorder.captureNow();
          return url;
        });
        expect(address).toBe(`${pages.base}/quay`);
        if (kind !== 'sway') return;
        // A browser reports its text before it has painted it: the next frame shows both.
        const isInPlace = (frame: Recording['frames'][number]) => {
          const node = frame.accessibility?.nodes.find(({ text }) => text === 'amber lighthouse');
          if (node === undefined) return false;
          const magenta = countColour(frame, [255, 0, 255], node.bounds);
          return magenta > node.bounds.width * node.bounds.height * 0.5;
        };
        await until('the text where it is seen', async () => {
          if (recording.frames.some(isInPlace)) return true;
          await recording.recorder.captureNow();
          return false;
        });
      },
    );
  });

  // The last one: a keyboard that comes and goes keeps browsers that start afterwards from opening a window.
  test('says what of a person it can tell, and since when nobody is there', async () => {
    const connection = await connectWayland(sway.display, sway.runtimeDir);
    cleanups.push(() => connection.close());
    const idleSinceMs = waylandIdle(connection, { now: () => Date.now(), idleAfterMs: 1_000 });
    await expect.poll(() => idleSinceMs?.(), patience).toEqual(expect.any(Number));
    await sway.run('wtype', '-k', 'Shift_L');
    await expect.poll(() => idleSinceMs?.(), { ...patience, interval: 5 }).toBeUndefined();
    const { input } = await open();
    expect(input?.kinds).toEqual(['clipboard']);
  });
});
