import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPage, servePages, whyNoBrowser } from '../../../../../test/support/browser.ts';
import { type Desktop, startDesktop, until } from '../../../../../test/support/desktop.ts';
import {
  countColour,
  patience,
  type Recording,
  startRecording,
  textOf,
} from './recorder.fixture.ts';

const reason = whyNoBrowser();
if (reason !== undefined) process.stderr.write(`browser recorder tests skipped: ${reason}\n`);
const SECRET_COLOUR = [255, 0, 255] as const;
const SECRET_PAGES = ['Bank', 'Surprise'];

const page = (name: string) => `<!doctype html><title>${name}</title>
  <body style="background: ${SECRET_PAGES.includes(name) ? 'rgb(255, 0, 255)' : 'white'}">
  <h1>Words of ${name}</h1><input id="plain" autofocus><br><input type="password" id="secret">
  <p><a href="/Weather">home</a> <a href="/Bank">bank</a></p>`;

describe.skipIf(reason !== undefined)('recorder with a browser', { timeout: 120_000 }, () => {
  let desktop: Desktop;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let recording: Recording;

  beforeAll(async () => {
    pages = await servePages(page);
    // As a session starts: the recorder has to switch accessibility on.
    desktop = await startDesktop({ accessibility: 'off' });
    recording = await startRecording(desktop, { ignoredUrls: ['/Bank'] });
    await open('Weather');
    await desktop.run('wmctrl', '-r', 'Weather', '-e', '0,0,0,600,600');
    await recording.sees('Words of Weather');
  }, 120_000);
  afterAll(async () => {
    await recording?.stop();
    pages?.close();
    await desktop?.stop();
  });
  beforeEach(() => recording.beginAnew());

  const open = (name: string, ...flags: string[]) =>
    openPage(desktop, { url: `${pages.base}/${name}`, title: name, flags });
  // A second window comes up right over the first one, whatever its flags say.
  const placeBeside = (title: string) =>
    desktop.run('wmctrl', '-r', title, '-e', '0,640,0,500,400');
  const expectNoTrace = (name: string, typed: string) => {
    const { frames, events } = recording;
    expect(frames.reduce((sum, frame) => sum + countColour(frame, SECRET_COLOUR), 0)).toBe(0);
    const kept = frames.map(({ windows, accessibility }) => [windows, accessibility]);
    expect(JSON.stringify([kept, events])).not.toMatch(new RegExp(`Words of ${name}|${typed}`));
    expect(JSON.stringify(frames.map(({ windows }) => windows))).not.toContain(name);
  };

  test('a frame of a page has its address, title and text', async () => {
    // A busy browser does not report its address in time; the recorder then leaves it out.
    const look = async () => {
      await recording.recorder.captureNow();
      return { ...recording.last(), text: textOf(recording.last()) };
    };
    await expect.poll(look, patience).toMatchObject({
      text: expect.stringContaining('Words of Weather'),
      isFocused: true,
      window: { app: 'Chromium', title: 'Weather - Chromium', browserUrl: `${pages.base}/Weather` },
      accessibility: { browserUrl: `${pages.base}/Weather` },
    });
  });

  test('what is typed into a field is noted as text, what is typed into a password field not at all', async () => {
    const { events, frames } = recording;
    await recording.activate('Weather');
    await desktop.run('xdotool', 'type', '--delay', '20', 'sunny tomorrow');
    await expect
      .poll(() => events.find(({ type }) => type === 'text'), patience)
      .toMatchObject({
        text: 'sunny tomorrow',
        element: { role: 'entry' },
        window: { browserUrl: `${pages.base}/Weather` },
      });
    await desktop.run('xdotool', 'key', 'Tab');
    await desktop.run('xdotool', 'type', '--delay', '20', 'hunter2'.repeat(4));
    await desktop.run('xdotool', 'key', 'shift+Tab');
    const typed = () => events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    // Again until the browser has said that the keyboard left the password field: what is typed before that is not noted. The next
    // thing that is noted comes after everything that was typed before it.
    await until('what is typed into the field is noted', async () => {
      await desktop.run('xdotool', 'type', '--delay', '20', 'windy');
      return until('a note', () => typed().includes('windy'), 2_000).catch(() => false);
    });
    expect(typed().join()).toMatch(/^sunny tomorrow(,\t)?,windy$/);
    // Going from field to field is a key by itself; what was typed in the field between leaves not even its length.
    const counts = events.flatMap((event) => (event.type === 'key' ? [event.keyCount] : []));
    expect(Math.max(0, ...counts)).toBeLessThanOrEqual('windy'.length);
    expect(frames.map(textOf).join('\n')).not.toContain('hunter');
  });

  test('an ignored address is never in a frame, focused or not', async () => {
    await open('Bank', '--new-window');
    await placeBeside('Bank');
    await expect
      .poll(() => recording.looks.at(-1), patience)
      .toEqual({ kind: 'skipped', because: 'url' });
    await desktop.run('xdotool', 'type', '1234567');
    await recording.activate('Weather');
    await expect.poll(() => recording.last()?.masked.length, patience).toBeGreaterThan(0);
    await desktop.run('wmctrl', '-c', 'Bank');
    await expect.poll(() => recording.last()?.masked, patience).toEqual([]);
    expectNoTrace('Bank', '1234567');
  });

  test('a page that is left for an ignored address and come back to shows nothing of it', async () => {
    await recording.activate('Weather');
    for (let round = 0; round < 5; round += 1) {
      for (const name of ['Bank', 'Weather']) {
        await desktop.run('xdotool', 'key', 'ctrl+l');
        await desktop.run('xdotool', 'type', '--delay', '5', `${pages.base}/${name}\n`);
        // Pictures while the page changes, as fast as they come.
        const deadlineMs = Date.now() + 1_000;
        while (Date.now() < deadlineMs) await recording.recorder.captureNow();
      }
    }
    expect(recording.frames.length).toBeGreaterThan(5);
    expect(
      recording.frames.reduce((sum, frame) => sum + countColour(frame, SECRET_COLOUR), 0),
    ).toBe(0);
  });

  test('a private window is never in a frame, although its title does not say that it is one', async () => {
    await open('Surprise', '--incognito');
    await placeBeside('Surprise');
    await expect
      .poll(() => recording.looks.at(-1), patience)
      .toEqual({ kind: 'skipped', because: 'private_browsing' });
    await desktop.run('xdotool', 'type', 'party');
    // Longer than any burst of typing is waited for.
    await wait(1_200);
    await recording.activate('Weather');
    await expect.poll(() => recording.last()?.masked.length, patience).toBeGreaterThan(0);
    await desktop.run('wmctrl', '-c', 'Surprise');
    await expect.poll(() => recording.last()?.masked, patience).toEqual([]);
    expectNoTrace('Surprise', 'party');
  });
});

describe.skipIf(reason !== undefined)('a browser that was started before the recorder', () => {
  let desktop: Desktop;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let recording: Recording;

  beforeAll(async () => {
    pages = await servePages(page);
    desktop = await startDesktop({ accessibility: 'off' });
    await openPage(desktop, { url: `${pages.base}/Surprise`, title: 'Surprise' });
    await desktop.run('wmctrl', '-r', 'Surprise', '-e', '0,640,0,500,400');
    recording = await startRecording(desktop);
  }, 90_000);
  afterAll(async () => {
    await recording?.stop();
    pages?.close();
    await desktop?.stop();
  });

  test('does not say whether it is private, so it is left out and named', async () => {
    await until('the browser to be given up', () => recording.recorder.silentApps()[0], 30_000);
    expect(recording.recorder.silentApps()).toEqual(['Chromium']);
    expect(recording.frames).toEqual([]);
    await desktop.open('xterm', ['-T', 'nearby', '-geometry', '60x20+0+0'], 'nearby');
    await recording.activate('nearby');
    await until('a frame next to it', () => recording.last(), 15_000);
    expect(recording.last()?.masked.length).toBeGreaterThan(0);
    expect(
      recording.frames.reduce((sum, frame) => sum + countColour(frame, SECRET_COLOUR), 0),
    ).toBe(0);
  }, 60_000);
});
