/** The promise: a store whose database is lost is never taken for a new one. The service refuses it, names the way back and changes nothing. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSnapshot } from '../../packages/daemon/src/store/backup/snapshots.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { examineStore } from '../../packages/daemon/src/store/repair/examine.ts';
import {
  NOTHING_CAPTURED,
  runDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';
import { sized } from './plan.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');
const STORE_UNUSABLE = 4;

let filled: string;
beforeAll(async () => {
  filled = temporaryFolder();
  const store = await openStore({ dataDir: filled });
  await store.content.add({ frames: [{ atMs: NOW_MS, deviceName: 'm', text: 'harbour' }] });
  await store.close();
});
afterAll(() => rmSync(filled, { recursive: true, force: true }));

let dataDir: string;
beforeEach(() => {
  dataDir = join(temporaryFolder(), 'data');
  cpSync(filled, dataDir, { recursive: true });
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }));

const TRACES: Record<string, () => Promise<void> | void> = {
  'a daily snapshot': async () => {
    const { signal } = new AbortController();
    await makeSnapshot({ dataDir, nowMs: NOW_MS, signal, isStoreEmpty: async () => false });
  },
  media: () => {
    mkdirSync(join(dataDir, 'data', '2026-11-15'), { recursive: true });
    writeFileSync(join(dataDir, 'data', '2026-11-15', 'a.jpg'), 'x');
  },
  'the key of an encrypted store': () =>
    writeFileSync(join(dataDir, 'vault.json'), JSON.stringify({ phase: 'encrypted' })),
  'a WAL': () => writeFileSync(join(dataDir, 'db.sqlite-wal'), Buffer.alloc(8_192, 1)),
};

const LOSSES: Record<string, (file: string) => void> = {
  removed: (file) => rmSync(file),
  emptied: (file) => truncateSync(file),
  'made a folder': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};

function everything(): Map<string, string> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() && !entry.parentPath.endsWith('logs') && !entry.name.startsWith('owner.'),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

function run(...args: string[]) {
  return runDaemon([...args, '--data-dir', dataDir], { home: join(dataDir, '..') });
}

async function expectRefusal(): Promise<string> {
  const before = everything();
  const { code, output } = await run('--port', '0');
  expect({ code, output }).toMatchObject({ code: STORE_UNUSABLE });
  expect(output).not.toContain('    at ');
  expect(everything()).toEqual(before);
  const doctor = await run('--doctor', '--fix');
  expect(doctor.code).toBe(STORE_UNUSABLE);
  expect(everything()).toEqual(before);
  return output;
}

async function lose(trace: string, loss: string): Promise<void> {
  await TRACES[trace]?.();
  LOSSES[loss]?.(join(dataDir, 'db.sqlite'));
}

const EVERY_LOSS = Object.keys(TRACES).flatMap((trace) =>
  Object.keys(LOSSES).map((loss) => [trace, loss] as const),
);

test.each(EVERY_LOSS)('next to %s a database that was %s is not opened', async (trace, loss) => {
  await lose(trace, loss);
  const before = everything();
  await expect(openStore({ dataDir })).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  expect(examineStore(dataDir)).toMatchObject([{ check: 'database', isOk: false }]);
  expect(everything()).toEqual(before);
});

test.each(
  sized({
    short: [
      ['a daily snapshot', 'removed'],
      ['media', 'emptied'],
      ['the key of an encrypted store', 'made a folder'],
      ['a WAL', 'removed'],
    ] as const,
    whole: EVERY_LOSS,
  }),
)(
  'next to %s a database that was %s is refused by the service and the doctor',
  async (trace, loss) => {
    await lose(trace, loss);
    const output = await expectRefusal();
    if (trace === 'a daily snapshot') {
      expect(output).toContain('hindcast restore --snapshot 2026-11-15');
    }
  },
  60_000,
);

test('a database without tables next to a snapshot is refused', async () => {
  await TRACES['a daily snapshot']?.();
  rmSync(join(dataDir, 'db.sqlite'));
  const db = new DatabaseSync(join(dataDir, 'db.sqlite'));
  db.exec('CREATE TABLE x (y); DROP TABLE x');
  db.close();
  await expectRefusal();
}, 60_000);

/** With its tables, and without a row that a person could miss. */
async function replaceByUnused(): Promise<void> {
  const other = temporaryFolder();
  await (await openStore({ dataDir: other })).close();
  for (const end of ['-wal', '-shm']) rmSync(join(dataDir, `db.sqlite${end}`), { force: true });
  copyFileSync(join(other, 'db.sqlite'), join(dataDir, 'db.sqlite'));
  rmSync(other, { recursive: true });
}

test('an unused database next to a snapshot with content is refused', async () => {
  await TRACES['a daily snapshot']?.();
  await replaceByUnused();
  expect(await expectRefusal()).toContain('hindcast restore --snapshot 2026-11-15');
}, 60_000);

test('an unused database next to media from before it was created is refused', async () => {
  await TRACES.media?.();
  utimesSync(
    join(dataDir, 'data', '2026-11-15', 'a.jpg'),
    NOW_MS / 1000 - 1e6,
    NOW_MS / 1000 - 1e6,
  );
  await replaceByUnused();
  await expectRefusal();
}, 60_000);

test('an unused database whose first picture was not stored is not refused', async () => {
  await replaceByUnused();
  await TRACES.media?.();
  const daemon = await startDaemon({ dataDir });
  await daemon.stop();
}, 60_000);

test('a store that was emptied is not refused next to its own snapshot', async () => {
  await TRACES['a daily snapshot']?.();
  const store = await openStore({ dataDir });
  await store.content.delete('ocr', [1]);
  await store.close();
  const daemon = await startDaemon({ dataDir });
  await daemon.stop();
}, 60_000);

test('another database in use next to a snapshot with content is named by health', async () => {
  await TRACES['a daily snapshot']?.();
  const snapshots = join(dataDir, 'snapshots');
  rmSync(join(dataDir, 'db.sqlite'));
  renameSync(snapshots, `${snapshots}-aside`);
  const store = await openStore({ dataDir });
  await store.content.add({ frames: [{ atMs: NOW_MS, deviceName: 'm', text: 'another' }] });
  await store.close();
  renameSync(`${snapshots}-aside`, snapshots);
  const daemon = await startDaemon({ dataDir });
  const health = async () => (await fetch(`${daemon.baseUrl}/health`)).json();
  expect(await health()).toMatchObject({
    status: 'degraded',
    message: expect.stringContaining('an earlier database is missing'),
    verbose_instructions: expect.stringContaining('hindcast restore --snapshot 2026-11-15'),
  });
  rmSync(join(snapshots, 'db-2026-11-15.list'));
  expect(await health()).toMatchObject({
    message: expect.not.stringContaining('an earlier database'),
  });
  await daemon.stop();
}, 60_000);

test('a new folder, also with an empty file, becomes a store', async () => {
  rmSync(join(dataDir, 'db.sqlite'));
  mkdirSync(join(dataDir, 'data'));
  writeFileSync(join(dataDir, 'db.sqlite'), '');
  const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
  expect((await fetch(`${daemon.baseUrl}/search`)).status).toBe(200);
  await daemon.stop();
}, 60_000);
