/**
 * Sends the host what the pipe logs. The host listens to a flood slowly, and what waits for it would fill this process: beyond what
 * anybody reads, lines go only as the host takes them. The others are left out, and their number is reported. For every ten of those the pipe
 * sleeps a millisecond: left alone, a flood keeps a core busy with making lines for nobody, and concurrent searches get slower.
 */
import type { FromChild } from '../run/protocol.ts';

type LogLine = Extract<FromChild, { kind: 'log' }>;

/** Always sent. The host keeps no more of a run. */
const MOST_LINES = 2_000;
const NAP_MS = 1;
const LINES_PER_NAP = 10;
/** The end of the run waits for them. */
const MOST_WAITING_BYTES = 8 * 1024;

export function logTeller(tell: (line: LogLine) => void, waitingBytes: () => number) {
  const never = new Int32Array(new SharedArrayBuffer(4));
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
        if (leftOut % LINES_PER_NAP === 0) Atomics.wait(never, 0, 0, NAP_MS);
        return;
      }
      tellLeftOut();
      tell(line);
    },
    tellLeftOut,
  };
}
