/**
 * The promise: the archive of a pipe is unpacked into its own folder only, within limits of size, and never holds up the service. Hostile
 * authors send archives that lie, explode, lead elsewhere or never end.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unpackArchive } from '../../packages/daemon/src/pipes/install/archive.ts';
import {
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';
import { type ArchiveEntry, tarOf, zipOf } from './hostile-archives.ts';
import { sized } from './plan.ts';

const MB = 1024 * 1024;
const WITHIN = { timeout: 60_000, interval: 50 };

let home: string;
beforeAll(() => {
  home = temporaryFolder();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const PIPE: readonly ArchiveEntry[] = [
  {
    path: 'package/package.json',
    text: '{"name":"packed","type":"module","main":"index.js","hindcast":{}}',
  },
  { path: 'package/index.js', text: 'export default { process() {} }' },
];

describe('while an archive is unpacked', { timeout: 120_000 }, () => {
  let daemon: RunningDaemon;
  beforeAll(async () => {
    daemon = await startDaemon({ args: NOTHING_CAPTURED });
  });
  afterAll(() => daemon?.stop());
  const pipesFolder = () => join(daemon.dataDir, 'pipes');
  const installed = () => (existsSync(pipesFolder()) ? readdirSync(pipesFolder()) : []);

  function put(name: string, bytes: Buffer): string {
    writeFileSync(join(home, name), bytes);
    return `file://${join(home, name)}`;
  }

  async function install(source: string, signal?: AbortSignal): Promise<string> {
    const answer = await fetch(`${daemon.baseUrl}/pipes/install`, {
      method: 'POST',
      body: JSON.stringify({ source }),
      ...(signal ? { signal } : {}),
    });
    return ((await answer.json()) as { code?: string }).code ?? 'INSTALLED';
  }

  async function health(): Promise<void> {
    const answer = await fetch(`${daemon.baseUrl}/health`);
    expect(await answer.json()).toMatchObject({ status: expect.any(String) });
  }

  test('what lies behind its end is not looked at, and others are answered', async () => {
    // More than an archive may have: it would be refused if anybody read it.
    const zeros = gzipSync(Buffer.alloc(64 * MB));
    const archive = Buffer.concat([gzipSync(tarOf(PIPE)), ...Array(6).fill(zeros)]);
    const installing = install(put('behind.tgz', archive));
    await health();
    expect(await installing).toBe('INSTALLED');
    expect(readdirSync(join(pipesFolder(), 'packed')).sort()).toEqual(['index.js', 'package.json']);
    await fetch(`${daemon.baseUrl}/pipes/packed`, { method: 'DELETE' });
  });

  const many: ArchiveEntry[] = [
    ...PIPE,
    ...Array.from({ length: sized({ short: 5_000, whole: 19_000 }) }, (_, at) => ({
      path: `package/files/${at}.js`,
      // It keeps the processor busy for as long as a small archive can.
      text: ' '.repeat(9_000),
    })),
  ];
  /** How many files of it there are until now. */
  function unpacked(): number {
    const [staging] = installed();
    const folder = join(pipesFolder(), staging ?? '-', 'pipe.unpacked', 'package', 'files');
    return existsSync(folder) ? readdirSync(folder).length : 0;
  }
  const archives: [kind: string, bytes: () => Buffer][] = [
    ['tgz', () => gzipSync(tarOf(many))],
    ['zip', () => zipOf(many)],
  ];

  test.each(archives)('a .%s leaves the thread that answers alone', async (kind, bytes) => {
    const installing = install(put(`busy.${kind}`, bytes()));
    await expect.poll(unpacked, { ...WITHIN, interval: 1 }).toBeGreaterThan(0);
    await health();
    // The thread is named after what it does; systems without this folder name none.
    const tasks = `/proc/${daemon.pid}/task`;
    const names = existsSync(tasks)
      ? readdirSync(tasks).map((id) => readFileSync(join(tasks, id, 'comm'), 'utf8').trim())
      : ['unpack'];
    expect(names).toContain('unpack');
    expect(await installing).toBe('INSTALLED');
    await fetch(`${daemon.baseUrl}/pipes/packed`, { method: 'DELETE' });
  });

  test.each(archives)('a .%s ends when the caller goes away', async (kind, bytes) => {
    const source = put(`many.${kind}`, bytes());
    const leaving = new AbortController();
    const installing = install(source, leaving.signal).catch(() => 'LEFT');
    await expect.poll(unpacked, { ...WITHIN, interval: 1 }).toBeGreaterThan(0);
    leaving.abort();
    expect(await installing).toBe('LEFT');
    await expect.poll(installed, WITHIN).toEqual([]);
    await health();
  });
});

test('whatever an archive holds, nothing is written outside of its folder', async () => {
  const victim = join(home, 'victim');
  const inside = mkdtempSync(join(home, 'unpacked-'));
  const name = fc.oneof(
    fc.constantFrom(
      ...['a.js', 'sub/b.js', 'package.json', 'deep/'.repeat(40), 'x'.repeat(300), 'CON', 'nul.js'],
      ...[
        '../victim',
        '../../victim',
        '../../../victim',
        'sub/../../victim',
        victim,
        `/${victim}`,
        './../victim',
        '..',
      ],
      ...['C:/victim', '\\\\host\\victim', 'sub\\..\\..\\victim', '.', '', 'a\0b', 'é.js', '語.js'],
    ),
    fc.string({ maxLength: 20 }),
  );
  const entry = fc.record<ArchiveEntry>(
    {
      path: fc.oneof(
        name.map((text) => `package/${text}`),
        name,
      ),
      text: fc.string({ maxLength: 50 }),
      type: fc.constantFrom('File', 'Directory', 'SymbolicLink', 'Link', 'FIFO', 'CharacterDevice'),
      linkpath: fc.constantFrom('index.js', '../victim', victim, '/etc/passwd', '.'),
      size: fc.constantFrom(0, 1, 511, 512, 10 ** 6, 2 ** 33 - 1),
      isStored: fc.boolean(),
      localPath: name,
    },
    { requiredKeys: ['path'] },
  );
  const pack = fc.constantFrom<(entries: ArchiveEntry[]) => Buffer>(
    (entries) => gzipSync(tarOf(entries)),
    (entries) => gzipSync(tarOf(entries).subarray(0, -700)),
    (entries) => gzipSync(tarOf(entries)).subarray(0, 60),
    (entries) => Buffer.concat([gzipSync(tarOf(entries)), Buffer.from('garbage')]),
    (entries) => Buffer.concat([gzipSync(tarOf(entries)), gzipSync(Buffer.from('../victim'))]),
    (entries) => gzipSync(Buffer.concat([tarOf(entries), tarOf(entries)])),
    (entries) => zipOf(entries),
    // Every name twice.
    (entries) => zipOf([...entries, ...entries]),
    (entries) => zipOf(entries).subarray(0, -10),
    (entries) => zipOf(entries).subarray(0, 60),
    (entries) => Buffer.concat([zipOf(entries).subarray(0, 90), zipOf(entries).subarray(120)]),
    (entries) => Buffer.concat([zipOf(entries), Buffer.from('garbage')]),
    (entries) => Buffer.concat([zipOf(entries), zipOf(entries)]),
    (entries) => zipOf(entries, entries.length + 1),
    (entries) => zipOf(entries, 0),
    (entries) => zipOf(entries, 0xffff),
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 4 }), pack, async (entries, packed) => {
      count += 1;
      const folder = join(inside, String(count));
      mkdirSync(folder);
      writeFileSync(victim, 'mine');
      const before = readdirSync(home).sort();
      const archive = join(folder, 'archive');
      writeFileSync(archive, packed([...PIPE, ...entries]));
      const outcome = await unpackArchive(archive, join(folder, 'pipe')).then(
        () => 'UNPACKED',
        ({ code }) => code,
      );
      expect(['UNPACKED', 'INVALID_PIPE']).toContain(outcome);
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(readdirSync(home).sort()).toEqual(before);
      const here = readdirSync(folder).filter((each) => each !== 'archive');
      expect(['pipe', 'pipe.unpacked']).toEqual(expect.arrayContaining(here));
      const kinds = readdirSync(folder, { recursive: true, withFileTypes: true });
      expect(kinds.every((each) => each.isFile() || each.isDirectory())).toBe(true);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: sized({ short: 300, whole: 6_000 }) },
  );
}, 600_000);
