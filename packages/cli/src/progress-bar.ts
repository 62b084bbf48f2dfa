/** One line that shows how far a download is: redrawn in place for a person at a terminal, a few plain lines for a log. */
import { megabytes } from './terminal.ts';

const BAR_CELLS = 30;
const LINES_IN_LOG = 4;

export interface Progress {
  readonly bytes: number;
  readonly total: number;
}

export function progressBar(stream: { isTTY?: boolean; write(text: string): unknown }) {
  let isOpen = false;
  let steps = -1;
  return {
    show(title: string, { bytes, total }: Progress): void {
      const share = total === 0 ? 1 : Math.min(1, bytes / total);
      const amount = `${Math.floor(share * 100)} % of ${megabytes(total)}`;
      if (stream.isTTY === true) {
        const filled = Math.round(share * BAR_CELLS);
        const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
        stream.write(`\r${title} ${bar} ${amount}`);
        isOpen = true;
        return;
      }
      const step = Math.floor(share * LINES_IN_LOG);
      if (step === steps) return;
      steps = step;
      stream.write(`${title}: ${amount}\n`);
    },
    /** What is written next begins on a line of its own. */
    end(): void {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}
