/** The service does not remember its own page: a real browser shows it on a captured desktop. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, whyNoBrowser } from '../support/browser.ts';
import { activateWindow, type Desktop, startDesktop, until } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { buildPage } from '../support/web-page.ts';

const reason = whyNoBrowser();
if (reason !== undefined) process.stderr.write(`own page tests are skipped: ${reason}\n`);

const BROWSER = { x: 0, y: 0, width: 640, height: 600 };

// Longer than the pause between two updates of the page's status.
const QUIET_MS = 8_000;
// Browsers report addresses and fields only to a service that needs them; the default needs neither.
const describePage = describe.skipIf(reason !== undefined).each(['count', 'text']);

describePage('the page of the service (typing: %s)', { timeout: 240_000 }, (typing) => {
  let desktop: Desktop;
  let daemon: RunningDaemon;

  beforeAll(async () => {
    buildPage();
    desktop = await startDesktop();
    daemon = await startDaemon({
      args: ['--disable-audio'],
      env: { ...desktop.env, HINDCAST_INPUT_TYPING: typing },
    });
    const script = "clear; echo; echo '  copper lantern'; sleep 1000";
    const look = ['-fa', 'DejaVu Sans Mono', '-fs', '14', '-geometry', '40x12+700+60'];
    await desktop.open('xterm', [...look, '-T', 'notes', '-e', 'sh', '-c', script], 'notes');
    await openPage(desktop, {
      url: `${daemon.baseUrl}/app/search?q=zeppelin`,
      title: 'zeppelin · Hindcast',
      flags: [`--window-size=${BROWSER.width},${BROWSER.height}`, '--window-position=0,0'],
    });
  }, 240_000);
  afterAll(async () => {
    await daemon?.stop();
    await desktop?.stop();
  });

  async function capture(): Promise<number[]> {
    const reply = await fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    return ((await reply.json()) as { frame_ids: number[] }).frame_ids;
  }
  async function sql<T>(query: string): Promise<T[]> {
    const reply = await fetch(`${daemon.baseUrl}/raw_sql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await reply.json()) as T[];
  }
  const ofBrowser = (table: string) =>
    sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE app_name = 'Chromium'`);

  test('makes no frame and no event while it is in use, whatever is done there', async () => {
    await activateWindow(desktop, 'Hindcast');
    for (let round = 0; round < 3; round += 1) {
      await desktop.run('xdotool', 'mousemove', '300', '300', 'click', '1', 'click', '5');
      await desktop.run('xdotool', 'type', '--delay', '20', 'gazebo');
      expect(await capture()).toEqual([]);
    }
    await activateWindow(desktop, 'notes');
    await until('a frame of the other window', async () => (await capture()).length > 0);
    expect(await ofBrowser('frames')).toEqual([{ n: 0 }]);
    // The window may be noted when it opens, before it shows anything.
    const events = "SELECT event_type FROM ui_events WHERE app_name = 'Chromium'";
    for (const event of await sql(events)) expect(event).toEqual({ event_type: 'app_switch' });
  });

  test('makes no frame while nobody touches it', async () => {
    await activateWindow(desktop, 'notes');
    await until('no more frames', async () => {
      const [{ timestamp } = { timestamp: '' }] = await sql<{ timestamp: string }>(
        'SELECT timestamp FROM frames ORDER BY id DESC LIMIT 1',
      );
      return Date.now() - Date.parse(timestamp) > QUIET_MS;
    });
  });

  test('is painted over next to another window, and its words are found nowhere', async () => {
    await activateWindow(desktop, 'notes');
    const [id] = await until('a frame', async () => {
      const ids = await capture();
      return ids.length > 0 && ids;
    });
    const image = await (await fetch(`${daemon.baseUrl}/frames/${id}`)).arrayBuffer();
    const inside = { left: 40, top: 80, width: 500, height: 400 };
    const { channels } = await sharp(await sharp(image).extract(inside).toBuffer()).stats();
    expect(Math.max(...channels.map(({ max }) => max))).toBeLessThan(16);
    const reply = await fetch(`${daemon.baseUrl}/search?q=lantern`);
    expect(((await reply.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0);
    for (const name of readdirSync(daemon.dataDir).filter((file) => file.startsWith('db.sqlite'))) {
      const bytes = readFileSync(join(daemon.dataDir, name));
      for (const word of ['zeppelin', 'gazebo']) expect(bytes.includes(word), name).toBe(false);
    }
  });

  test('is remembered by those who set it so, from then on', async () => {
    const reply = await fetch(`${daemon.baseUrl}/config`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'vision.rememberOwnPage': true }),
    });
    expect(reply.status).toBe(200);
    await activateWindow(desktop, 'Hindcast');
    await until('a frame of the page', async () => (await capture()).length > 0);
    const [{ n = 0 } = {}] = await ofBrowser('frames');
    expect(n).toBeGreaterThan(0);
  });
});
