import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CapturedFrame } from '#core/observation.ts';
import {
  type Desktop,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../../test/support/desktop.ts';
import { countColour, type Recording, startRecording, textOf } from './recorder.fixture.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`recorder stress tests skipped: ${reason}\n`);

/** Each terminal has a colour that nothing else on the desktop has. */
const TERMINALS = [
  { title: 'ruby shell', colour: [200, 16, 46] },
  { title: 'jade shell', colour: [0, 168, 107] },
  { title: 'cobalt shell', colour: [0, 71, 171] },
] as const;
/** Each editor has a word in it that nothing else on the desktop has. */
const EDITORS = [
  { title: 'otters.txt', word: 'riverbank' },
  { title: 'badgers.txt', word: 'woodland' },
] as const;
const SWITCHES = 60;

describe.skipIf(reason !== undefined)('a desktop whose windows change quickly', () => {
  let desktop: Desktop;
  let recording: Recording;
  const windows: number[] = [];

  beforeAll(async () => {
    desktop = await startDesktop();
    for (const { title, colour } of TERMINALS) {
      const hex = `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      const looks = ['-bg', hex, '-fg', 'white', '-geometry', '80x24'];
      windows.push(await desktop.open('xterm', [...looks, '-T', title, '-e', 'sleep 600'], title));
    }
    for (const { title, word } of EDITORS) {
      writeFileSync(join(desktop.home, title), `${word}\n`.repeat(30));
      windows.push(await desktop.open('mousepad', ['--disable-server', title], title));
    }
    // Right over each other: only the topmost is seen.
    for (const id of windows) {
      await desktop.run('wmctrl', '-i', '-r', String(id), '-e', '0,100,60,800,500');
    }
    recording = await startRecording(desktop);
    await until('a first frame', () => recording.frames.length > 0);
  }, 60_000);
  afterAll(async () => {
    await recording?.stop();
    await desktop?.stop();
  });

  /** What does not fit together in a frame; undefined when all of it does. */
  function contradictionIn(frame: CapturedFrame): string | undefined {
    const { window } = frame;
    const name = window?.title ?? '';
    if (!window || !frame.isFocused) return undefined;
    const colours = TERMINALS.filter(
      ({ colour }) => countColour(frame, colour, window.bounds) > 99,
    );
    const words = EDITORS.filter(({ word }) => textOf(frame).includes(word));
    const shown = [...colours, ...words].map(({ title }) => title);
    // A picture without text, because the editor was asked in vain on a busy machine, is not wrong.
    return shown.every((title) => name.includes(title))
      ? undefined
      : `named ${name}, shows ${shown.join(' and ')}`;
  }

  test('every frame names the window whose pixels and text it has', async () => {
    for (let step = 0; step < SWITCHES; step += 1) {
      const id = windows[(step * 7 + Math.floor(step / 5)) % windows.length];
      await desktop.run('wmctrl', '-ia', String(id));
      // From faster than a picture is taken to slower than one is waited for.
      await wait((step * 61) % 420);
      if (step % 3 === 0) await recording.recorder.captureNow();
    }
    await recording.quiet();
    const { frames } = recording;
    // While windows change this quickly, an editor may not answer in time on a busy machine.
    for (const [index, { title, word }] of EDITORS.entries()) {
      await desktop.run('wmctrl', '-ia', String(windows[TERMINALS.length + index]));
      await until(`the text of ${title}`, async () => {
        await recording.recorder.captureNow();
        return frames.some(
          (one) => one.window?.title.includes(title) && textOf(one).includes(word),
        );
      });
    }
    expect(frames.length).toBeGreaterThan(SWITCHES / 4);
    expect(new Set(frames.map(({ window }) => window?.id)).size).toBe(windows.length);
    expect(frames.map(contradictionIn).filter((found) => found !== undefined)).toEqual([]);
  }, 180_000);
});
