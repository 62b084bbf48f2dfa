import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CapturedFrame, Pixels, Rect } from '#core/observation.ts';
import { openPage, servePages, whyNoBrowser } from '../../../../../test/support/browser.ts';
import {
  type Desktop,
  missingPrograms,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../../test/support/desktop.ts';
import { buttonOf, startBar, tooltipOf } from '../exclusions/task-bar.fixture.ts';
import { chooseDesktop } from '../sources.ts';
import { type Recording, startRecording } from './recorder.fixture.ts';

const XFCE = { name: 'xfce4-panel', args: ['--disable-wm-check'] };
const PANELS = [{ name: 'tint2', args: [] }, XFCE];
const TITLE = 'do-not-keep';
const never = new AbortController().signal;

const present = PANELS.filter(({ name }) => {
  const [missing] = missingPrograms([name]);
  const reason = whyNoDesktop() ?? (missing && `missing ${missing}`);
  if (reason !== undefined) process.stderr.write(`${name} is not tested: ${reason}\n`);
  return reason === undefined;
});
const whyNoPrivate = whyNoBrowser();
if (whyNoPrivate) process.stderr.write(`private windows in a task bar: ${whyNoPrivate}\n`);

describe.each(present)('the task bar $name', { timeout: 120_000 }, ({ name, args }) => {
  let desktop: Desktop;
  let recording: Recording | undefined;

  beforeAll(async () => {
    desktop = await startDesktop();
    await startBar(desktop, name, args);
    const file = join(desktop.home, 'kept-notes.txt');
    writeFileSync(file, 'The copper violin.\n');
    await desktop.open('mousepad', ['--disable-server', file], 'kept-notes');
  }, 120_000);
  afterEach(async () => {
    await recording?.stop();
    recording = undefined;
  });
  afterAll(() => desktop?.stop());

  const openHidden = () => {
    const place = ['-T', TITLE, '-geometry', '30x5+800+400', '-e', 'sleep', '600'];
    return desktop.open('xterm', place, TITLE);
  };
  /** The screen as it is, with nothing left out. */
  async function look(area: Rect): Promise<Pixels> {
    const opened = await chooseDesktop({ platform: 'linux', env: desktop.env }).open(() => 0);
    if (opened.kind !== 'open') throw new Error(opened.message);
    const { screen, windows, liveness, input, accessibility } = opened.sources;
    const [monitor] = await screen.listMonitors();
    if (monitor === undefined) throw new Error('no monitor');
    const pixels = await screen.grab(monitor, never, area);
    for (const part of [liveness, windows, input, accessibility, screen]) part?.close();
    return pixels;
  }
  const record = async () => {
    recording = await startRecording(desktop, { ignoredWindows: [TITLE] });
    await recording.recorder.captureNow();
    return recording;
  };

  test('shows nothing of an excluded window that is minimised, and still shows the others', async () => {
    const id = await openHidden();
    await desktop.run('xdotool', 'windowminimize', '--sync', String(id));
    const button = await buttonOf(desktop, id);
    expect(coloursIn(await look(button))).toBeGreaterThan(1);
    const { frames, activate } = await record();
    await activate('kept-notes');
    await recording?.recorder.captureNow();
    expect(frames.length).toBeGreaterThan(0);
    for (const frame of frames) {
      expect(coloursIn(cut(frame, button))).toBe(1);
      expect(namesIn(frame)).not.toContain(TITLE);
    }
    const others = await buttonOf(desktop, await desktop.open('true', [], 'kept-notes'));
    expect(coloursIn(cut(frames.at(-1), others))).toBeGreaterThan(1);
    await desktop.run('xdotool', 'windowclose', String(id));
  });

  test('shows nothing of one that is on screen, nor of one that is closed a moment ago', async () => {
    const id = await openHidden();
    const button = await buttonOf(desktop, id);
    const { frames, activate, recorder } = await record();
    await activate('kept-notes');
    await until('a picture', async () => {
      await recorder.captureNow();
      return frames.length > 0;
    });
    const shown = await look(button);
    const soFar = frames.length;
    await desktop.run('xdotool', 'windowclose', String(id));
    await until('a picture without it', async () => {
      await recorder.captureNow();
      return frames.length > soFar && frames.at(-1)?.masked.length === 0;
    });
    const hidden = await look(button);
    for (const frame of frames)
      expect(likeness(cut(frame, button), shown, hidden)).toBeLessThan(0.2);
  });
});

describe.skipIf(!present.includes(XFCE))('a task bar', { timeout: 120_000 }, () => {
  let desktop: Desktop;
  let recording: Recording | undefined;
  beforeEach(async () => {
    desktop = await startDesktop();
  });
  afterEach(async () => {
    await recording?.stop();
    await desktop.stop();
  });
  async function framesBeside(id: number, ignored = ''): Promise<CapturedFrame[]> {
    await desktop.run('xdotool', 'windowminimize', '--sync', String(id));
    // A separate class, or the bar has one button for all terminals.
    const own = ['-class', 'Notes', '-T', 'kept-notes', '-e', 'sleep', '600'];
    await desktop.open('xterm', own, 'kept-notes');
    recording = await startRecording(desktop, { ignoredWindows: [ignored] });
    const { frames, recorder } = recording;
    await until('a frame', async () => {
      await recorder.captureNow();
      return frames.length > 0;
    });
    return frames;
  }

  test('that reports places in unscaled pixels is painted over whole', async () => {
    await startBar(desktop, XFCE.name, XFCE.args, 'GDK_SCALE=2');
    const id = await desktop.open('xterm', ['-T', TITLE, '-e', 'sleep', '600'], TITLE);
    const { y, height } = await buttonOf(desktop, id);
    const bar = { x: 0, y, width: 1280, height: 2 * height };
    const frames = await framesBeside(id, TITLE);
    for (const frame of frames) expect(coloursIn(cut(frame, bar))).toBe(1);
  });

  test('shows no tooltip with the title of an excluded window', async () => {
    await startBar(desktop, XFCE.name, XFCE.args);
    const id = await desktop.open('xterm', ['-T', TITLE, '-e', 'sleep', '600'], TITLE);
    const { x, y } = await buttonOf(desktop, id);
    const frames = await framesBeside(id, TITLE);
    await desktop.run('xdotool', 'mousemove', String(x + 10), String(y + 12));
    const tooltip = await until('the tooltip', () => tooltipOf(desktop, XFCE.name));
    frames.length = 0;
    await until('a frame', async () => {
      await recording?.recorder.captureNow();
      return frames.length > 0;
    });
    expect(await tooltipOf(desktop, XFCE.name)).toEqual(tooltip);
    expect(coloursIn(cut(frames.at(-1), tooltip))).toBe(1);
  });

  test.skipIf(whyNoPrivate !== undefined)(
    'shows nothing of a private window that is minimised',
    async () => {
      await startBar(desktop, XFCE.name, XFCE.args);
      const pages = await servePages((name) => `<!doctype html><title>${name}</title>`);
      const page = { url: `${pages.base}/${TITLE}`, title: TITLE, flags: ['--incognito'] };
      const id = await openPage(desktop, page);
      const button = await buttonOf(desktop, id);
      const frames = await framesBeside(id);
      pages.close();
      for (const frame of frames) {
        expect(coloursIn(cut(frame, button))).toBe(1);
        expect(namesIn(frame)).not.toContain(TITLE);
      }
    },
  );
});

/** A part of the picture. */
function cut(frame: CapturedFrame | undefined, { x, y, width, height }: Rect): Pixels {
  if (frame === undefined) throw new Error('no frame');
  const rows = Array.from({ length: height }, (_, row) => {
    const from = ((y + row) * frame.pixels.width + x) * 4;
    return frame.pixels.data.subarray(from, from + width * 4);
  });
  return { width, height, format: frame.pixels.format, data: Buffer.concat(rows) };
}

const colourAt = (pixels: Pixels, index: number) =>
  Buffer.from(pixels.data.buffer, pixels.data.byteOffset).readUIntLE(index * 4, 3);

function coloursIn(pixels: Pixels): number {
  const count = pixels.width * pixels.height;
  return new Set(Array.from({ length: count }, (_, index) => colourAt(pixels, index))).size;
}

/** Of the pixels by which `shown` differs from `hidden`, the share that looks as in `shown`. */
function likeness(pixels: Pixels, shown: Pixels, hidden: Pixels): number {
  const places = Array.from({ length: pixels.width * pixels.height }, (_, index) => index);
  const telling = places.filter((index) => colourAt(shown, index) !== colourAt(hidden, index));
  const alike = telling.filter((index) => colourAt(pixels, index) === colourAt(shown, index));
  return alike.length / telling.length;
}

function namesIn({ window, windows, accessibility }: CapturedFrame): string {
  return JSON.stringify({ window, windows, accessibility });
}
