import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writePipe } from '../packages/daemon/src/pipes/pipe-folder.fixture.ts';
import { NOTHING_CAPTURED, type RunningDaemon, startDaemon } from './support/start-daemon.ts';

const WITHIN = { timeout: 30_000, interval: 100 };

async function ask(daemon: RunningDaemon, method: string, path: string) {
  const response = await fetch(daemon.baseUrl + path, { method });
  return (await response.json()) as { data: Record<string, unknown> & Record<string, unknown>[] };
}

/** Exited, or at least dead: a container may have nobody who collects the dead. */
function isAlive(pid: number): boolean {
  if (!existsSync('/proc/self')) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function pidOf(daemon: RunningDaemon, id: string): Promise<number> {
  let pid: unknown;
  await expect
    .poll(async () => {
      const { data } = await ask(daemon, 'GET', `/pipes/${id}/executions?limit=1`);
      pid = data[0]?.pid;
      return pid;
    }, WITHIN)
    .toEqual(expect.any(Number));
  return pid as number;
}

describe('the processes of pipes', () => {
  test.each([
    ['that waits', "ctx.log.info('on'); await new Promise(() => setInterval(() => {}, 1000));"],
    [
      'that loops',
      "ctx.log.info('on'); await null; await new Promise((r) => setTimeout(r, 50)); for (;;);",
    ],
  ])(
    'end with a service that is killed: one %s',
    async (_what, process) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-test-'));
      try {
        writePipe(join(dataDir, 'pipes'), { id: 'stays', process });
        const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
        await ask(daemon, 'POST', '/pipes/stays/run');
        const pid = await pidOf(daemon, 'stays');
        await expect
          .poll(async () => (await ask(daemon, 'GET', '/pipes/stays/logs')).data.length, WITHIN)
          .toBeGreaterThan(0);
        expect(isAlive(pid)).toBe(true);
        await daemon.stop('SIGKILL');
        await expect.poll(() => isAlive(pid), WITHIN).toBe(false);

        const next = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
        const { data } = await ask(next, 'GET', '/pipes/stays/executions');
        expect(data[0]).toMatchObject({ status: 'failed', error_type: 'interrupted' });
        const pipe = (await ask(next, 'GET', '/pipes/stays')).data;
        expect([pipe.status, pipe.last_success]).toEqual(['stopped', false]);
        await next.stop();
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    120_000,
  );

  test('end with a service that stops, which does not wait for them', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-test-'));
    try {
      writePipe(join(dataDir, 'pipes'), { id: 'deaf', process: 'for (;;);' });
      const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
      await ask(daemon, 'POST', '/pipes/deaf/run');
      const pid = await pidOf(daemon, 'deaf');
      expect(await daemon.stop()).toBe(0);
      expect(isAlive(pid)).toBe(false);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 60_000);
});
