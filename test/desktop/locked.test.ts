/** Nothing of a locked screen is kept: real lockers on a real X display, through the whole service. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startBus,
  type TestBus,
} from '../../packages/daemon/src/capture/liveness/message-bus.fixture.ts';
import { type Desktop, startDesktop, until, whyNoDesktop } from '../support/desktop.ts';
import {
  I3LOCK,
  LIGHT_LOCKER,
  type Locker,
  whyNoLocker,
  XSCREENSAVER,
  XSECURELOCK,
} from '../support/lockers.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`lock tests are skipped: ${reason}\n`);

/** Shown before and after each locker; such as are read from a picture without doubt. */
const WORDS: Record<string, readonly [string, string]> = {
  i3lock: ['copper', 'granite'],
  xsecurelock: ['velvet', 'harbour'],
  xscreensaver: ['mosaic', 'compass'],
  'light-locker': ['walnut', 'lantern'],
};
const SECRET = 'marzipan lighthouse';

interface Row {
  readonly id: number;
  readonly timestamp: string;
}

describe.skipIf(reason !== undefined)('a locked X session', { timeout: 180_000 }, () => {
  let desktop: Desktop;
  let systemBus: TestBus;
  let daemon: RunningDaemon;
  let show: (text: string) => Promise<void>;

  beforeAll(async () => {
    desktop = await startDesktop();
    systemBus = await startBus();
    daemon = await startDaemon({
      args: ['--disable-audio'],
      env: {
        ...desktop.env,
        DBUS_SYSTEM_BUS_ADDRESS: systemBus.address,
        HINDCAST_INPUT_CLIPBOARD: 'true',
      },
    });
    show = await openTerminal();
  }, 120_000);
  afterAll(async () => {
    await daemon?.stop();
    await systemBus?.stop();
    await desktop?.stop();
  });

  /** A window over most of the screen whose whole text the test changes at will. */
  async function openTerminal() {
    const pipe = join(desktop.home, 'words');
    execFileSync('mkfifo', [pipe]);
    const script = `while read -r line; do clear; echo; echo "   $line"; done < ${pipe}`;
    const look = ['-fa', 'DejaVu Sans Mono', '-fs', '16', '-geometry', '80x20+20+20'];
    const opened = desktop.open(
      'xterm',
      [...look, '-T', 'plans', '-e', 'sh', '-c', script],
      'plans',
    );
    const words = await open(pipe, 'w');
    await opened;
    return async (text: string) => void (await words.write(`${text}\n`));
  }

  async function rows(table: 'frames' | 'ui_events', fromMs: number, toMs: number) {
    const query = `SELECT id, timestamp FROM ${table} ORDER BY id DESC LIMIT 1000`;
    const reply = await fetch(`${daemon.baseUrl}/raw_sql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const all = (await reply.json()) as Row[];
    return all.filter(({ timestamp }) => {
      const atMs = Date.parse(timestamp);
      return atMs >= fromMs && atMs <= toMs;
    });
  }
  async function hits(words: string): Promise<unknown[]> {
    const reply = await fetch(`${daemon.baseUrl}/search?${new URLSearchParams({ q: words })}`);
    return ((await reply.json()) as { data: unknown[] }).data;
  }
  const stored = (words: string) =>
    until(`a frame with ${words}`, async () => (await hits(words)).length > 0, 90_000);
  const capture = () => fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
  const locked = () => until('the lock', async () => (await capture()).status === 409, 60_000);

  /** What share of the picture has this colour, by and large. */
  async function shareOf(frameId: number, colour: Locker['colour']): Promise<number> {
    const image = await (await fetch(`${daemon.baseUrl}/frames/${frameId}`)).arrayBuffer();
    const { data } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let near = 0;
    for (let at = 0; at < data.length; at += 3) {
      if (colour.every((part, index) => Math.abs((data[at + index] ?? 0) - part) < 24)) near += 1;
    }
    return near / (data.length / 3);
  }

  async function expectNoTrace(fromMs: number, toMs: number): Promise<void> {
    expect(await rows('frames', fromMs, toMs)).toEqual([]);
    expect(await rows('ui_events', fromMs, toMs)).toEqual([]);
    for (const name of readdirSync(daemon.dataDir).filter((file) => file.startsWith('db.sqlite'))) {
      const bytes = readFileSync(join(daemon.dataDir, name));
      for (const word of [...SECRET.split(' '), 'hidden-title', 'copied-secret']) {
        expect(bytes.includes(word), `${word} in ${name}`).toBe(false);
      }
    }
  }

  /** Much happens behind the lock screen, and a person types into it. */
  async function workBehindIt(): Promise<void> {
    await show(SECRET);
    const hidden = desktop.start('xterm', ['-T', 'hidden-title', '-e', 'sleep', '600']);
    await until('the hidden window', async () =>
      (await desktop.run('wmctrl', '-l')).includes('hidden-title'),
    );
    await desktop.run('wmctrl', '-a', 'plans');
    desktop.copy('copied-secret');
    await desktop.run('xdotool', 'type', '--delay', '20', 'hunter2');
    await desktop.run('xdotool', 'mousemove', '300', '300', 'click', '1', 'click', '5');
    for (let again = 0; again < 5; again += 1) expect((await capture()).status).toBe(409);
    hidden.kill();
    await once(hidden, 'close');
    await show('nothing to see');
  }

  test.for([I3LOCK, XSECURELOCK, XSCREENSAVER, LIGHT_LOCKER])(
    '$name leaves no trace',
    async (locker, { skip }) => {
      skip(isMissing(locker));
      const [before, after] = WORDS[locker.name] ?? [];
      await show(`before ${before}`);
      await stored(`before ${before}`);
      const fromMs = Date.now();
      const unlock = await locker.lock(desktop, systemBus);
      await locked();
      await workBehindIt();
      const toMs = Date.now();
      await unlock();
      await show(`after ${after}`);
      await stored(`after ${after}`);
      await expectNoTrace(fromMs, toMs);
    },
  );

  test('no picture shows the locker, however often it comes and goes while much is drawn', async ({
    skip,
  }) => {
    skip(isMissing(I3LOCK));
    const fromMs = Date.now();
    for (let round = 1; round <= 6; round += 1) {
      await show(`round ${round} begins`);
      await capture();
      const [unlock] = await Promise.all([
        I3LOCK.lock(desktop, systemBus),
        show(`round ${round} goes on`),
      ]);
      await locked();
      await show(`round ${round} is hidden`);
      await unlock();
      await show(`round ${round} is over`);
      await until('the end of the lock', async () => (await capture()).status === 200);
    }
    await stored('round 6 is over');
    const frames = await rows('frames', fromMs, Date.now());
    expect(frames.length).toBeGreaterThan(0);
    for (const { id } of frames) expect(await shareOf(id, I3LOCK.colour)).toBeLessThan(0.01);
    expect(await hits('is hidden')).toEqual([]);
  });
});

function isMissing(locker: Locker): boolean {
  const missing = whyNoLocker(locker);
  if (missing !== undefined) process.stderr.write(`${locker.name} is not tested: ${missing}\n`);
  return missing !== undefined;
}
