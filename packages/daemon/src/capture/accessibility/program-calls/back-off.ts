/**
 * Decides which programs may be asked. A program that does not answer is left alone for a while, each time longer, because every
 * unanswered call stays in memory. A program that works too long on an answer is left alone for much longer, and that is
 * remembered under its name: its windows are then read from the picture.
 */
import { ProgramCallsEndedError } from './program-calls.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const SLOW_GROWTH = 4;
const LONGEST_SLOW_PAUSE_MS = 30 * 60_000;
/** More programs than a person has open. */
const REMEMBERED = 200;

export interface Program {
  /** Of one process: it alone is left alone. */
  readonly id: string;
  /** Of the program, such as its window class: a new process of it begins with what is known about the old one. */
  readonly name: string;
  /** The longest pause after slow answers; half an hour unless given. */
  readonly longestPauseMs?: number;
}

export function createBackOff(now: () => number) {
  const pauses = new Map<string, { untilMs: number; pauseMs: number }>();
  /** By name: the pause after the last slow answer. */
  const slowPauses = new Map<string, number>();

  function pause(id: string, pauseMs: number): void {
    const [oldest] = pauses.keys();
    if (pauses.size >= REMEMBERED && oldest !== undefined) pauses.delete(oldest);
    pauses.set(id, { untilMs: now() + pauseMs, pauseMs });
  }

  function missed({ id }: Program): void {
    const before = pauses.get(id)?.pauseMs;
    pause(id, before === undefined ? FIRST_PAUSE_MS : Math.min(2 * before, LONGEST_PAUSE_MS));
  }

  function wasSlow({ id, name, longestPauseMs = LONGEST_SLOW_PAUSE_MS }: Program): void {
    const before = slowPauses.get(name);
    const pauseMs = before === undefined ? FIRST_PAUSE_MS : before * SLOW_GROWTH;
    const boundedMs = Math.min(pauseMs, longestPauseMs);
    const [oldest] = slowPauses.keys();
    if (slowPauses.size >= REMEMBERED && oldest !== undefined) slowPauses.delete(oldest);
    slowPauses.set(name, boundedMs);
    pause(id, boundedMs);
  }

  /** One slow answer may be an accident: a program that answers well again is forgiven step by step. */
  function wasQuick({ id, name }: Program): void {
    pauses.delete(id);
    const before = slowPauses.get(name);
    if (before === undefined) return;
    if (before <= FIRST_PAUSE_MS) slowPauses.delete(name);
    else slowPauses.set(name, before / 2);
  }

  return {
    /**
     * What `work` gives; undefined when it fails, takes too long, or the program is left alone. Never rejects. Work that calls
     * `alive` had answers: it may be late on a busy machine without being left alone for that. Work that rejects because the
     * program was slow has it left alone for longer.
     */
    async ask<T>(
      program: Program,
      withinMs: number,
      work: (alive: () => void) => Promise<T>,
    ): Promise<T | undefined> {
      if (now() < (pauses.get(program.id)?.untilMs ?? 0)) return undefined;
      const { promise: timeout, resolve: give } = Promise.withResolvers<'late'>();
      const timer = setTimeout(give, withinMs, 'late');
      let isAlive = false;
      const alive = () => {
        isAlive = true;
        pauses.delete(program.id);
      };
      try {
        const result = await Promise.race([work(alive).then((value) => ({ value })), timeout]);
        if (result !== 'late') {
          wasQuick(program);
          return result.value;
        }
        if (!isAlive) missed(program);
        return undefined;
      } catch (error) {
        // Otherwise the program closed its window or ended while it was asked: there is nothing to know about it.
        if (error instanceof ProgramCallsEndedError && error.reason === 'slow') wasSlow(program);
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
