/**
 * Measures for how long the main loop of a program is kept busy. Asks the program, on its own connection, for something that
 * costs nothing; accessible programs answer from their main loop, after everything that was asked before. What counts is the CPU
 * that the main thread used until the answer: on a busy machine a program waits for a core, and nobody keeps it from its work.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ACCESSIBLE,
  type AtspiBus,
  openAtspiBus,
  type Ref,
} from '../../packages/daemon/src/capture/accessibility/atspi-bus.ts';
import { mainThreadCpuMs } from '../../packages/daemon/src/capture/accessibility/program-calls/main-thread-cpu.ts';
import { until } from './desktop.ts';

const REGISTRY: Ref = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
const ASK_EVERY_MS = 8;
/** A program that hangs for good never answers. */
const GIVE_UP_MS = 30_000;
const NS_PER_MS = 1e6;

export interface Blocks {
  /** CPU of the main thread during the longest wait for an answer. */
  readonly longestMs: number;
  /** CPU of the main thread in all. */
  readonly cpuMs: number;
  /** The same, with the time for which it waited for a core: a busy machine makes no program quiet. */
  readonly wantedMs: number;
  readonly answers: number;
  readonly isHanging: boolean;
}

export interface BlockMeter {
  /** Since the last call, or the beginning. */
  take(): Blocks;
  stop(): void;
}

export async function startBlockMeter(sessionBus: string, pid: number): Promise<BlockMeter> {
  const bus = await openAtspiBus(sessionBus, 5_000);
  const program = await until(`the program ${pid} is accessible`, () => findProgram(bus, pid));
  let isStopped = false;
  let isHanging = false;
  let longestMs = 0;
  let answers = 0;
  let cpuAtMs = mainThreadCpuMs(pid) ?? 0;
  let wantedAtMs = mainThreadWantedMs(pid) ?? 0;

  async function measure(): Promise<void> {
    while (!isStopped) {
      const before = mainThreadCpuMs(pid) ?? 0;
      const answer = bus.call(program, ACCESSIBLE, 'GetRole').catch(() => undefined);
      const end = await Promise.race([answer, wait(GIVE_UP_MS, 'late' as const, { ref: false })]);
      isHanging = end === 'late';
      longestMs = Math.max(longestMs, (mainThreadCpuMs(pid) ?? before) - before);
      answers += 1;
      await wait(ASK_EVERY_MS);
    }
  }
  void measure();

  return {
    take() {
      const cpuMs = mainThreadCpuMs(pid) ?? cpuAtMs;
      const wantedMs = mainThreadWantedMs(pid) ?? wantedAtMs;
      const blocks = {
        ...{ longestMs, answers, isHanging },
        ...{ cpuMs: cpuMs - cpuAtMs, wantedMs: wantedMs - wantedAtMs },
      };
      cpuAtMs = cpuMs;
      wantedAtMs = wantedMs;
      longestMs = 0;
      answers = 0;
      return blocks;
    },
    stop() {
      isStopped = true;
      bus.close();
    },
  };
}

/** CPU of the main thread, and how long it was ready to run without a core; undefined when the process ended. */
function mainThreadWantedMs(pid: number): number | undefined {
  try {
    const [onCpuNs = 0, waitedNs = 0] = readFileSync(`/proc/${pid}/schedstat`, 'latin1')
      .split(' ')
      .map(Number);
    return (onCpuNs + waitedNs) / NS_PER_MS;
  } catch {
    return undefined;
  }
}

async function findProgram(bus: AtspiBus, pid: number): Promise<Ref | undefined> {
  const [programs] = (await bus.call(REGISTRY, ACCESSIBLE, 'GetChildren')) as [Ref[]];
  for (const program of programs) {
    if ((await bus.pidOf(program[0]).catch(() => 0)) === pid) return program;
  }
  return undefined;
}
