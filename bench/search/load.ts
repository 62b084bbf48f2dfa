/**
 * A hundred clients of the whole service for some minutes: most search, some add frames. Says how long requests take, how many failed, and
 * whether every frame that the service took is found afterwards. Leaves the store as it was.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { openQuerying } from './filled-store.ts';
import { percentile, print } from './measuring.ts';
import type { BenchRow } from './rows.ts';
import { pathOf, startService } from './service.ts';

const CLIENTS = 100;
/** One client in so many adds frames. */
const READERS_A_WRITER = 10;
/** A person looks at what was found before asking again. */
const PAUSE_MS = 2_000;
/** In no text of the corpus. */
const MARK = 'loadbenchmark';
const MOST_AT_ONCE = 1_000;

interface Answered {
  readonly searchMs: number[];
  readonly addMs: number[];
  failed: number;
}

export async function runLoad(
  dataDir: string,
  rows: readonly BenchRow[],
  minutes: number,
): Promise<void> {
  const { base, stop } = await startService(dataDir);
  const answered: Answered = { searchMs: [], addMs: [], failed: 0 };
  const untilMs = performance.now() + minutes * 60_000;
  try {
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        await sleep(Math.random() * PAUSE_MS);
        while (performance.now() < untilMs) {
          if (client % READERS_A_WRITER === 0) await add(base, client, answered);
          else await search(base, rows, answered);
          await sleep(PAUSE_MS * (0.5 + Math.random()));
        }
      }),
    );
  } finally {
    await stop();
  }
  const found = removeAdded(dataDir);
  const times = (list: readonly number[]) =>
    [0.5, 0.95, 1].map((share) => Math.round(percentile(list, share))).join(' / ');
  print(`\nload: ${CLIENTS} clients for ${minutes} minutes, wall p50 / p95 / max in ms`);
  print(`  ${answered.searchMs.length} searches: ${times(answered.searchMs)}`);
  print(`  ${answered.addMs.length} frames added: ${times(answered.addMs)}, found again: ${found}`);
  print(`  failed: ${answered.failed}`);
  if (found !== answered.addMs.length) throw new Error('frames were lost');
}

async function timed(into: number[], answered: Answered, request: () => Promise<Response>) {
  const from = performance.now();
  try {
    const response = await request();
    await response.text();
    if (response.ok) into.push(performance.now() - from);
    else answered.failed += 1;
  } catch {
    answered.failed += 1; // no answer at all counts as a failure too
  }
}

function search(base: string, rows: readonly BenchRow[], answered: Answered): Promise<void> {
  const row = rows[Math.floor(Math.random() * rows.length)] as BenchRow;
  return timed(answered.searchMs, answered, () => fetch(`${base}${pathOf(row)}`));
}

function add(base: string, client: number, answered: Answered): Promise<void> {
  const frame = { app_name: 'Load', ocr_results: [{ text: `${MARK} of client ${client}` }] };
  const body = { device_name: 'load', content: { content_type: 'frames', data: [frame] } };
  return timed(answered.addMs, answered, () =>
    fetch(`${base}/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

/** How many there were. */
function removeAdded(dataDir: string): number {
  let removed = 0;
  for (;;) {
    const querying = openQuerying(dataDir);
    const filter = { kinds: ['ocr'], order: 'descending', query: MARK } as const;
    const { items } = querying.search({ ...filter, limit: MOST_AT_ONCE, offset: 0 });
    querying.close();
    if (items.length === 0) return removed;
    const ids = items.flatMap((item) => (item.kind === 'ocr' ? item.frameId : []));
    const writes = openWrites(dataDir);
    writes.run(0, 'content.delete', ['ocr', ids]);
    writes.close();
    removed += ids.length;
  }
}
