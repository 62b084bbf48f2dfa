/**
 * The last net: words of the microphone that the loudspeaker said at the same time, in the same order. Only asked when the sound left a
 * doubt: people repeat each other, so words alone never take anything away.
 */
const REPEATED_FROM = 0.6;
/** Rows of the monitor count from this much before the microphone's to this much after. */
const BEFORE_MS = 800;
const AFTER_MS = 200;

export interface Said {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** The monitor's rows that the microphone may have heard again. */
export function saidMeanwhile<T extends Said>(said: Said, monitor: readonly T[]): T[] {
  return monitor.filter(
    ({ startMs, endMs }) => startMs < said.endMs + AFTER_MS && endMs > said.startMs - BEFORE_MS,
  );
}

/** Whether most words of the microphone were said by the monitor meanwhile. */
export function isRepeated(said: Said, monitor: readonly Said[]): boolean {
  const heard = wordsOf(said.text);
  const played = saidMeanwhile(said, monitor).flatMap(({ text }) => wordsOf(text));
  return heard.length > 0 && commonInOrder(heard, played) >= REPEATED_FROM * heard.length;
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  );
}

/** Length of the longest common subsequence. */
function commonInOrder(a: readonly string[], b: readonly string[]): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const now = [0];
    for (const [index, other] of b.entries()) {
      now.push(
        word === other
          ? (before[index] ?? 0) + 1
          : Math.max(before[index + 1] ?? 0, now[index] ?? 0),
      );
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
