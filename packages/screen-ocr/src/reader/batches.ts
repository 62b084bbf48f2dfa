/**
 * Reads together what is asked for at the same time: every run of a network has a fixed cost, which for a short strip is as high as that of
 * its columns. Only strips of one width go together, so that what is read of a strip never depends on the others. Pure.
 */

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly width: number;
  readonly signal: AbortSignal;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** `run` gets items of one width, together no wider than `widest` unless a single one is. Those that wait when a signal aborts are not run. */
export function inBatches<Item, Result>(options: {
  widthOf: (item: Item) => number;
  widest: number;
  run: (items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>;
}): (item: Item, signal: AbortSignal) => Promise<Result> {
  const { widthOf, widest, run } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const [, ...others] = takeBatch(first);
      try {
        first.signal.throwIfAborted();
        const results = await run([first.item, ...others.map(({ item }) => item)]);
        for (const [i, { resolve }] of [first, ...others].entries()) resolve(results[i] as Result);
      } catch (error) {
        for (const { reject } of [first, ...others]) reject(error);
      }
    }
    isRunning = false;
  }

  function takeBatch({ width, signal }: Waiting<Item, Result>): Waiting<Item, Result>[] {
    const most = Math.max(1, Math.floor(widest / width));
    const isAlike = (each: Waiting<Item, Result>) => each.width === width && each.signal === signal;
    const batch = waiting.filter(isAlike).slice(0, most);
    const taken = new Set(batch);
    waiting = waiting.filter((each) => !taken.has(each));
    return batch;
  }

  return (item, signal) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, width: widthOf(item), signal, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // After all that is asked for now.
      queueMicrotask(runAll);
    });
}
