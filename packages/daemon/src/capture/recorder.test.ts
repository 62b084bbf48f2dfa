import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import type { CapturedFrame, InputEvent, Rect } from '#core/observation.ts';
import {
  activateWindow,
  type Desktop,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../test/support/desktop.ts';
import { DisplayLostError } from './errors.ts';
import { exclusionsFrom } from './exclusions.ts';
import { type Look, makeRecorder, type Recorder } from './recorder.ts';
import { chooseDesktop } from './sources.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`recorder tests skipped: ${reason}\n`);
const patience = { timeout: 10_000, interval: 50 };

describe.skipIf(reason !== undefined)('recorder on a desktop', () => {
  let desktop: Desktop;
  const frames: CapturedFrame[] = [];
  const events: InputEvent[] = [];
  const looks: Look[] = [];
  let blinks = 0;
  let lastLookAtMs = 0;
  let quietFromMs = 0;
  let recorder: Recorder;
  let stop: AbortController;
  let running: Promise<void>;

  beforeAll(async () => {
    desktop = await startDesktop();
    writeFileSync(join(desktop.home, 'notes.txt'), 'shopping list\n');
    await desktop.open('mousepad', ['--disable-server', 'notes.txt'], 'notes.txt');
    await place('notes.txt', 0, 0, 600, 500);
    await openTerminal('plain terminal', 'XTerm', '80x20+640+20');
    recorder = await startRecorder();
    await until('a first frame', () => frames.length > 0);
  });
  afterAll(async () => {
    stop.abort();
    await running;
    await desktop.stop();
  });

  beforeEach(async () => {
    await quiet();
    await recorder.captureNow();
    frames.splice(0, frames.length - 1);
    events.length = 0;
    looks.length = 0;
  });

  async function startRecorder(): Promise<Recorder> {
    const opened = await chooseDesktop({ platform: 'linux', env: desktop.env }).open(() =>
      Date.now(),
    );
    if (opened.kind !== 'open') throw new Error(opened.message);
    const made = makeRecorder({
      sources: opened.sources,
      exclusions: exclusionsFrom({
        ignoredApps: [],
        ignoredWindows: ['private diary'],
        ignoredUrls: [],
        isPrivateBrowsingIgnored: true,
        areSilentBrowsersIgnored: false,
      }),
      input: { clicks: true, scroll: true, typing: 'text', clipboard: true, focus: true },
      clock: systemClock,
      offer: (frame) => {
        frames.push(frame);
        return true;
      },
      onEvent: (event) => events.push(event),
      onLook: (look) => {
        lastLookAtMs = Date.now();
        looks.push(look);
      },
    });
    opened.sources.screen.onDamage(() => {
      blinks += 1;
    });
    stop = new AbortController();
    running = made.run(stop.signal);
    // A test that breaks the screen looks at the rejection itself.
    running.catch(() => {});
    return made;
  }

  const openTerminal = (title: string, className: string, geometry: string) =>
    desktop.open(
      'xterm',
      ['-T', title, '-class', className, '-geometry', geometry, '-bg', 'white', '-e', 'sleep 600'],
      title,
    );
  const place = (title: string, x: number, y: number, width: number, height: number) =>
    desktop.run('wmctrl', '-r', title, '-e', `0,${x},${y},${width},${height}`);
  async function activate(title: string): Promise<void> {
    await activateWindow(desktop, title);
    quietFromMs = Date.now();
  }
  const last = () => frames.at(-1);
  const textOf = (frame: CapturedFrame | undefined) =>
    frame?.accessibility?.nodes.map(({ text }) => text).join('\n') ?? '';
  /** Waits until nobody has looked at the screen for a while. */
  async function quiet(): Promise<void> {
    await until('no more looks', () => Date.now() - Math.max(lastLookAtMs, quietFromMs) > 550);
    quietFromMs = 0;
  }

  test('typed text is in a frame of the right window, after the typing paused', async () => {
    await activate('notes.txt');
    await quiet();
    await desktop.run('xdotool', 'key', 'ctrl+End');
    await desktop.run('xdotool', 'type', '--delay', '30', 'seventeen lemons');
    await expect.poll(() => textOf(last()), patience).toContain('seventeen lemons');
    expect(last()).toMatchObject({
      trigger: 'typing_pause',
      isFocused: true,
      window: { app: 'Mousepad', title: expect.stringContaining('notes.txt') },
      masked: [],
    });
    const typed = () => events.find((event) => event.type === 'text');
    await expect.poll(typed, patience).toMatchObject({
      text: expect.stringContaining('seventeen lemons'),
      window: { app: 'Mousepad' },
      element: { role: 'text' },
    });
  });

  test('a desktop on which only a caret blinks gives no frames', async () => {
    await activate('notes.txt');
    await desktop.run('xdotool', 'key', 'ctrl+Home');
    quietFromMs = Date.now() + 200;
    await quiet();
    frames.length = 0;
    looks.length = 0;
    blinks = 0;
    await until('the caret to blink', () => blinks >= 4);
    expect(frames).toEqual([]);
    expect(looks).toEqual([]);
  });

  test('after a switch the frame names the window that is in use now', async () => {
    for (const [title, app] of [
      ['plain terminal', 'XTerm'],
      ['notes.txt', 'Mousepad'],
      ['plain terminal', 'XTerm'],
    ] as const) {
      const before = frames.length;
      await activate(title);
      await expect.poll(() => frames.length, patience).toBeGreaterThan(before);
      await quiet();
      expect(frames[before]).toMatchObject({ trigger: 'app_switch', window: { app } });
      expect(last()?.window?.app).toBe(app);
      expect(last()?.windows[0]?.app).toBe(app);
    }
    expect(events.filter(({ type }) => type === 'app_switch').length).toBeGreaterThanOrEqual(2);
  });

  test('every frame has the text of the window it names', async () => {
    for (const title of ['notes.txt', 'plain terminal', 'notes.txt']) {
      await activate(title);
      await wait(400);
    }
    await quiet();
    for (const frame of frames) {
      const isEditor = frame.window?.app === 'Mousepad';
      expect(textOf(frame).includes('shopping list')).toBe(isEditor);
    }
  });

  test('a click is an event with the thing it hit, a copied text is an event', async () => {
    await activate('notes.txt');
    await quiet();
    await recorder.captureNow();
    const menu = last()?.accessibility?.nodes.find(({ text }) => text === 'Search');
    const { x = 0, y = 0 } = menu?.bounds ?? {};
    await desktop.run('xdotool', 'mousemove', String(x + 4), String(y + 4), 'click', '1');
    const clicked = () => events.find(({ type }) => type === 'click');
    await expect.poll(clicked, patience).toMatchObject({
      button: 1,
      window: { app: 'Mousepad' },
      element: { role: 'menu', name: 'Search' },
    });
    await desktop.run('xdotool', 'key', 'Escape');
    desktop.copy('copied words');
    const copied = () => events.find(({ type }) => type === 'clipboard');
    await expect.poll(copied, patience).toMatchObject({ text: 'copied words' });
  });

  test('an excluded window beside the one in use is painted over and named nowhere', async () => {
    await openTerminal('vault entries', 'keepassxc', '40x10+700+420');
    await activate('notes.txt');
    await expect.poll(() => last()?.masked.length, patience).toBeGreaterThan(0);
    await quiet();
    for (const frame of frames.filter(({ masked }) => masked.length > 0)) {
      for (const mask of frame.masked) expect(isBlack(frame, mask)).toBe(true);
      expect(JSON.stringify(frame.windows)).not.toContain('vault');
    }
    const before = frames.length;
    const newEvents = events.length;
    await activate('vault entries');
    await desktop.run('xdotool', 'type', 'hunter2');
    await wait(1_500);
    expect(frames.length).toBe(before);
    expect(events.length).toBe(newEvents);
    expect(looks.at(-1)).toEqual({ kind: 'skipped', because: 'app' });
    await desktop.run('wmctrl', '-c', 'vault entries');
    await expect.poll(() => last()?.masked, patience).toEqual([]);
    expect(JSON.stringify(events)).not.toMatch(/hunter2|vault/);
  });

  test('an excluded title is painted over from its very first frame', async () => {
    await openTerminal('private diary', 'XTerm', '40x10+700+420');
    await activate('notes.txt');
    await quiet();
    await desktop.run('wmctrl', '-c', 'private diary');
    await quiet();
    for (const frame of frames) expect(JSON.stringify(frame.windows)).not.toContain('diary');
    expect(frames.some(({ masked }) => masked.length > 0)).toBe(true);
  });

  test('a picture can be asked for at any time', async () => {
    const [look] = await recorder.captureNow();
    expect(look).toMatchObject({ kind: 'frame', isAccepted: true, frame: { trigger: 'manual' } });
    expect(last()?.trigger).toBe('manual');
  });

  test('a new monitor gets its own frames, with the window that is on it', async () => {
    await activate('notes.txt');
    await desktop.run('xrandr', '--setmonitor', 'left', '620/160x720/180+0+0', 'screen');
    await desktop.run('xrandr', '--setmonitor', 'right', '660/160x720/180+620+0', 'none');
    const on = (name: string) => frames.findLast(({ monitor }) => monitor.name === name);
    await expect.poll(() => on('right'), patience).toBeDefined();
    await expect.poll(() => on('left')?.window?.app, patience).toBe('Mousepad');
    expect(on('right')).toMatchObject({ isFocused: false, window: { app: 'XTerm' } });
    expect(on('right')?.pixels).toMatchObject({ width: 660, height: 720 });
    await desktop.run('xrandr', '--delmonitor', 'right');
    await desktop.run('xrandr', '--delmonitor', 'left');
    await expect.poll(() => last()?.monitor.name, patience).toBe('screen');
  });

  test('when the X server goes the recorder says so, and a new one goes on after it is back', async () => {
    const manual = recorder.captureNow();
    await manual;
    await desktop.killServer();
    await expect(running).rejects.toBeInstanceOf(DisplayLostError);
    const choice = chooseDesktop({ platform: 'linux', env: desktop.env });
    expect(await choice.open(() => Date.now())).toMatchObject({ kind: 'unavailable' });
    await desktop.restartServer();
    await openTerminal('after the crash', 'XTerm', '80x20+20+20');
    recorder = await startRecorder();
    await expect.poll(() => last()?.window?.title, patience).toBe('after the crash');
  });
});

function isBlack({ pixels }: CapturedFrame, { x, y, width, height }: Rect): boolean {
  for (let row = Math.max(0, y); row < Math.min(pixels.height, y + height); row += 1) {
    const from = (row * pixels.width + Math.max(0, x)) * 4;
    const to = (row * pixels.width + Math.min(pixels.width, x + width)) * 4;
    if (pixels.data.subarray(from, to).some((byte) => byte !== 0)) return false;
  }
  return true;
}
