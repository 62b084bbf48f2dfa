/** The icon in a real panel: waybar on a headless sway shows the state of the real service, and follows it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingPrograms, until } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { type Sway, startSway, whyNoSway } from '../support/sway.ts';

const missing = missingPrograms(['waybar', 'grim']);
const reason =
  whyNoSway() ??
  (missing.length > 0
    ? `missing ${missing.join(', ')}; install them with: apt-get install -y ${missing.join(' ')}`
    : undefined);
if (reason !== undefined) process.stderr.write(`the tray on a panel is not tested: ${reason}\n`);

const BAR_PX = 32;
const BAR = {
  layer: 'top',
  position: 'top',
  height: BAR_PX,
  'modules-right': ['tray'],
  tray: { 'icon-size': 24 },
};
/** Those of the icons; see `tray-icons.ts`. */
const RED = [0xe5, 0x48, 0x4d];
const AMBER = [0xf5, 0xa5, 0x24];

describe.skipIf(reason !== undefined)('the tray on waybar', { timeout: 240_000 }, () => {
  let sway: Sway;
  let daemon: RunningDaemon;
  let panel: ReturnType<Sway['start']>;
  let config: string[];

  beforeAll(async () => {
    sway = await startSway();
    const [file, style] = [join(sway.home, 'waybar.json'), join(sway.home, 'waybar.css')];
    writeFileSync(file, JSON.stringify(BAR));
    writeFileSync(style, 'window#waybar { background: #202020; }');
    config = ['-c', file, '-s', style];
    panel = sway.start('waybar', config);
    daemon = await startDaemon({ args: ['--disable-audio'], env: sway.env });
  }, 120_000);
  afterAll(async () => {
    await daemon?.stop();
    await sway?.stop();
  });

  /** How many pixels of the panel have this colour, or nearly so. */
  async function pixelsOf(colour: readonly number[]): Promise<number> {
    const file = join(sway.home, 'screen.png');
    await sway.run('grim', file);
    const { data, info } = await sharp(file)
      .extract({ left: 0, top: 0, width: 1280, height: BAR_PX })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    let count = 0;
    for (let i = 0; i < data.length; i += info.channels) {
      const isNear = colour.every((part, at) => Math.abs(part - (data[i + at] ?? 0)) < 12);
      count += Number(isNear);
    }
    return count;
  }
  const shows = (what: string, colour: readonly number[]) =>
    until(what, async () => (await pixelsOf(colour)) > 40, 60_000);
  const post = (path: string) => fetch(`${daemon.baseUrl}${path}`, { method: 'POST', body: '{}' });

  test('shows recording, then a pause, then recording again', async () => {
    await shows('a red disc', RED);
    expect(await pixelsOf(AMBER)).toBe(0);
    expect((await post('/capture/pause')).status).toBe(200);
    await shows('two amber bars', AMBER);
    expect(await pixelsOf(RED)).toBe(0);
    expect((await post('/capture/resume')).status).toBe(200);
    await shows('a red disc again', RED);
  });

  test('comes back with a panel that was killed, and goes with the service', async () => {
    panel.kill('SIGKILL');
    await until('no panel', async () => (await pixelsOf(RED)) === 0, 60_000);
    panel = sway.start('waybar', config);
    await shows('a red disc', RED);
    await daemon.stop();
    await until('no icon', async () => (await pixelsOf(RED)) === 0, 60_000);
  });
});
