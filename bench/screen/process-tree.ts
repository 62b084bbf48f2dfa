/** CPU and memory of the service with all its children, as the kernel counts them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

// The unit of /proc/<pid>/stat on every Linux that Node runs on.
const TICKS_PER_SECOND = 100;

export interface TreeUse {
  /** Of every process of the tree since it started, and of children that have ended. */
  cpuSecs: number;
  residentMb: number;
  /** As resident, but a page that several processes share counts once. */
  proportionalMb: number;
  /** The same for each process, by what it runs. */
  parts: readonly ProcessUse[];
}

export interface ProcessUse {
  name: string;
  proportionalMb: number;
}

export function useOfTree(root: number): TreeUse {
  const parts: ProcessUse[] = [];
  const use: TreeUse = { cpuSecs: 0, residentMb: 0, proportionalMb: 0, parts };
  for (const pid of treeOf(root)) {
    try {
      use.cpuSecs += cpuSecsOf(pid);
      const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      use.residentMb += kilobytes(memory, 'Rss') / 1024;
      const proportionalMb = kilobytes(memory, 'Pss') / 1024;
      use.proportionalMb += proportionalMb;
      parts.push({ name: nameOf(pid), proportionalMb });
    } catch {
      // It ended while we looked; its CPU is then counted in its parent.
    }
  }
  return use;
}

function treeOf(root: number): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(fieldsOf(Number(name))[1]);
      childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(childrenOf.get(pid) ?? []));
  return tree;
}

/** The fields after the name, which may itself contain spaces and brackets. */
function fieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Its program, and the file that Node runs in it. */
function nameOf(pid: number): string {
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const script = args.find((arg) => /\.[cm]?[jt]s$/.test(arg));
  return basename(script ?? args[0] ?? String(pid));
}

function cpuSecsOf(pid: number): number {
  // utime, stime, and those of waited-for children.
  const ticks = fieldsOf(pid).slice(11, 15).map(Number);
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
}

function kilobytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0);
}
