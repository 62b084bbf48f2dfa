/**
 * npm run bench -- encryption [--frames 30000] [--queries 40] [--cipher chacha20]
 *
 * Fills a clear and an encrypted store with the same invented text, batch by batch in turn, asks both the same queries in turn, and
 * keeps pictures and reads them from both. Prints CPU times and their ratio: what stands in the way is the same for both.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { openMedia } from '../../packages/daemon/src/store/media/media.ts';
import { newStoreKey, sealingOf } from '../../packages/daemon/src/store/sealing/store-key.ts';
import { quickestCipher } from '../../packages/daemon/src/store/vault/quickest-cipher.ts';
import { corpus, seededRandom } from '../search/corpus.ts';
import { addSpeakers, openQuerying, type Querying, toContent } from '../search/filled-store.ts';
import { measure, percentile, print } from '../search/measuring.ts';
import { type BenchRow, benchRows } from '../search/rows.ts';

const { values: flags } = parseArgs({
  options: {
    frames: { type: 'string', default: '30000' },
    queries: { type: 'string', default: '40' },
    cipher: { type: 'string', default: 'quickest' },
  },
});
const GOAL = 1.15;
const BATCH = 20;
const PICTURES = 60;
const WARM_UP = 20;

const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-encryption-'));
const cipher = flags.cipher === 'chacha20' ? 'chacha20' : quickestCipher();
const key = newStoreKey(cipher);
const ways = [
  { name: 'clear', dataDir: join(folder, 'clear'), key: undefined },
  { name: 'encrypted', dataDir: join(folder, 'encrypted'), key },
] as const;

function tell(what: string, [clear, encrypted]: readonly [number, number], unit: string): void {
  const ratio = encrypted / clear;
  const verdict = ratio <= GOAL ? '' : `  above ${GOAL}`;
  print(
    `${what.padEnd(28)} ${clear.toFixed(3).padStart(9)} ${encrypted.toFixed(3).padStart(9)} ${unit}   x${ratio.toFixed(3)}${verdict}`,
  );
}

function both<T>(make: (way: (typeof ways)[number]) => T): [T, T] {
  return [make(ways[0]), make(ways[1])];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function ingest(): void {
  const stores = both(({ dataDir, key }) => {
    mkdirSync(dataDir, { recursive: true });
    addSpeakers(dataDir, key);
    return { writes: openWrites(dataDir, Date.now, key), cpuMs: [] as number[] };
  });
  let batch: Parameters<typeof toContent>[0][number][] = [];
  let turn = 0;
  const flush = () => {
    const content = toContent(batch);
    batch = [];
    turn += 1;
    // Whoever is first finds the caches cold.
    for (const { writes, cpuMs } of turn % 2 === 0 ? stores : stores.toReversed()) {
      cpuMs.push(measure(() => writes.run(0, 'content.add', [content])).cpuMs);
    }
  };
  for (const document of corpus({ frames: Number(flags.frames), seed: 1 })) {
    batch.push(document);
    if (batch.length === BATCH) flush();
  }
  const rests = stores.map(
    ({ writes }) =>
      measure(() => {
        while (writes.rest());
        writes.close();
      }).cpuMs,
  );
  const perDocument = stores.map(({ cpuMs }, i) => (sum(cpuMs) + (rests[i] ?? 0)) / (turn * BATCH));
  tell('ingest, with upkeep', [perDocument[0] ?? 0, perDocument[1] ?? 0], 'ms/document');
}

function rowsOf(reader: Querying): BenchRow[] {
  const random = seededRandom(1234);
  const one = (order: 'ascending' | 'descending', offset = 0) =>
    reader.search({ kinds: ['ocr', 'audio', 'ui'], limit: 1, offset, order });
  const newest = one('descending');
  const texts = Array.from({ length: 100 }, () => {
    const [item] = one('ascending', Math.floor(random() * newest.total)).items;
    return item && 'text' in item ? item.text : '';
  });
  return benchRows({
    random,
    total: newest.total,
    firstAtMs: one('ascending').items[0]?.atMs ?? 0,
    lastAtMs: newest.items[0]?.atMs ?? 0,
    textAt: (position) => texts[Math.floor(position * texts.length)] ?? '',
  });
}

function search(): void {
  const readers = both(({ dataDir, key }) => openQuerying(dataDir, key));
  const cpuMs: [number[], number[]] = [[], []];
  const random = seededRandom(7);
  const queries = rowsOf(readers[0]).flatMap(({ make }) =>
    Array.from({ length: Number(flags.queries) }, make),
  );
  // In an order that leaves neither any pages of the last query to use again.
  const mixed = queries.toSorted(() => random() - 0.5);
  for (const [i, filter] of mixed.entries()) {
    for (const which of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { cpuMs: used } = measure(() => readers[which].search(filter));
      // The first ones load code and the upper pages of every index.
      if (i >= WARM_UP) cpuMs[which].push(used);
    }
  }
  const tellShare = (share: number) =>
    tell(
      `search, p${share * 100} of all rows`,
      [percentile(cpuMs[0], share), percentile(cpuMs[1], share)],
      'ms CPU',
    );
  tellShare(0.5);
  tellShare(0.95);
  const mean = (values: readonly number[]) => sum(values) / values.length;
  tell('search, all together', [mean(cpuMs[0]), mean(cpuMs[1])], 'ms CPU');
  for (const { close } of readers) close();
}

async function pictures(): Promise<void> {
  const noise = { width: 1920, height: 1080, channels: 3 as const };
  const raw = randomBytes(noise.width * noise.height * 3);
  // Blurred, so that it has the size of a real picture.
  const jpeg = await sharp(raw, { raw: noise }).blur(3).jpeg({ quality: 80 }).toBuffer();
  const cpu = { write: [[], []] as [number[], number[]], read: [[], []] as [number[], number[]] };
  for (const [which, { dataDir, key }] of ways.entries()) {
    const media = await openMedia({ dataDir, ...(key && { sealing: sealingOf(key, dataDir) }) });
    for (let i = 0; i < PICTURES; i += 1) {
      const atMs = Date.UTC(2026, 0, 1) + i;
      let from = process.cpuUsage();
      const path = await media.keepJpeg(jpeg, atMs, 'm');
      cpu.write[which as 0 | 1].push(msSince(from));
      from = process.cpuUsage();
      await media.readFile(join(dataDir, path));
      cpu.read[which as 0 | 1].push(msSince(from));
    }
  }
  print(
    `pictures of ${(jpeg.length / 1000).toFixed(0)} kB (for information: a frame costs 100 ms and more to read)`,
  );
  for (const what of ['write', 'read'] as const) {
    tell(
      `picture, ${what}`,
      [percentile(cpu[what][0], 0.5), percentile(cpu[what][1], 0.5)],
      'ms CPU',
    );
  }
}

function msSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

try {
  print(`database: ${cipher}`);
  print(`${'CPU'.padEnd(28)} ${'clear'.padStart(9)} ${'encrypted'.padStart(9)}`);
  ingest();
  search();
  await pictures();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
