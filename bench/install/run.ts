/**
 * npm run bench -- install [--starts 9]
 *
 * How long a release takes from start to first answer, compared with the same service from its sources, and what every way to install
 * weighs, each with its share of the goal. Both services have started once before, so that their compiled code is kept. They take turns,
 * because a busy machine changes its speed within seconds; the CPU figures bear that better than the wall clock.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NODE_FLAGS } from '../../packages/cli/src/service/node-flags.ts';
import { installRelease } from '../../test/support/installed-release.ts';
import { isolatedEnvironment } from '../../test/support/start-daemon.ts';
import { percentile, print } from '../search/measuring.ts';
import { debianSizes, imageSizes, MEGABYTE, type Size, sourceSizes } from './sizes.ts';

const { values: flags } = parseArgs({ options: { starts: { type: 'string', default: '9' } } });
const SOURCE = join(import.meta.dirname, '../../packages/daemon/src/main.ts');
const MOST_OF_SOURCE = 0.6;
const TICK_MS = 10;

const prefix = mkdtempSync(join(tmpdir(), 'hindcast-bench-install-'));

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** From the start of the process to the first answer to a search. */
async function start(main: string, name: string): Promise<Start> {
  const env = isolatedEnvironment(prefix, { NODE_COMPILE_CACHE: join(prefix, `cache-${name}`) });
  const args = [
    '--port',
    '0',
    '--data-dir',
    join(prefix, name),
    '--disable-vision',
    '--disable-audio',
  ];
  const from = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, main, ...args], {
    env,
    cwd: prefix,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /answers on (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  await (await fetch(`${url}/search?limit=1`)).text();
  const wallMs = performance.now() - from;
  const cpuMs = cpuOf(child.pid ?? 0);
  child.kill('SIGTERM');
  await once(child, 'close');
  return { wallMs, cpuMs };
}

/** User and system time of a process with all its threads, in ticks of the kernel. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function megabytesBelow(folder: string): number {
  const files = globSync('**', { cwd: folder }).map((file) => lstatSync(join(folder, file)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / MEGABYTE;
}

function goalText(share: number, goal: number): string {
  const verdict = share <= 1 ? 'ok' : 'too large';
  return `${String(goal).padStart(7)} ${(share * 100).toFixed(0).padStart(5)} %  ${verdict}`;
}

function printSize({ name, megabytes, goal }: Size): void {
  const start = `${name.padEnd(30)} ${megabytes.toFixed(0).padStart(5)}`;
  print(goal === undefined ? start : `${start} ${goalText(megabytes / goal, goal)}`);
}

try {
  const from = performance.now();
  const release = await installRelease(prefix);
  const installMs = performance.now() - from;
  const programs = { source: SOURCE, release: join(release.folder, 'packages/daemon/src/main.js') };
  const starts: Record<keyof typeof programs, Start[]> = { source: [], release: [] };
  for (let i = 0; i <= Number(flags.starts); i++) {
    for (const name of ['source', 'release'] as const) {
      const measured = await start(programs[name], name);
      if (i > 0) starts[name].push(measured);
    }
  }
  print('start to first answer   source  release   share   of the goal');
  for (const figure of ['wallMs', 'cpuMs'] as const) {
    const [source, built] = (['source', 'release'] as const).map((name) =>
      percentile(
        starts[name].map((one) => one[figure]),
        0.5,
      ),
    ) as [number, number];
    const share = built / source;
    const ofGoal = (share / MOST_OF_SOURCE) * 100;
    const verdict = `${ofGoal.toFixed(0).padStart(9)} %  ${ofGoal <= 100 ? 'ok' : 'too slow'}`;
    print(
      `${figure.replace('Ms', ', median, ms').padEnd(22)} ${source.toFixed(0).padStart(7)} ${built.toFixed(0).padStart(8)} ${(share * 100).toFixed(0).padStart(6)} %  ${verdict}`,
    );
  }
  print(`build and install of the npm package: ${(installMs / 1000).toFixed(0)} s`);
  print('size                              MB    goal   share of it');
  const npmSizes: Size[] = [
    { name: 'npm package, download', megabytes: statSync(release.archive).size / MEGABYTE },
    { name: 'npm package, installed', megabytes: megabytesBelow(release.folder) },
  ];
  for (const sizesOf of [() => npmSizes, debianSizes, imageSizes, sourceSizes])
    sizesOf().forEach(printSize);
} finally {
  rmSync(prefix, { recursive: true, force: true });
}
