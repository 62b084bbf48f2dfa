/** The log of a pipe, in memory and of bounded size: the oldest lines go first. What a run printed is kept with its execution. */
import type { LogLevel } from './protocol.ts';

export interface LogEntry {
  readonly atMs: number;
  readonly level: LogLevel;
  readonly message: string;
  /** On the entry that closes a run. */
  readonly closes?: { readonly executionId: number } | undefined;
}

/** Some hundred lines of each pipe; fifty noisy pipes stay below 7 MB. */
const MOST_CHARACTERS = 128 * 1024;
const MOST_LINE_CHARACTERS = 4_096;
/** An empty line costs memory too. */
const LINE_COST = 64;

export interface RunLog {
  add(entry: LogEntry): void;
  /** Oldest first. */
  list(): readonly LogEntry[];
}

export function runLog(): RunLog {
  const entries: LogEntry[] = [];
  let size = 0;
  const costOf = ({ message }: LogEntry) => message.length + LINE_COST;
  return {
    add(entry) {
      const message = shortened(entry.message);
      entries.push({ ...entry, message });
      size += costOf(entry.message === message ? entry : { ...entry, message });
      while (size > MOST_CHARACTERS) size -= costOf(entries.shift() as LogEntry);
    },
    list: () => [...entries],
  };
}

export function shortened(text: string): string {
  return text.length <= MOST_LINE_CHARACTERS ? text : `${text.slice(0, MOST_LINE_CHARACTERS - 1)}…`;
}
