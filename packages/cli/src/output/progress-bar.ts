/** One line that shows how far something is: redrawn in place for a person at a terminal, a few plain lines for a log. */
const BAR_CELLS = 30;
const LINES_IN_LOG = 4;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export function progressBar(stream: { isTTY?: boolean; write(text: string): unknown }) {
  let isOpen = false;
  let steps = -1;
  return {
    /** `whole` names what the whole is: `12 MB`. */
    show(title: string, { done, total }: Progress, whole: string): void {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const amount = `${Math.floor(share * 100)} % of ${whole}`;
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
    /** What is written next begins on its own line. */
    end(): void {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}
