/**
 * How many bytes a frame takes in the store, by table, over an hour of work: `npm run bench -- size`. Pictures are
 * not counted here. The store rests first, as the service does when it is idle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openReader } from '../../packages/daemon/src/store/kernel/database.ts';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { measure, percentile, print } from '../search/measuring.ts';
import { workHour } from './work-hour.ts';

const { values: flags } = parseArgs({
  options: { frames: { type: 'string', default: '720' }, seed: { type: 'string', default: '1' } },
});
const frameCount = Number(flags.frames);
const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-size-'));

function fill(): void {
  const writes = openWrites(dataDir);
  const cpuMs: number[] = [];
  let words = 0;
  for (const { frame } of workHour({ frames: frameCount, seed: Number(flags.seed) })) {
    words += frame.text?.split(/\s+/).length ?? 0;
    cpuMs.push(measure(() => writes.run(0, 'content.add', [{ frames: [frame] }])).cpuMs);
  }
  while (writes.rest());
  writes.close();
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(cpuMs, share).toFixed(2));
  print(
    `${frameCount} frames, ${Math.round(words / frameCount)} words each; CPU of an add: p50 ${p50} ms, p95 ${p95} ms`,
  );
}

function printSizes(): void {
  const db = openReader(dataDir);
  const rows = db
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC')
    .all() as { name: string; bytes: number }[];
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, bytes } of [...rows, { name: 'all', bytes: total }]) {
    if (bytes < total / 200) continue;
    print(
      `${name.padEnd(28)} ${Math.round(bytes / frameCount)
        .toString()
        .padStart(7)} bytes a frame`,
    );
  }
  db.close();
}

try {
  fill();
  printSizes();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
