/**
 * npm run bench -- pipes [--runs 20] [--searches 60] [--rounds 12] [--only start|idle|hostile] [--kinds loops,floods]
 *
 * What pipes cost, asked of the real service: the time from a run's beginning to its end for a pipe that does nothing, the memory and
 * processor time of fifty installed pipes, and how much slower search gets while pipes misbehave. Quiet and hostile moments alternate,
 * many and short, because a busy machine changes its speed within seconds.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writePipe } from '../../packages/daemon/src/pipes/pipe-folder.fixture.ts';
import { type RunningDaemon, startDaemon } from '../../test/support/start-daemon.ts';
import { percentile, print } from '../search/measuring.ts';

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    searches: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '12' },
    only: { type: 'string' },
    kinds: { type: 'string' },
  },
});

const IDLE_MS = 15_000;
/** Until it does what it is named after, and a pipe that asks has used up what it is given at once. */
const SETTLE_MS: Readonly<Record<string, number>> = { asks: 6_000 };
const LEAST_SETTLE_MS = 700;
const HOSTILE: Readonly<Record<string, string>> = {
  loops: 'for (;;);',
  leaks:
    'const all = []; for (;;) { all.push(new Array(1e5).fill(all.length)); await new Promise((r) => setTimeout(r, 5)); }',
  crashes: 'process.abort();',
  floods:
    "for (;;) { console.log('x'.repeat(200)); for (let i = 0; i < 50; i++) ctx.log.info('again'); await new Promise((r) => setImmediate(r)); }",
  asks: 'for (;;) await ctx.query.search({ q: "word", limit: 1000 });',
  writes:
    "const { writeFileSync } = await import('node:fs'); for (let i = 0; ; i++) { writeFileSync(ctx.outputFolder + '/' + (i % 9), Buffer.alloc(1e6)); await ctx.state.set('k', 'x'.repeat(5e5)); }",
  silent: 'await new Promise(() => setInterval(() => {}, 1000));',
};

async function withService<T>(
  prepare: (pipesFolder: string) => void,
  use: (daemon: RunningDaemon) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-'));
  prepare(join(dataDir, 'pipes'));
  const daemon = await startDaemon({ dataDir, args: ['--disable-vision', '--disable-audio'] });
  try {
    return await use(daemon);
  } finally {
    await daemon.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ask<T>(daemon: RunningDaemon, path: string, body?: object): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(daemon.baseUrl + path, init)).json() as Promise<T>;
}

interface Run {
  status: string;
  duration_ms: number;
}

async function coldStart(): Promise<void> {
  await withService(
    (folder) => void writePipe(folder, { id: 'trivial', process: '' }),
    async (daemon) => {
      const times: number[] = [];
      for (let i = 0; i < Number(flags.runs); i += 1) {
        await ask(daemon, '/pipes/trivial/run', {});
        let last: Run | undefined;
        do {
          await wait(20);
          [last] = (await ask<{ data: Run[] }>(daemon, '/pipes/trivial/executions?limit=1')).data;
        } while (last?.status === 'running');
        times.push(last?.duration_ms ?? Number.NaN);
      }
      print(
        `a run that does nothing, from its beginning to its end: median ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms (goal 400 ms)`,
      );
    },
  );
}

/** Memory and processor time of the service itself; there are no other processes while no pipe runs. */
function costOf(pid: number): { residentMb: number; cpuMs: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return {
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * 10,
  };
}

async function idle(count: number): Promise<{ residentMb: number; cpuMs: number }> {
  const triggers = [
    { interval: '12h' },
    { cron: '0 3 1 1 *' },
    { trigger: 'data', data: { content_types: ['audio'] } },
  ];
  const ids = Array.from({ length: count }, (_, i) => `pipe-${i}`);
  return withService(
    (folder) => {
      for (const [i, id] of ids.entries()) {
        writePipe(folder, { id, process: '', hindcast: triggers[i % triggers.length] ?? {} });
      }
    },
    async (daemon) => {
      for (const id of ids) await ask(daemon, `/pipes/${id}/enable`, { enabled: true });
      await ask(daemon, '/pipes');
      await wait(5_000);
      const before = costOf(daemon.pid);
      await wait(IDLE_MS);
      const after = costOf(daemon.pid);
      return { residentMb: after.residentMb, cpuMs: after.cpuMs - before.cpuMs };
    },
  );
}

async function searchTimes(daemon: RunningDaemon): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < Number(flags.searches); i += 1) {
    const startedAtMs = performance.now();
    await ask(daemon, `/search?q=word+item${i % 97}&limit=20`);
    times.push(performance.now() - startedAtMs);
    // As a person or a page asks, not as a load test does.
    await wait(2);
  }
  return times;
}

async function fill(daemon: RunningDaemon): Promise<void> {
  for (let batch = 0; batch < 40; batch += 1) {
    const data = Array.from({ length: 250 }, (_, i) => ({
      timestamp: new Date(Date.now() - (batch * 250 + i) * 1_000).toISOString(),
      app_name: `App ${i % 9}`,
      ocr_results: [{ text: `word item${i % 97} of batch${batch} `.repeat(8) }],
    }));
    const content = { content_type: 'frames', data };
    await ask(daemon, '/add', { device_name: 'monitor_1', content });
  }
}

/** Each kind in turn next to a quiet moment just before it, in several rounds. */
async function hostile(): Promise<void> {
  const kinds = flags.kinds?.split(',') ?? Object.keys(HOSTILE);
  await withService(
    (folder) => {
      for (const [id, process] of Object.entries(HOSTILE)) writePipe(folder, { id, process });
    },
    async (daemon) => {
      await fill(daemon);
      await searchTimes(daemon);
      const rounds = new Map(kinds.map((id) => [id, [] as Round[]]));
      for (let round = 0; round < Number(flags.rounds); round += 1) {
        for (const [id, own] of rounds) {
          const quiet = await searchTimes(daemon);
          await ask(daemon, `/pipes/${id}/run`, {});
          await wait(SETTLE_MS[id] ?? LEAST_SETTLE_MS);
          own.push({ quiet, loud: await searchTimes(daemon) });
          await ask(daemon, `/pipes/${id}/stop`, {});
        }
      }
      for (const [id, own] of rounds) printChange(`next to one that ${id}`, own);
      printChange('next to all of them', [...rounds.values()].flat());
    },
  );
}

/** Times of the same searches, just before and next to a pipe. */
interface Round {
  quiet: readonly number[];
  loud: readonly number[];
}

/** One burst of other work on the machine decides the p95 of all rounds together; the median of the rounds hardly sees it. */
function printChange(what: string, rounds: readonly Round[]): void {
  const quiet = rounds.flatMap((round) => round.quiet);
  const loud = rounds.flatMap((round) => round.loud);
  const ms = (share: number) =>
    `${percentile(quiet, share).toFixed(1)} and ${percentile(loud, share).toFixed(1)} ms`;
  const percent = (ratio: number) => `${Math.round((ratio - 1) * 100)} %`;
  const ratios = rounds.map(
    (round) => percentile(round.loud, 0.95) / percentile(round.quiet, 0.95),
  );
  const pooled = percentile(loud, 0.95) / percentile(quiet, 0.95);
  print(
    `search p95 ${what}: ${percent(percentile(ratios, 0.5))} as the median of ${rounds.length} rounds, ${percent(pooled)} of all searches together (goal 20 %); quiet and next to it p95 ${ms(0.95)}, median ${ms(0.5)}`,
  );
}

async function idlePipes(): Promise<void> {
  const [none, fifty] = [await idle(0), await idle(50)];
  print(
    `fifty pipes idle: ${(fifty.residentMb - none.residentMb).toFixed(1)} MB more (goal 30 MB); processor time in ${IDLE_MS / 1_000} s: ${none.cpuMs} ms without, ${fifty.cpuMs} ms with them`,
  );
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  start: coldStart,
  idle: idlePipes,
  hostile,
};
for (const [name, part] of Object.entries(parts)) {
  if (flags.only === undefined || flags.only === name) await part();
}
