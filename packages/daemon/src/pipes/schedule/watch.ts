/**
 * Looks at what a run takes of the machine while it is on, where no limit of the system holds it: memory outside its heap, the size
 * of what it writes into its own folder, and what is left on the disks it may write to. The first excess is reported, and then it looks
 * no more.
 */
import type { Dirent } from 'node:fs';
import { lstat, opendir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface Excess {
  type: 'memory' | 'disk';
  message: string;
}

export interface WatchOptions {
  pid: number | undefined;
  memoryMb: number;
  outputFolder: string;
  mostOutputMb: number;
  writeFolders: readonly string[];
}

const LOOK_EVERY_MS = 500;
/** Looking at many files must not become a load itself. */
const REST_PER_LOOK = 20;
/** What a process of the runtime takes before the pipe does anything. */
const RUNTIME_MB = 96;
const MOST_OUTPUT_FILES = 50_000;
/** Below this the service itself cannot go on recording. */
const LEAST_FREE_MB = 256;
/** How a folder that is still there keeps others from looking into it: by its mode, or by lying too deep. */
const HIDING: ReadonlySet<string> = new Set(['EACCES', 'ENAMETOOLONG']);
const MB = 1024 * 1024;

/** Returns what ends it. */
export function watchRun(options: WatchOptions, onExcess: (excess: Excess) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    const fromMs = performance.now();
    const excess = (await memoryExcess(options)) ?? (await diskExcess(options));
    if (isOver) return;
    if (excess !== undefined) onExcess(excess);
    else plan(Math.max(LOOK_EVERY_MS, (performance.now() - fromMs) * REST_PER_LOOK));
  }
  function plan(inMs: number): void {
    timer = setTimeout(() => void look(), inMs);
  }

  plan(LOOK_EVERY_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

export function tooMuchMemory(memoryMb: number): string {
  return `it used more than its ${memoryMb} MB of memory`;
}

async function memoryExcess({ pid, memoryMb }: WatchOptions): Promise<Excess | undefined> {
  const usedMb = await residentMb(pid);
  if (usedMb === undefined || usedMb <= memoryMb + RUNTIME_MB) return undefined;
  return { type: 'memory', message: tooMuchMemory(memoryMb) };
}

/** Undefined where the system does not tell, or if the process has exited. */
async function residentMb(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}

async function diskExcess(options: WatchOptions): Promise<Excess | undefined> {
  for (const folder of options.writeFolders) {
    const freeMb = await freeMbOf(folder);
    if (freeMb < LEAST_FREE_MB) {
      const message = `less than ${LEAST_FREE_MB} MB are left on the disk it writes to`;
      return { type: 'disk', message };
    }
  }
  const { outputFolder, mostOutputMb } = options;
  const findings = {
    within: undefined,
    beyond: `its output folder holds more than ${mostOutputMb} MB or ${MOST_OUTPUT_FILES} files`,
    hidden: 'its output folder holds a folder that cannot be looked into',
  };
  const finding = await lookThrough(outputFolder, mostOutputMb * MB).catch(() => 'hidden' as const);
  const message = findings[finding];
  return message === undefined ? undefined : { type: 'disk', message };
}

async function freeMbOf(folder: string): Promise<number> {
  // A folder that is missing has no disk to fill.
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined ? Infinity : (disk.bavail * disk.bsize) / MB;
}

/** What goes while it is looked at counts as nothing; everything else still counts. */
async function lookThrough(folder: string, mostBytes: number): Promise<'within' | 'beyond'> {
  const folders = [folder];
  let files = 0;
  let bytes = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for await (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      files += 1;
      bytes += await roomOf(path);
      if (files > MOST_OUTPUT_FILES || bytes > mostBytes) return 'beyond';
    }
  }
  return 'within';
}

/** Those that are there. Rejects when the folder cannot be looked into though it is there. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (err) {
    if (HIDING.has((err as NodeJS.ErrnoException).code ?? '')) throw err;
  }
}

/** What it takes, not what it pretends to: files may have holes. */
async function roomOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return (found?.blocks ?? 0) * 512;
}
