/** The way of a word from a real Wayland compositor to the answer of the search, through the whole service. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, servePages, whyNoBrowser } from '../support/browser.ts';
import { until } from '../support/desktop.ts';
import { type RunningDaemon, runDaemon, startDaemon } from '../support/start-daemon.ts';
import { type Sway, startSway, whyNoSway } from '../support/sway.ts';

const reason = whyNoSway();
if (reason !== undefined) process.stderr.write(`wayland tests are skipped: ${reason}\n`);

interface Item {
  content: Record<string, unknown> & { frame_id: number; text: string };
}
interface Status {
  status: string;
  source?: string;
  input_kinds: string[];
  message?: string;
}
interface Coverage {
  streams: { screen: { spans: { state: string; cause: string | null }[] } };
}

describe.skipIf(reason !== undefined)('a captured Wayland session', { timeout: 120_000 }, () => {
  let sway: Sway;
  let daemon: RunningDaemon;

  beforeAll(async () => {
    sway = await startSway();
    daemon = await startDaemon({
      args: ['--disable-audio'],
      env: { ...sway.env, HINDCAST_VISION_IGNORED_WINDOWS: 'do-not-keep' },
    });
  }, 90_000);
  afterAll(async () => {
    await daemon?.stop();
    await sway?.stop();
  });

  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
  }
  const search = async (parameters: Record<string, string>) =>
    (await get<{ data: Item[] }>(`/search?${new URLSearchParams(parameters)}`)).data;
  const found = (parameters: Record<string, string>) =>
    until(`a hit for ${parameters.q}`, async () => (await search(parameters))[0], 60_000);
  const statusIs = (wanted: (status: Status) => boolean) =>
    until('the status', async () => {
      const status = await get<Status>('/vision/status');
      return wanted(status) && status;
    });
  const screenIs = (state: string) =>
    until(
      `time that is ${state}`,
      async () => (await get<Coverage>('/coverage')).streams.screen.spans.at(-1)?.state === state,
    );
  const terminal = (title: string, words: string) =>
    sway.open(
      'foot',
      [
        '-T',
        title,
        '-f',
        'DejaVu Sans Mono:size=14',
        'sh',
        '-c',
        `echo; echo '   ${words}'; sleep 1000`,
      ],
      title,
    );

  /** Those of the words that stand anywhere in the database. */
  function leftOnDisk(...words: string[]): string[] {
    const files = readdirSync(daemon.dataDir).filter((file) => file.startsWith('db.sqlite'));
    const all = files.map((name) => readFileSync(join(daemon.dataDir, name)));
    return words.filter((word) => all.some((bytes) => bytes.includes(word)));
  }

  test('says by what it is seen, and what of a person it can tell', async () => {
    const status = await statusIs(({ status }) => status === 'ok');
    expect(status.source).toMatch(/^(wlr-screencopy|ext-image-copy-capture)$/);
    expect(status.input_kinds).toEqual(['clipboard', 'app_switch', 'window_focus']);
    expect(await get('/ui-events')).toMatchObject({ available: status.input_kinds });
  });

  test('text in a terminal is read from the picture, with its program and title', async () => {
    await terminal('night-shift', 'lantern harbour mosaic');
    const { content } = await found({ q: 'lantern harbour mosaic', window_name: 'night-shift' });
    expect(content).toMatchObject({ app_name: 'Foot', window_name: 'night-shift' });
    expect(['ocr', 'hybrid']).toContain(content.text_source);
  });

  test('what is copied is an event of the window in use', async () => {
    sway.start('wl-copy', ['-f', '-t', 'text/plain'], 'violet umbrella');
    const event = await until('the event', async () => {
      const { data } = await get<{ data: Record<string, unknown>[] }>('/ui-events?q=umbrella');
      return data[0];
    });
    expect(event).toMatchObject({ event_type: 'clipboard', window_title: 'night-shift' });
  });

  test.skipIf(whyNoBrowser(reason) !== undefined)(
    'text of a page is found with browser, title and address',
    async () => {
      const pages = await servePages(
        () => '<title>tide table</title><h1>The amber lighthouse shines at noon</h1>',
      );
      await openPage(sway, {
        url: `${pages.base}/tides`,
        title: 'tide table',
        flags: ['--ozone-platform=wayland'],
      });
      const { content } = await found({ q: 'amber lighthouse', app_name: 'Chromium' });
      expect(content).toMatchObject({ browser_url: `${pages.base}/tides` });
      expect(String(content.window_name)).toContain('tide table');
      pages.close();
    },
  );

  test('an excluded window next to a normal one leaves no trace on disk', async () => {
    await terminal('do-not-keep', 'swordfish pomegranate');
    await terminal('afterwards', 'copper violin');
    await found({ q: 'copper violin' });
    expect(await search({ q: 'pomegranate' })).toEqual([]);
    expect(leftOnDisk('pomegranate', 'do-not-keep')).toEqual([]);
  });

  test('the doctor reports the desktop, the chosen source and why, in three lines', async () => {
    const home = join(sway.home, 'doctor');
    const { output } = await runDaemon(['--doctor', '--data-dir', daemon.dataDir], {
      home,
      env: { ...sway.env },
    });
    const lines = output
      .split('\n')
      .filter((line) => /^(ok|note) +(desktop|screen|choice) /.test(line));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ok +desktop +wayland: Wayland session \S+ of sway$/);
    expect(lines[1]).toMatch(/^ok +screen +through \S+: HEADLESS-1 1280x720$/);
    expect(lines[2]).toMatch(/^ok +choice +the compositor offers .*sway reports windows/);
  });

  test('an output that is plugged in gets its own frames', async () => {
    await sway.tell('create_output');
    await until('both outputs', async () => (await get<unknown[]>('/vision/list')).length === 2);
    const reply = await fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    const { frame_ids } = (await reply.json()) as { frame_ids: number[] };
    const devices = await Promise.all(
      frame_ids.map(
        async (id) => (await get<{ device_name: string }>(`/frames/${id}/metadata`)).device_name,
      ),
    );
    expect(new Set(devices).size).toBe(2);
  });

  test('a locked screen leaves no trace, is its own time, and is captured again when it is unlocked', async () => {
    const fromMs = Date.now();
    const locker = sway.start('swaylock', ['-c', '102030']);
    const capture = () => fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    await until('the lock', async () => (await capture()).status === 409);
    const hidden = await terminal('hidden-title', 'marzipan trombone');
    sway.start('wl-copy', ['-f', '-t', 'text/plain'], 'copied-secret');
    await sway.run('wtype', 'hunter2');
    for (let again = 0; again < 5; again += 1) expect((await capture()).status).toBe(409);
    await screenIs('locked');
    await sway.tell(`[con_id=${hidden}] kill`);
    const toMs = Date.now();
    // Its way to unlock without a password.
    locker.kill('SIGUSR1');
    await terminal('unlocked', 'granite ferry');
    await found({ q: 'granite ferry' });
    await screenIs('captured');
    const [start_time = '', end_time = ''] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
    expect(await search({ start_time, end_time })).toEqual([]);
    expect(leftOnDisk('marzipan', 'hidden-title', 'copied-secret', 'hunter2')).toEqual([]);
  });

  test('a compositor that is killed is reported, is seen again when it is back, and leaves a gap', async () => {
    await sway.kill();
    const lost = await statusIs(({ status }) => status !== 'ok');
    expect(lost.message).toMatch(/Wayland/);
    expect(lost.input_kinds).toEqual([]);
    const fromMs = Date.now();
    expect((await fetch(`${daemon.baseUrl}/health`)).status).toBe(503);
    await screenIs('failed');
    const toMs = Date.now();
    await sway.restart();
    await statusIs(({ status }) => status === 'ok');
    await terminal('after-the-gap', 'marble compass');
    const { content } = await found({ q: 'marble compass' });
    expect(content).toMatchObject({ app_name: 'Foot', window_name: 'after-the-gap' });
    const [start_time = '', end_time = ''] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
    expect(await search({ start_time, end_time })).toEqual([]);
  });
});
