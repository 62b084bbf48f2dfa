/**
 * What the service says of itself while it cannot record: each fault shows as a degraded report and as failed
 * time with its cause, never as captured time, and is over when its cause is.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desktop, startDesktop, until, whyNoDesktop } from './support/desktop.ts';
import { type SoundServer, startSoundServer, whyNoSoundServer } from './support/sound-server.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from './support/start-daemon.ts';

const reason = whyNoDesktop() ?? whyNoSoundServer();
if (reason !== undefined) process.stderr.write(`coverage tests are skipped: ${reason}\n`);

/** What a machine that runs other tests is given. On a quiet one it takes less than ten seconds; the tests print how long it took. */
const TOLD_WITHIN_MS = 25_000;
const RECOVERED_WITHIN_MS = 90_000;

interface Health {
  status: string;
  message: string;
  verbose_instructions: string | null;
  parts: { name: string; state: string; restarts: number }[];
}
interface Span {
  start_time: string;
  end_time: string;
  state: string;
  cause: string | null;
}
type Streams = Record<'screen' | 'audio' | 'input', { spans: Span[]; gaps: Span[] }>;

// At the same time: each has its own machine, and most of it is waiting.
describe.skipIf(reason !== undefined).concurrent('a fault', { timeout: 240_000 }, () => {
  const asking = (daemon: RunningDaemon) => {
    const get = async <T>(path: string) =>
      (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
    const health = () => get<Health>('/health');
    const streams = async () => (await get<{ streams: Streams }>('/coverage')).streams;
    return {
      health,
      streams,
      healthy: () =>
        until(
          'a healthy service',
          async () => (await health()).status === 'healthy',
          RECOVERED_WITHIN_MS,
        ),
      degraded: (word: RegExp) =>
        until(
          `a degraded service because of ${word}`,
          async () => {
            const report = await health();
            return report.status === 'degraded' && word.test(JSON.stringify(report)) && report;
          },
          TOLD_WITHIN_MS,
        ),
      /** The last span is of this state. */
      now: (stream: keyof Streams, state: RegExp, withinMs = TOLD_WITHIN_MS) =>
        until(
          `${stream} to be ${state}`,
          async () => {
            const last = (await streams())[stream].spans.at(-1);
            return last && state.test(`${last.state}: ${last.cause}`) && last;
          },
          withinMs,
        ),
      /** Waits until health and the ledger both report the fault, and prints how long that took. */
      async reported(report: RegExp, stream: keyof Streams, state: RegExp) {
        const fromMs = performance.now();
        await Promise.all([this.now(stream, state), this.degraded(report)]);
        const seconds = ((performance.now() - fromMs) / 1000).toFixed(1);
        process.stderr.write(`${report} was reported after ${seconds} s\n`);
      },
      /** No captured or idle time reaches into the time after `sinceMs`. */
      async expectNothingClaimed(stream: keyof Streams, sinceMs: number) {
        const claimed = (await streams())[stream].spans.filter(
          ({ state, end_time }) =>
            (state === 'captured' || state === 'idle') && Date.parse(end_time) > sinceMs,
        );
        expect(claimed).toEqual([]);
      },
    };
  };

  /** What a test opened, closed in reverse. */
  function opening() {
    const open: { stop(): Promise<unknown> }[] = [];
    return {
      opened: <T extends { stop(): Promise<unknown> }>(one: T): T => {
        open.push(one);
        return one;
      },
      async [Symbol.asyncDispose]() {
        for (const one of open.reverse()) await one.stop();
      },
    };
  }

  async function seeing(opened: ReturnType<typeof opening>['opened'], dataDir?: string) {
    const desktop = opened(await startDesktop());
    const daemon = await startDaemon({
      args: ['--disable-audio'],
      env: desktop.env,
      ...(dataDir !== undefined && { dataDir }),
    });
    let ending: ReturnType<RunningDaemon['stop']> | undefined;
    const stop = () => (ending ??= daemon.stop());
    opened({ stop });
    const ask = asking(daemon);
    await draw(desktop, 'first');
    await ask.now('screen', /^captured/, RECOVERED_WITHIN_MS);
    return { desktop, daemon, ask, stop };
  }

  test('of the desktop and of the database file, each reported and over when its cause is', async () => {
    await using machine = opening();
    const { desktop, daemon, ask, stop } = await seeing(machine.opened);
    await ask.healthy();

    // An X server that is killed, and its return.
    await desktop.killServer();
    const killedAtMs = Date.now();
    await ask.reported(/vision/, 'screen', /^failed: .*display/i);
    await ask.now('input', /^failed: .*display/i);
    await ask.expectNothingClaimed('screen', killedAtMs + 1_000);
    expect((await ask.health()).parts).toContainEqual(
      expect.objectContaining({ name: 'capture.screen' }),
    );
    await desktop.restartServer();
    await draw(desktop, 'second');
    await ask.now('screen', /^captured/, RECOVERED_WITHIN_MS);
    await ask.healthy();

    // A database file that is taken away, replaced, and given back.
    const file = join(daemon.dataDir, 'db.sqlite');
    renameSync(file, `${file}.away`);
    const takenAtMs = Date.now();
    await ask.reported(/removed or replaced/, 'screen', /^failed: .*removed or replaced/);
    await draw(desktop, 'into the void');
    await writeFile(file, '');
    await ask.degraded(/removed or replaced/);
    await ask.expectNothingClaimed('screen', takenAtMs + 8_000);
    renameSync(`${file}.away`, file);
    await ask.healthy();
    await ask.now('screen', /^(?:captured|idle)/);

    // An X server that is frozen, and its thaw; a stop does not wait for it.
    desktop.freezeServer();
    const frozenAtMs = Date.now();
    await ask.reported(/does not answer/, 'screen', /^failed: .*does not answer/);
    await ask.expectNothingClaimed('screen', frozenAtMs + 100);
    await ask.expectNothingClaimed('input', frozenAtMs + 100);
    desktop.thawServer();
    await ask.healthy();
    await ask.now('screen', /^(?:captured|idle)/);
    desktop.freezeServer();
    // A stop that takes longer than the service allows itself ends with a signal, not with a code.
    try {
      expect(await stop()).toBe(0);
    } finally {
      desktop.thawServer();
    }
  });

  test('of a full disk, and room again', async ({ skip }) => {
    await using machine = opening();
    const small = machine.opened(smallDisk('48m', skip));
    const { desktop, ask } = await seeing(machine.opened, join(small.path, 'data'));
    // A small disk is always almost full, so health is judged by the store here.
    expect((await ask.health()).message).not.toContain('store');
    const ballast = join(small.path, 'ballast');
    await writeFile(ballast, Buffer.alloc(64 * 1024 * 1024, 1)).catch(() => undefined);
    const fullAtMs = Date.now();
    await draw(desktop, 'unseen');
    const cannotWrite = /store \(it cannot be written\)/;
    await ask.reported(cannotWrite, 'screen', /^failed: the disk is full/);
    await ask.expectNothingClaimed('screen', fullAtMs + 8_000);
    rmSync(ballast);
    await until(
      'the store to work again',
      async () => !(await ask.health()).message.includes('store'),
      RECOVERED_WITHIN_MS,
    );
    await draw(desktop, 'seen again');
    await ask.now('screen', /^captured/, RECOVERED_WITHIN_MS);
    // What was failed stays failed.
    const { gaps } = (await ask.streams()).screen;
    expect(gaps.map(({ cause }) => cause)).toContainEqual(expect.stringContaining('disk is full'));
  });

  test('of a sound program that is frozen, and of a sound server that is killed', async () => {
    await using machine = opening();
    const sound: SoundServer = machine.opened(await startSoundServer());
    const daemon = machine.opened(
      await startDaemon({ args: ['--disable-vision'], env: sound.env }),
    );
    const ask = asking(daemon);
    await ask.now('audio', /^(?:captured|idle)/, RECOVERED_WITHIN_MS);
    for (const pid of childrenOf(daemon.pid, 'parec')) process.kill(pid, 'SIGSTOP');
    const frozenAtMs = Date.now();
    await ask.degraded(/delivers no sound/);
    // By then the frozen ones are replaced, and the gap is on record.
    const gap = await until('the gap', async () =>
      (await ask.streams()).audio.gaps.find(({ cause }) => cause?.includes('delivers no sound')),
    );
    expect(Date.parse(gap.start_time)).toBeLessThan(frozenAtMs + 1_000);
    await ask.now('audio', /^(?:captured|idle)/, RECOVERED_WITHIN_MS);

    await sound.kill();
    await ask.reported(/audio/, 'audio', /^failed: /);
    await sound.restart();
    await ask.now('audio', /^(?:captured|idle)/, RECOVERED_WITHIN_MS);
  });

  /** Something new on the screen. */
  async function draw(desktop: Desktop, text: string): Promise<void> {
    await desktop.open('xterm', ['-T', text, '-e', `echo ${text}; sleep 600`], text);
  }

  function smallDisk(size: string, skip: (note: string) => never) {
    const path = join(temporaryFolder(), 'small');
    mkdirSync(path);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], {
        stdio: 'pipe',
      });
    } catch (error) {
      return skip(`no small file system can be mounted: ${(error as Error).message.trim()}`);
    }
    return {
      path,
      async stop() {
        execFileSync('umount', [path]);
        rmSync(join(path, '..'), { recursive: true, force: true });
      },
    };
  }
});

function childrenOf(parent: number, name: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return stat.includes(`(${name})`) && stat.split(') ')[1]?.split(' ')[1] === String(parent);
      } catch {
        // It ended meanwhile.
        return false;
      }
    })
    .map(Number);
}
