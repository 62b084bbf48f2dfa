/**
 * What sync costs: `npm run bench -- sync`. Real services and a real hub on loopback: the first sync of many records, one changed record,
 * a round with nothing to do; then a hub on PostgreSQL and S3 with a hundred devices. `--records`, `--seconds` make it shorter.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { startHub } from '../../test/support/servers/start-hub.ts';
import {
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../../test/support/start-daemon.ts';
import { corpus } from '../search/corpus.ts';
import { toContent } from '../search/filled-store.ts';
import { print } from '../search/measuring.ts';
import { countingProxy } from './counting-proxy.ts';
import { hubLoad } from './hub-load.ts';

const { values: flags } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '60' },
  },
});
const records = Number(flags.records);
const BATCH = 500;
const IDLE_ROUNDS = 100;
const ACCOUNT = { password: 'a password for the bench' };
/** CPU time of a process is reported in these. */
const TICK_MS = 10;

/** Fills a data folder and reports the size of all texts with their names and times, as plain JSON. */
function fill(dataDir: string): number {
  const writes = openWrites(dataDir);
  let plainBytes = 0;
  let batch = [];
  let left = records;
  for (const document of corpus({ frames: records, seed: 3 })) {
    plainBytes += Buffer.byteLength(JSON.stringify(document));
    // Speakers are few: nobody's voice is as good as anybody's here.
    batch.push({ ...document, speaker: undefined });
    left -= 1;
    if (batch.length < BATCH && left > 0) continue;
    writes.run(0, 'content.add', [toContent(batch)]);
    batch = [];
    if (left === 0) break;
  }
  writes.close();
  return plainBytes;
}

async function call<T>(
  daemon: RunningDaemon,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const init = body
    ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    : {};
  const response = await fetch(daemon.baseUrl + path, { method, ...init });
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
  return (await response.json()) as T;
}

function memoryMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1000;
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Runs until `isDone`; resolves to the seconds it took and how much the process grew. */
async function watch(daemon: RunningDaemon, isDone: () => Promise<boolean>) {
  const before = memoryMb(daemon.pid);
  const startedAtMs = performance.now();
  const cpu = cpuMs(daemon.pid);
  let most = before;
  while (!(await isDone())) {
    most = Math.max(most, memoryMb(daemon.pid));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuSeconds = (cpuMs(daemon.pid) - cpu) / 1000;
  return { seconds, cpuSeconds, grownMb: most - before };
}

interface Status {
  pending_changes: number;
  is_syncing: boolean;
  last_sync: string | null;
  storage_used: number;
  devices: { segments: number; segments_read: number }[];
}

const status = (daemon: RunningDaemon) => call<Status>(daemon, 'GET', '/sync/status');

async function firstSync(): Promise<void> {
  const dataDir = temporaryFolder();
  const plainBytes = fill(dataDir);
  await using hub = await startHub();
  await using proxy = await countingProxy(hub.url);
  const token = await hub.token('add');
  const env = {
    HINDCAST_SYNC_URL: proxy.url,
    HINDCAST_SYNC_INTERVAL: '3600',
  };
  const options = { args: ['--disable-vision', '--disable-audio'], env };
  const a = await startDaemon({ ...options, dataDir });
  const b = await startDaemon(options);
  try {
    const sent = watch(a, async () => (await status(a)).last_sync !== null);
    await call(a, 'POST', '/sync/init', { ...ACCOUNT, token });
    const up = await sent;
    const { storage_used } = await status(b)
      .then(() => status(a))
      .then(async () => {
        await call(a, 'POST', '/sync/now');
        return status(a);
      });
    const read = watch(b, async () => (await status(b)).last_sync !== null);
    await call(b, 'POST', '/sync/init', { ...ACCOUNT, token });
    const down = await read;
    const { pagination } = await call<{ pagination: { total: number } }>(
      b,
      'GET',
      '/search?limit=1',
    );
    print(`first sync of ${records} records (${(plainBytes / 1e6).toFixed(1)} MB as JSON)`);
    print(`  sent in      ${line(up)}`);
    print(`  read in      ${line(down)}; ${pagination.total} found there`);
    print(`  both         ${(up.seconds + down.seconds).toFixed(1)} s (wanted: 60)`);
    print(
      `  at the hub   ${((storage_used / plainBytes) * 100).toFixed(1)} % of their size (wanted: 35)`,
    );
    await steadyState(a, proxy);
  } finally {
    await a.stop();
    await b.stop();
  }
}

function line({ seconds, cpuSeconds, grownMb }: Awaited<ReturnType<typeof watch>>): string {
  return `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU, ${grownMb.toFixed(0)} MB more memory (wanted: 100)`;
}

async function steadyState(
  a: RunningDaemon,
  proxy: Awaited<ReturnType<typeof countingProxy>>,
): Promise<void> {
  await call(a, 'POST', '/sync/now');
  const text = 'a single line that was seen on the screen a moment ago';
  await call(a, 'POST', '/add', {
    device_name: 'monitor_1',
    content: { content_type: 'frames', data: [{ ocr_results: [{ text }] }] },
  });
  const before = proxy.counts();
  await call(a, 'POST', '/sync/now');
  const after = proxy.counts();
  const bytes = after.bytes - before.bytes;
  print('one changed record');
  print(
    `  ${after.requests - before.requests} requests (wanted: 2), ${bytes} bytes both ways (wanted: 4000)`,
  );
  const cpu = cpuMs(a.pid);
  for (let i = 0; i < IDLE_ROUNDS; i++) await call(a, 'POST', '/sync/now');
  const perRound = (cpuMs(a.pid) - cpu) / IDLE_ROUNDS;
  print('a round with nothing to do');
  print(
    `  ${perRound.toFixed(2)} ms of CPU, ${((perRound / 30_000) * 100).toFixed(4)} % at one each 30 s (wanted: 0.1)`,
  );
}

await firstSync();
await hubLoad({ devices: 100, seconds: Number(flags.seconds) });
