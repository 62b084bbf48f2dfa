/** The way of a word from a real X display to the answer of the search, through the whole service. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, startDesktop, until, whyNoDesktop } from './support/desktop.ts';
import { type RunningDaemon, startDaemon } from './support/start-daemon.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`screen tests are skipped: ${reason}\n`);

interface Item {
  type: string;
  content: Record<string, unknown> & { frame_id: number; text: string };
}

describe.skipIf(reason !== undefined)('a captured desktop', () => {
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
    until(`a hit for ${parameters.q}`, async () => (await search(parameters))[0], 20_000);

  test('tells its monitor and that all is well', async () => {
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
    const { type, content } = await found({ q: 'velvet invoice' });
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

  test('an excluded window beside a normal one leaves no trace on disk', async () => {
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

  test('a display that goes away is told, and comes back by itself', async () => {
    await desktop.killServer();
    const status = async () => {
      const reply = await fetch(`${daemon.baseUrl}/vision/status`);
      return ((await reply.json()) as { status: string }).status;
    };
    await until('the loss', async () => (await status()) !== 'ok');
    expect((await fetch(`${daemon.baseUrl}/health`)).status).toBe(503);
    await desktop.restartServer();
    await until('the return', async () => (await status()) === 'ok', 30_000);
  }, 60_000);
});
