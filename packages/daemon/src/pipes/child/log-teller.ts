/**
 * Tells the host what the pipe logs. The host listens to a flood slowly, and what waits for it would fill this process: beyond what
 * anybody reads, lines go only as the host takes them. The others are left out, and their number is told.
 */
import type { FromChild } from '../protocol.ts';

type LogLine = Extract<FromChild, { kind: 'log' }>;

/** Always told. The host keeps no more of a run. */
const MOST_LINES = 2_000;
/** The end of the run waits for them. */
const MOST_WAITING_BYTES = 8 * 1024;

export function logTeller(tell: (line: LogLine) => void, waitingBytes: () => number) {
  let lines = 0;
  let leftOut = 0;

  function tellLeftOut(): void {
    if (leftOut === 0) return;
    tell({
      kind: 'log',
      level: 'warn',
      message: `${leftOut} lines were left out: they came too fast`,
    });
    leftOut = 0;
  }

  return {
    tell(line: LogLine): void {
      lines += 1;
      if (lines > MOST_LINES && waitingBytes() > MOST_WAITING_BYTES) {
        leftOut += 1;
        return;
      }
      tellLeftOut();
      tell(line);
    },
    tellLeftOut,
  };
}
