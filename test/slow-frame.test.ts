/** Frames of a video whose reader stands still: the caller gets a 408 in time, and the picture as soon as the reader goes on. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import {
  addFrame,
  compactAll,
  openParts,
} from '../packages/daemon/src/store/compaction/parts.fixture.ts';
import { NOTHING_CAPTURED, startDaemon, temporaryFolder } from './support/start-daemon.ts';

const whyNot = existsSync('/proc/self/stat') ? undefined : 'processes are found in /proc';
if (whyNot) process.stderr.write(`slow frames are not tested: ${whyNot}\n`);

test.skipIf(whyNot)(
  'a frame that cannot be read in time is a 408',
  async () => {
    const dataDir = temporaryFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const ids = await makeVideo(dataDir);
    const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
    onTestFinished(async () => void (await daemon.stop()));
    const get = (id: number | undefined) => fetch(`${daemon.baseUrl}/frames/${id}`);

    expect((await get(ids[0])).status).toBe(200);
    const readers = videoReadersOf(daemon.pid);
    expect(readers).not.toEqual([]);
    for (const reader of readers) process.kill(reader, 'SIGSTOP');
    const late = await get(ids[1]);
    expect(late.status).toBe(408);
    expect(await late.json()).toMatchObject({ code: 'FRAME_TIMEOUT', success: false });
    for (const reader of readers) process.kill(reader, 'SIGCONT');
    await expect.poll(async () => (await get(ids[1])).status, { timeout: 60_000 }).toBe(200);
  },
  120_000,
);

/** Frames that lie in a video only; their ids. */
async function makeVideo(dataDir: string): Promise<number[]> {
  await using parts = await openParts(dataDir);
  const ids: number[] = [];
  for (const number of [1, 2, 3]) ids.push(await addFrame(parts, number));
  await compactAll(parts);
  return ids;
}

function videoReadersOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const [, ppid] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return Number(ppid) === parent && command.includes('video-process-main');
    } catch {
      // It ended meanwhile.
      return false;
    }
  });
}
