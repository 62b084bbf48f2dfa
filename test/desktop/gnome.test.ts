/**
 * The way of a word from a real GNOME desktop to the answer of the search: the real portal, the real dialogue, answered by keys. Not
 * in every test run, because GNOME Shell is too large for the bootstrap: run where it is installed, skipped with the reason elsewhere.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/desktop.ts';
import { type Gnome, startGnome, whyNoGnome } from '../support/gnome.ts';
import { type RunningDaemon, runDaemon, startDaemon } from '../support/start-daemon.ts';

const reason = whyNoGnome();
if (reason !== undefined) process.stderr.write(`GNOME tests are skipped: ${reason}\n`);

const PATIENCE_MS = 120_000;
const DIALOGUE = 'Screen Share';

interface Status {
  status: string;
  source?: string;
  input_kinds: string[];
  message?: string;
}
interface Item {
  content: Record<string, unknown>;
}

describe.skipIf(reason !== undefined)('a captured GNOME session', { timeout: 240_000 }, () => {
  let gnome: Gnome;
  let dataDir: string;
  let daemon: RunningDaemon;

  const start = () =>
    startDaemon({
      args: ['--disable-audio'],
      dataDir,
      env: { ...gnome.env, HINDCAST_VISION_IGNORED_WINDOWS: 'do-not-keep' },
    });
  beforeAll(async () => {
    gnome = await startGnome();
    dataDir = join(gnome.home, 'data');
    daemon = await start();
  }, 240_000);
  afterAll(async () => {
    await daemon?.stop();
    await gnome?.stop();
  });

  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
  }
  const search = async (words: string) =>
    (await get<{ data: Item[] }>(`/search?${new URLSearchParams({ q: words })}`)).data;
  const found = (words: string) =>
    until(`a hit for ${words}`, async () => (await search(words))[0], PATIENCE_MS);
  const statusIs = (status: string) =>
    until(
      `the status ${status}`,
      async () => {
        const now = await get<Status>('/vision/status');
        return now.status === status && now;
      },
      PATIENCE_MS,
    );
  const titles = async () =>
    await gnome.evaluate('global.get_window_actors().map((a) => a.meta_window.title).join()');
  /** An editor with this text. */
  function edit(name: string, text: string): void {
    // Away from the caret, which would be read as a part of its first letter.
    writeFileSync(join(gnome.home, name), `\n\n   ${text}\n`);
    gnome.start('mousepad', ['--disable-server', name]);
  }

  test('is seen when the person has allowed it in the dialogue of the desktop, and not before', async () => {
    await until('the dialogue', async () => (await titles()).includes(DIALOGUE), PATIENCE_MS);
    expect((await get<Status>('/vision/status')).status).not.toBe('ok');
    expect(await search('Activities')).toEqual([]);
    await until(
      'the dialogue is answered',
      async () => {
        // On to the only monitor, which marks it, and share it. What is pressed too early goes nowhere.
        await gnome.press('Tab', 'Alt+s');
        return !(await titles()).includes(DIALOGUE);
      },
      PATIENCE_MS,
    );
    const { source, input_kinds, message } = await statusIs('ok');
    expect(source).toBe('portal');
    expect(input_kinds).toEqual(['app_switch', 'window_focus']);
    expect(message).toMatch(/only through accessibility/);
    expect(statSync(join(dataDir, 'screen-cast.token')).mode & 0o777).toBe(0o600);
  });

  test('text in an editor is found with program and title', async () => {
    edit('night-shift.txt', 'lantern harbour mosaic');
    const { content } = await found('lantern harbour mosaic');
    expect(content).toMatchObject({ app_name: 'Mousepad' });
    expect(content.window_name).toContain('night-shift.txt');
  });

  test('the doctor reports the desktop, the chosen source and why, in three lines', async () => {
    const { output } = await runDaemon(['--doctor', '--data-dir', dataDir], {
      home: join(gnome.home, 'doctor'),
      env: { ...gnome.env },
    });
    const lines = output
      .split('\n')
      .filter((line) => /^(ok|note) +(desktop|screen|choice) /.test(line));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/desktop +wayland: /);
    expect(lines.slice(1).join('\n')).toMatch(/portal/);
  });

  test('nobody is asked again by the next start', async () => {
    await daemon.stop();
    daemon = await start();
    await statusIs('ok');
    expect(await titles()).not.toContain(DIALOGUE);
    edit('morning.txt', 'copper violin parade');
    expect((await found('copper violin parade')).content.window_name).toContain('morning.txt');
  });

  test('while an excluded window is on screen, nothing is kept', async () => {
    edit('do-not-keep.txt', 'swordfish pomegranate');
    await until('it is open', async () => (await titles()).includes('do-not-keep'), PATIENCE_MS);
    const reply = await fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    expect(await reply.json()).toMatchObject({ frame_ids: [] });
    expect(await search('swordfish pomegranate')).toEqual([]);
  });
});
