/** The way of a word from a real X display to the answer of the search, through the whole service. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, startDesktop, until, whyNoDesktop } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`screen tests are skipped: ${reason}\n`);

interface Item {
  type: string;
  content: Record<string, unknown> & { frame_id: number; text: string };
}

describe.skipIf(reason !== undefined)('a captured desktop', { timeout: 120_000 }, () => {
  let desktop: Desktop;
  let daemon: RunningDaemon;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hindcast-screen-'));
    desktop = await startDesktop();
    daemon = await startDaemon({
      args: ['--disable-audio'],
      env: { ...desktop.env, HINDCAST_VISION_IGNORED_WINDOWS: 'do-not-keep' },
    });
  }, 60_000);
  afterAll(async () => {
    await daemon?.stop();
    await desktop?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function search(parameters: Record<string, string>): Promise<Item[]> {
    const query = new URLSearchParams(parameters);
    const reply = await fetch(`${daemon.baseUrl}/search?${query}`);
    return ((await reply.json()) as { data: Item[] }).data;
  }

  const found = (parameters: Record<string, string>) =>
    until(`a hit for ${parameters.q}`, async () => (await search(parameters))[0], 60_000);

  test('reports its monitor and that all is well', async () => {
    const status = await until('the display', async () => {
      const reply = (await (await fetch(`${daemon.baseUrl}/vision/status`)).json()) as {
        status: string;
      };
      return reply.status === 'ok' && reply;
    });
    expect(status).toMatchObject({ status: 'ok', monitor_count: 1 });
    const health = await fetch(`${daemon.baseUrl}/health`);
    expect(await health.json()).toMatchObject({ frame_status: 'ok' });
  });

  test('text in an editor is found with its program, window and source', async () => {
    const file = join(folder, 'quarterly-zebra.txt');
    await writeFile(file, 'The velvet invoice was paid on Thursday.\n');
    await desktop.open('mousepad', [file], 'quarterly-zebra');
    const { type, content } = await until(
      'a frame with the text of the tree',
      async () => {
        const hits = await search({ q: 'velvet invoice' });
        const reported = hits.find(({ content }) => content.text_source !== 'ocr');
        // The very first picture may come before the editor answers; then the text is read from the picture.
        if (hits.length > 0 && !reported) {
          await fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
        }
        return reported;
      },
      60_000,
    );
    expect(type).toBe('OCR');
    expect(content).toMatchObject({ app_name: 'Mousepad', device_name: 'monitor_1' });
    expect(String(content.window_name)).toContain('quarterly-zebra');
    expect(['accessibility', 'hybrid']).toContain(content.text_source);
    const image = await fetch(`${daemon.baseUrl}/frames/${content.frame_id}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('text in a terminal, which has no tree, is read from the picture with word boxes', async () => {
    const words = 'lantern harbour mosaic';
    const script = `clear; echo; echo '   ${words}'; sleep 600`;
    const font = ['-fa', 'DejaVu Sans Mono', '-fs', '14', '-geometry', '60x12+40+40'];
    await desktop.open(
      'xterm',
      [...font, '-T', 'night-shift', '-e', 'sh', '-c', script],
      'night-shift',
    );
    const { content } = await found({ q: words, window_name: 'night-shift' });
    expect(['ocr', 'hybrid']).toContain(content.text_source);
    const positions = await fetch(`${daemon.baseUrl}/frames/${content.frame_id}/ocr`);
    const { text_positions } = (await positions.json()) as { text_positions: { text: string }[] };
    expect(text_positions.map(({ text }) => text)).toContain('lantern');
  });

  test('a frame can be read again', async () => {
    const { content } = await found({ q: 'lantern', window_name: 'night-shift' });
    const url = `${daemon.baseUrl}/frames/${content.frame_id}/ocr`;
    const reply = await fetch(url, { method: 'POST' });
    const { text_positions } = (await reply.json()) as { text_positions: { text: string }[] };
    expect(text_positions.map(({ text }) => text)).toContain('harbour');
    expect((await search({ q: 'lantern harbour' })).length).toBeGreaterThan(0);
  });

  test('a picture can be asked for by hand', async () => {
    const reply = await fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    const { frame_ids } = (await reply.json()) as { frame_ids: number[] };
    expect(frame_ids).toHaveLength(1);
    const metadata = await fetch(`${daemon.baseUrl}/frames/${frame_ids[0]}/metadata`);
    expect(await metadata.json()).toMatchObject({ capture_trigger: 'manual' });
  });

  test('an excluded window next to a normal one leaves no trace on disk', async () => {
    const script = "clear; echo 'swordfish pomegranate'; sleep 600";
    const font = ['-fa', 'DejaVu Sans Mono', '-fs', '14', '-geometry', '40x5+700+500'];
    await desktop.open(
      'xterm',
      [...font, '-T', 'do-not-keep', '-e', 'sh', '-c', script],
      'do-not-keep',
    );
    const file = join(folder, 'after.txt');
    await writeFile(file, 'The copper violin came afterwards.\n');
    await desktop.open('mousepad', [file], 'after.txt');
    await found({ q: 'copper violin' });
    expect(await search({ q: 'pomegranate' })).toEqual([]);
    for (const name of readdirSync(daemon.dataDir).filter((file) => file.startsWith('db.sqlite'))) {
      const bytes = readFileSync(join(daemon.dataDir, name));
      expect(bytes.includes('pomegranate'), name).toBe(false);
      expect(bytes.includes('do-not-keep'), name).toBe(false);
    }
  });

  test('a monitor that is added gets its own frames, and has none when it is removed', async () => {
    const names = async () =>
      ((await (await fetch(`${daemon.baseUrl}/vision/list`)).json()) as { name: string }[]).map(
        ({ name }) => name,
      );
    await desktop.run('xrandr', '--setmonitor', 'left', '640/160x720/180+0+0', 'screen');
    await desktop.run('xrandr', '--setmonitor', 'right', '640/160x720/180+640+0', 'none');
    await until('both monitors', async () => (await names()).join() === 'left,right', 20_000);
    const reply = await fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    const { frame_ids } = (await reply.json()) as { frame_ids: number[] };
    const devices = await Promise.all(
      frame_ids.map(async (id) => {
        const metadata = await fetch(`${daemon.baseUrl}/frames/${id}/metadata`);
        return ((await metadata.json()) as { device_name: string }).device_name;
      }),
    );
    expect(new Set(devices).size).toBe(2);
    await desktop.run('xrandr', '--delmonitor', 'right');
    await desktop.run('xrandr', '--delmonitor', 'left');
    await until('one monitor', async () => (await names()).join() === 'screen', 20_000);
  }, 60_000);

  test('a display that goes away is reported, comes back by itself, and leaves a gap', async () => {
    const status = async () =>
      (await (await fetch(`${daemon.baseUrl}/vision/status`)).json()) as {
        status: string;
        message?: string;
      };
    await desktop.killServer();
    const lost = await until('the loss', async () => {
      const now = await status();
      return now.status !== 'ok' && now;
    });
    expect(lost.message).toMatch(/display/);
    const fromMs = Date.now();
    const health = await fetch(`${daemon.baseUrl}/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      frame_status: 'stale',
      verbose_instructions: expect.stringContaining('The screen cannot be captured'),
    });
    const refused = await fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    expect(refused.status).toBe(409);

    await desktop.restartServer();
    const toMs = Date.now();
    await until('the return', async () => (await status()).status === 'ok', 30_000);
    const file = join(folder, 'return.txt');
    await writeFile(file, 'The amber lighthouse shines again.\n');
    await desktop.open('mousepad', ['--disable-server', file], 'return.txt');
    await found({ q: 'amber lighthouse' });
    // It has to hold for a few seconds first.
    const healthStatus = async () => (await fetch(`${daemon.baseUrl}/health`)).status;
    await expect.poll(healthStatus, { timeout: 30_000 }).toBe(200);
    const [start_time, end_time] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
    expect(await search({ start_time: start_time ?? '', end_time: end_time ?? '' })).toEqual([]);
  }, 90_000);
});

describe('a session without X11', () => {
  test.each([
    ['on Wayland', { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }, /Wayland/],
    ['without any display', {}, /no display/],
    ['on a display that is not there', { DISPLAY: ':1987' }, /:1987/],
  ])(
    '%s says so, in the status and in the health report',
    async (_, env, words) => {
      const daemon = await startDaemon({ args: ['--disable-audio'], env });
      try {
        const status = await until('a reason', async () => {
          const reply = await fetch(`${daemon.baseUrl}/vision/status`);
          const { message, ...rest } = (await reply.json()) as { message: string; status: string };
          return words.test(message) && { ...rest, message };
        });
        expect(status.status).toBe('no_monitors');
        const health = await fetch(`${daemon.baseUrl}/health`);
        expect(health.status).toBe(503);
        expect(await health.json()).toMatchObject({
          frame_status: 'not_started',
          verbose_instructions: expect.stringMatching(words),
        });
      } finally {
        await daemon.stop();
      }
    },
    60_000,
  );
});
