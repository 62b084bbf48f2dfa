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
import { sized } from './plan.ts';

const MB = 1024 * 1024;
const WITHIN = { timeout: 60_000, interval: 50 };

let home: string;
beforeAll(() => {
  home = temporaryFolder();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface TarEntry {
  path: string;
  text?: string;
  type?: keyof typeof TYPES;
  linkpath?: string;
  /** What the header says, whatever follows. */
  size?: number;
}

const TYPES = {
  File: '0',
  Link: '1',
  SymbolicLink: '2',
  CharacterDevice: '3',
  Directory: '5',
  FIFO: '6',
};

/** As no honest program would write it. */
function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, text = '', type = 'File', linkpath = '', size }) => {
    const bytes = Buffer.byteLength(text);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${(size ?? bytes).toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write(`${' '.repeat(8)}${TYPES[type]}`, 148);
    header.write(linkpath, 157, 100);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.alloc(Math.ceil(bytes / 512) * 512);
    body.write(text);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const PIPE: readonly TarEntry[] = [
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

  test('it ends when the caller goes away, and leaves nothing', async () => {
    const count = sized({ short: 5_000, whole: 19_000 });
    const many = Array.from({ length: count }, (_, at) => ({ path: `package/files/${at}.js` }));
    const source = put('many.tgz', gzipSync(tarOf([...PIPE, ...many])));
    const leaving = new AbortController();
    const installing = install(source, leaving.signal).catch(() => 'LEFT');
    const unpacked = () => {
      const [staging] = installed();
      const folder = join(pipesFolder(), staging ?? '-', 'pipe.unpacked', 'package', 'files');
      return existsSync(folder) ? readdirSync(folder).length : 0;
    };
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
  const entry = fc.record<TarEntry>(
    {
      path: name.map((text) => `package/${text}`),
      text: fc.string({ maxLength: 50 }),
      type: fc.constantFrom('File', 'Directory', 'SymbolicLink', 'Link', 'FIFO', 'CharacterDevice'),
      linkpath: fc.constantFrom('index.js', '../victim', victim, '/etc/passwd', '.'),
      size: fc.constantFrom(0, 1, 511, 512, 10 ** 6, 2 ** 33 - 1),
    },
    { requiredKeys: ['path'] },
  );
  const rest = fc.constantFrom<(tar: Buffer) => Buffer>(
    (tar) => gzipSync(tar),
    (tar) => gzipSync(tar.subarray(0, tar.length - 700)),
    (tar) => gzipSync(tar).subarray(0, 60),
    (tar) => Buffer.concat([gzipSync(tar), Buffer.from('garbage')]),
    (tar) => Buffer.concat([gzipSync(tar), gzipSync(Buffer.from('../victim'))]),
    (tar) => gzipSync(Buffer.concat([tar, tar])),
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 4 }), rest, async (entries, pack) => {
      count += 1;
      const folder = join(inside, String(count));
      mkdirSync(folder);
      writeFileSync(victim, 'mine');
      const before = readdirSync(home).sort();
      writeFileSync(join(folder, 'a.tgz'), pack(tarOf([...PIPE, ...entries])));
      const outcome = await unpackArchive(join(folder, 'a.tgz'), join(folder, 'pipe')).then(
        () => 'UNPACKED',
        ({ code }) => code,
      );
      expect(['UNPACKED', 'INVALID_PIPE']).toContain(outcome);
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(readdirSync(home).sort()).toEqual(before);
      const kinds = readdirSync(folder, { recursive: true, withFileTypes: true });
      expect(kinds.every((each) => each.isFile() || each.isDirectory())).toBe(true);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: sized({ short: 150, whole: 3_000 }) },
  );
}, 600_000);
