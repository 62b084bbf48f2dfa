import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import type { CapturedFrame, InputEvent } from '#core/observation.ts';
import {
  activateWindow,
  type Desktop,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../test/support/desktop.ts';
import { exclusionsFrom } from './exclusions.ts';
import { type Look, makeRecorder, type Recorder } from './recorder.ts';
import { chooseDesktop } from './sources.ts';

const browser = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'chromium'))
  .find((file) => existsSync(file));
const reason = whyNoDesktop() ?? (browser === undefined ? 'missing chromium' : undefined);
if (reason !== undefined) process.stderr.write(`browser recorder tests skipped: ${reason}\n`);
const patience = { timeout: 10_000, interval: 50 };

const page = (title: string) => `<!doctype html><title>${title}</title><h1>Words of ${title}</h1>
  <input id="plain" autofocus><br><input type="password" id="secret">`;

describe.skipIf(reason !== undefined)('recorder beside a browser', () => {
  let desktop: Desktop;
  let server: Server;
  let base: string;
  let recorder: Recorder;
  let running: Promise<void>;
  const stop = new AbortController();
  const frames: CapturedFrame[] = [];
  const events: InputEvent[] = [];
  const looks: Look[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end(page(request.url?.slice(1) ?? ''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    desktop = await startDesktop();
    await openBrowser('Weather', ['--window-position=0,0', '--window-size=600,600']);
    const opened = await chooseDesktop({ platform: 'linux', env: desktop.env }).open(() =>
      Date.now(),
    );
    if (opened.kind !== 'open') throw new Error(opened.message);
    recorder = makeRecorder({
      sources: opened.sources,
      exclusions: exclusionsFrom({
        ignoredApps: [],
        ignoredWindows: [],
        ignoredUrls: ['/Bank'],
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
      onLook: (look) => looks.push(look),
    });
    running = recorder.run(stop.signal);
    await until('a frame of the page', () => textOf(frames.at(-1)).includes('Words of Weather'));
  });
  afterAll(async () => {
    stop.abort();
    await running;
    server.close();
    await desktop.stop();
  });

  const openBrowser = (name: string, flags: readonly string[]) =>
    desktop.open(
      browser ?? '',
      [
        '--no-sandbox',
        '--force-renderer-accessibility',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--no-first-run',
        `--user-data-dir=${join(desktop.home, 'browser')}`,
        ...flags,
        `${base}/${name}`,
      ],
      name,
    );
  const textOf = (frame: CapturedFrame | undefined) =>
    frame?.accessibility?.nodes.map(({ text }) => text).join('\n') ?? '';
  // A second window comes up right over the first one, whatever its flags say.
  const placeBeside = (title: string) =>
    desktop.run('wmctrl', '-r', title, '-e', '0,640,0,500,400');
  async function activate(title: string): Promise<void> {
    await activateWindow(desktop, title);
  }

  test('a frame of a page has its address, title and text', () => {
    expect(frames.at(-1)).toMatchObject({
      isFocused: true,
      window: { app: 'Chromium', title: 'Weather - Chromium', browserUrl: `${base}/Weather` },
      accessibility: { browserUrl: `${base}/Weather` },
    });
  });

  test('what is typed into a field is noted as text, what is typed into a password field only as a number', async () => {
    await desktop.run('xdotool', 'type', '--delay', '20', 'sunny tomorrow');
    await expect
      .poll(() => events.find(({ type }) => type === 'text'), patience)
      .toMatchObject({
        text: 'sunny tomorrow',
        element: { role: 'entry' },
        window: { browserUrl: `${base}/Weather` },
      });
    await desktop.run('xdotool', 'key', 'Tab');
    await desktop.run('xdotool', 'type', '--delay', '20', 'hunter2');
    await expect.poll(() => events.filter(({ type }) => type === 'key').length, patience).toBe(1);
    expect(JSON.stringify(events)).not.toContain('hunter');
    expect(frames.map(textOf).join('\n')).not.toContain('hunter');
  });

  test('an ignored address is never in a frame, focused or not', async () => {
    await openBrowser('Bank', ['--new-window']);
    await placeBeside('Bank');
    await expect.poll(() => looks.at(-1), patience).toEqual({ kind: 'skipped', because: 'url' });
    await activate('Weather');
    await expect.poll(() => frames.at(-1)?.masked.length, patience).toBeGreaterThan(0);
    await desktop.run('wmctrl', '-c', 'Bank');
    await expect.poll(() => frames.at(-1)?.masked, patience).toEqual([]);
    expect(frames.flatMap(({ windows }) => windows.map(({ title }) => title)).join()).not.toContain(
      'Bank',
    );
    expect(frames.map(textOf).join('\n')).not.toContain('Words of Bank');
    expect(JSON.stringify(events)).not.toContain('Bank');
  });

  test('a private window is never in a frame, although its title does not say that it is one', async () => {
    await openBrowser('Surprise', ['--incognito']);
    await placeBeside('Surprise');
    await expect
      .poll(() => looks.at(-1), patience)
      .toEqual({ kind: 'skipped', because: 'private_browsing' });
    await desktop.run('xdotool', 'type', 'party');
    await wait(1_200);
    await activate('Weather');
    await expect.poll(() => frames.at(-1)?.masked.length, patience).toBeGreaterThan(0);
    const titles = frames.flatMap(({ windows }) => windows.map(({ title }) => title)).join();
    expect(titles).not.toContain('Surprise');
    expect(frames.map(textOf).join('\n')).not.toContain('Surprise');
    expect(JSON.stringify(events)).not.toMatch(/Surprise|party/);
  });
});
