import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Excess, watchRun } from './watch.ts';

let folder: string;
let stop = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-watch-'));
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

function watched(): Excess[] {
  const reported: Excess[] = [];
  stop = watchRun(
    { pid: undefined, memoryMb: 1, outputFolder: folder, mostOutputMb: 1, writeFolders: [] },
    (excess) => reported.push(excess),
  );
  return reported;
}

test('files that come and go while they are looked at do not hide the others', async () => {
  mkdirSync(join(folder, 'below'));
  writeFileSync(join(folder, 'below', 'large'), Buffer.alloc(2 * 1024 * 1024, 1));
  const restless = Array.from({ length: 100 }, (_, index) => join(folder, `file-${index}`));
  for (const path of restless) writeFileSync(path, '');
  const reported = watched();
  for (let isOther = false; reported.length === 0; isOther = !isOther) {
    for (const path of restless) {
      if (isOther) renameSync(`${path}.other`, path);
      else renameSync(path, `${path}.other`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(reported).toMatchObject([{ type: 'disk' }]);
});

test.skipIf(process.getuid?.() === 0)(
  'a folder that may not be looked into is reported',
  async () => {
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o300);
    const reported = watched();
    await expect.poll(() => reported, { timeout: 15_000 }).toMatchObject([{ type: 'disk' }]);
    expect(reported[0]?.message).toMatch(/cannot be looked into/);
  },
);
