import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Desktop,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../../test/support/desktop.ts';
import { DisplayLostError } from '../errors.ts';
import { chooseDesktop } from '../sources.ts';
import {
  countColour,
  patience,
  type Recording,
  startRecording,
  textOf,
} from './recorder.fixture.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`recorder tests skipped: ${reason}\n`);
// Nothing else on the desktop has this colour, so one pixel of it is a leak.
const SECRET_COLOUR = [255, 0, 255] as const;

describe.skipIf(reason !== undefined)('recorder on a desktop', { timeout: 90_000 }, () => {
  let desktop: Desktop;
  let recording: Recording;

  beforeAll(async () => {
    desktop = await startDesktop();
    writeFileSync(join(desktop.home, 'notes.txt'), 'shopping list\n');
    await desktop.open('mousepad', ['--disable-server', 'notes.txt'], 'notes.txt');
    await place('notes.txt', 0, 0, 600, 500);
    await openTerminal('plain terminal', 'XTerm', '80x20+640+20');
    recording = await startRecording(desktop, { ignoredWindows: ['private diary'] });
    await until('a first frame', () => recording.frames.length > 0);
  }, 120_000);
  afterAll(async () => {
    await recording?.stop();
    await desktop?.stop();
  });
  beforeEach(() => recording.beginAnew());

  const openTerminal = (title: string, className: string, geometry: string, colour = 'white') =>
    desktop.open(
      'xterm',
      ['-T', title, '-class', className, '-geometry', geometry, '-bg', colour, '-e', 'sleep 600'],
      title,
    );
  const place = (title: string, x: number, y: number, width: number, height: number) =>
    desktop.run('wmctrl', '-r', title, '-e', `0,${x},${y},${width},${height}`);
  const secretPixels = () =>
    recording.frames.reduce((sum, frame) => sum + countColour(frame, SECRET_COLOUR), 0);

  const on = (name: string) => recording.frames.findLast(({ monitor }) => monitor.name === name);
  /** One half of the desktop each; afterwards it is one monitor again. */
  async function withTwoMonitors(look: () => Promise<void>): Promise<void> {
    await desktop.run('xrandr', '--setmonitor', 'left', '620/160x720/180+0+0', 'screen');
    await desktop.run('xrandr', '--setmonitor', 'right', '660/160x720/180+620+0', 'none');
    try {
      await look();
    } finally {
      await desktop.run('xrandr', '--delmonitor', 'right');
      await desktop.run('xrandr', '--delmonitor', 'left');
    }
    await expect.poll(() => recording.last()?.monitor.name, patience).toBe('screen');
  }

  test('typed text is in a frame of the right window, after the typing paused', async () => {
    await recording.activate('notes.txt');
    await recording.quiet();
    const typed = () => recording.events.find((event) => event.type === 'text');
    const taken = () =>
      recording.frames.find(
        (one) => one.trigger === 'typing_pause' && textOf(one).includes('seventeen lemons'),
      );
    await expect
      .poll(async () => {
        // A program that is asked in vain on a busy machine has its keys counted; then it is typed again.
        await desktop.run('xdotool', 'key', 'ctrl+End');
        await desktop.run('xdotool', 'type', '--delay', '30', 'seventeen lemons');
        await wait(1_500);
        await recording.quiet();
        return [taken(), typed()];
      }, patience)
      .toMatchObject([
        {
          isFocused: true,
          window: { app: 'Mousepad', title: expect.stringContaining('notes.txt') },
          masked: [],
        },
        {
          text: expect.stringContaining('seventeen lemons'),
          window: { app: 'Mousepad' },
          element: { role: 'text' },
        },
      ]);
  });

  test('a desktop on which only a caret blinks gives no frames', async () => {
    await recording.activate('notes.txt');
    await desktop.run('xdotool', 'key', 'ctrl+Home');
    await wait(300);
    await recording.beginAnew();
    const [frames, looks, draws] = [
      recording.frames.length,
      recording.looks.length,
      recording.draws(),
    ];
    await until('the caret to blink', () => recording.draws() >= draws + 4);
    expect(recording.frames).toHaveLength(frames);
    expect(recording.looks).toHaveLength(looks);
  });

  test('after a switch the frame names the window that is in use now', async () => {
    for (const [title, app] of [
      ['plain terminal', 'XTerm'],
      ['notes.txt', 'Mousepad'],
      ['plain terminal', 'XTerm'],
    ] as const) {
      const before = recording.frames.length;
      await recording.activate(title);
      await expect.poll(() => recording.frames.length, patience).toBeGreaterThan(before);
      await recording.quiet();
      expect(recording.frames[before]).toMatchObject({ trigger: 'app_switch', window: { app } });
      expect(recording.last()?.window?.app).toBe(app);
      expect(recording.last()?.windows[0]?.app).toBe(app);
    }
    expect(
      recording.events.filter(({ type }) => type === 'app_switch').length,
    ).toBeGreaterThanOrEqual(2);
  });

  test('every frame has the text of the window it names', async () => {
    for (const title of ['notes.txt', 'plain terminal', 'notes.txt']) {
      await recording.activate(title);
      await wait(400);
    }
    await recording.quiet();
    const whole = textOf(await recording.sees('shopping list')).split('\n');
    for (const frame of recording.frames.filter((one) => textOf(one) !== '')) {
      // A busy program may not have time for all of it.
      expect(whole).toEqual(expect.arrayContaining(textOf(frame).split('\n')));
      expect(frame.window?.app).toBe('Mousepad');
    }
  });

  test('a click is an event with the thing it hit, a copied text is an event', async () => {
    await recording.activate('notes.txt');
    await recording.quiet();
    const seen = await recording.sees('Search');
    const menu = seen.accessibility?.nodes.find(({ text }) => text === 'Search');
    const { x = 0, y = 0 } = menu?.bounds ?? {};
    await desktop.run('xdotool', 'mousemove', String(x + 4), String(y + 4), 'click', '1');
    const clicked = () => recording.events.find(({ type }) => type === 'click');
    await expect.poll(clicked, patience).toMatchObject({
      button: 1,
      window: { app: 'Mousepad' },
      element: { role: 'menu', name: 'Search' },
    });
    await desktop.run('xdotool', 'key', 'Escape');
    desktop.copy('copied words');
    const copied = () => recording.events.find(({ type }) => type === 'clipboard');
    await expect.poll(copied, patience).toMatchObject({ text: 'copied words' });
  });

  describe('an excluded window', () => {
    const openVault = (geometry: string) =>
      openTerminal('vault entries', 'keepassxc', geometry, '#ff00ff');
    const maskedFrame = () => recording.frames.findLast(({ masked }) => masked.length > 0);
    async function closeVault(): Promise<void> {
      await desktop.run('wmctrl', '-c', 'vault entries');
      await expect.poll(() => recording.last()?.masked, patience).toEqual([]);
    }
    // A test that failed must not leave its window to the next one.
    afterEach(() =>
      until('the window to be closed', async () => {
        for (const title of ['vault entries', 'private diary']) {
          await desktop.run('wmctrl', '-c', title).catch(() => {});
        }
        return !/vault entries|private diary/.test(await desktop.run('wmctrl', '-l'));
      }),
    );
    const expectNoTrace = () => {
      expect(secretPixels()).toBe(0);
      expect(JSON.stringify(recording.frames.map(({ windows }) => windows))).not.toContain('vault');
      expect(JSON.stringify(recording.events)).not.toMatch(/hunter2|vault/);
    };

    test('next to the one in use is painted over and named nowhere', async () => {
      await openVault('40x10+700+420');
      await recording.activate('notes.txt');
      await expect.poll(maskedFrame, patience).toBeDefined();
      await closeVault();
      expectNoTrace();
    });

    test('is in no frame and no event while it has the keyboard', async () => {
      await openVault('40x10+700+420');
      await recording.activate('notes.txt');
      // On a busy machine this frame comes later than quiet is waited for.
      await expect.poll(maskedFrame, patience).toBeDefined();
      await recording.quiet();
      const [frames, events] = [recording.frames.length, recording.events.length];
      await recording.activate('vault entries');
      await desktop.run('xdotool', 'type', 'hunter2');
      await desktop.run('xdotool', 'mousemove', '760', '480', 'click', '1', 'click', '4');
      await expect
        .poll(() => recording.looks.at(-1), patience)
        .toEqual({ kind: 'skipped', because: 'app' });
      // Longer than any burst of typing or scrolling is waited for.
      await wait(1_500);
      expect(recording.frames).toHaveLength(frames);
      expect(recording.events).toHaveLength(events);
      await closeVault();
      expectNoTrace();
    });

    test('that is half covered by the one in use is painted over where it is seen', async () => {
      await openVault('40x10+420+300');
      await recording.activate('notes.txt');
      await expect.poll(maskedFrame, patience).toMatchObject({ window: { app: 'Mousepad' } });
      const { width = 0 } = maskedFrame()?.window?.bounds ?? {};
      for (const { x } of maskedFrame()?.masked ?? []) expect(x).toBeGreaterThanOrEqual(width);
      await recording.sees('shopping list');
      await closeVault();
      expectNoTrace();
    });

    test('that is dragged about is never seen where it is not painted over', async () => {
      await openVault('40x10+640+420');
      await recording.activate('notes.txt');
      for (let step = 0; step < 25; step += 1) {
        await place('vault entries', 620 + ((step * 37) % 400), 20 + ((step * 53) % 500), -1, -1);
        await recording.recorder.captureNow();
      }
      await closeVault();
      expect(recording.frames.length).toBeGreaterThan(3);
      expectNoTrace();
    });

    test('is painted over on a second monitor, while the first is kept as it is', async () => {
      await openVault('40x10+700+420');
      await recording.activate('notes.txt');
      await withTwoMonitors(async () => {
        await expect
          .poll(async () => {
            // The window manager moves windows when monitors change.
            await place('vault entries', 760, 420, -1, -1);
            await recording.recorder.captureNow();
            return [on('left')?.masked.length, on('right')?.masked.length];
          }, patience)
          .toEqual([0, 1]);
        expect(on('left')?.window?.app).toBe('Mousepad');
      });
      await closeVault();
      expectNoTrace();
    });

    test('by its title is painted over from its very first frame', async () => {
      await openTerminal('private diary', 'XTerm', '40x10+700+420', '#ff00ff');
      await recording.activate('notes.txt');
      await expect.poll(maskedFrame, patience).toBeDefined();
      await desktop.run('wmctrl', '-c', 'private diary');
      await expect.poll(() => recording.last()?.masked, patience).toEqual([]);
      expect(JSON.stringify(recording.frames.map(({ windows }) => windows))).not.toContain('diary');
      expect(secretPixels()).toBe(0);
    });
  });

  test('a picture can be asked for at any time', async () => {
    const [look] = await recording.recorder.captureNow();
    expect(look).toMatchObject({ kind: 'frame', isAccepted: true, frame: { trigger: 'manual' } });
    expect(recording.last()?.trigger).toBe('manual');
  });

  test('a new monitor gets its own frames, with the window that is on it', async () => {
    await recording.activate('notes.txt');
    await withTwoMonitors(async () => {
      await expect.poll(() => on('right'), patience).toBeDefined();
      await expect.poll(() => on('left')?.window?.app, patience).toBe('Mousepad');
      expect(on('right')).toMatchObject({ isFocused: false, window: { app: 'XTerm' } });
      expect(on('right')?.pixels).toMatchObject({ width: 660, height: 720 });
    });
  });

  test('when the X server goes the recorder says so, and a new one goes on after it is back', async () => {
    await desktop.killServer();
    await expect(recording.running).rejects.toBeInstanceOf(DisplayLostError);
    const choice = chooseDesktop({ platform: 'linux', env: desktop.env });
    expect(await choice.open(() => Date.now())).toMatchObject({ kind: 'unavailable' });
    await desktop.restartServer();
    await openTerminal('after the crash', 'XTerm', '80x20+20+20');
    recording = await startRecording(desktop);
    await expect.poll(() => recording.last()?.window?.title, patience).toBe('after the crash');
  });
});
