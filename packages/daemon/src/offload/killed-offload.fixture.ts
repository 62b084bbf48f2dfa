/**
 * A process that moves what is due, removes what was deleted, and ends. With a number it kills itself when it comes to that step for rows
 * or for the place, so that a test can let it die at every one of them.
 */
import { type OffloadParts, openOffloadParts, signal, testPlace } from './offload.fixture.ts';

async function main(dataDir: string, to: string, dieAt: number): Promise<void> {
  let step = 0;
  function cross(): void {
    step += 1;
    if (step === dieAt) process.kill(process.pid, 'SIGKILL');
  }

  /** The same calls, counted; the one with the fatal number is not made. */
  function mortal<T extends object>(part: T): T {
    const counted = Object.entries(part).map(([name, call]) => [
      name,
      (...args: unknown[]) => {
        cross();
        return (call as (...args: unknown[]) => unknown)(...args);
      },
    ]);
    return Object.fromEntries(counted) as T;
  }

  await using parts: OffloadParts = await openOffloadParts(dataDir, {
    to,
    openPlace: (url, storeName) => mortal(testPlace(url, storeName)),
    wrapStore: (store) => ({ ...store, offload: mortalCalls(store.offload, mortal) }),
  });
  await parts.offload.runNow(signal);
}

const CALLS = ['keepKey', 'begin', 'moved', 'drop', 'setCached', 'keepNamed', 'count'] as const;

function mortalCalls<T extends object>(part: T, mortal: (calls: object) => object): T {
  const named = Object.fromEntries(
    CALLS.map((name) => [name, (part as Record<string, unknown>)[name]]),
  );
  return { ...part, ...mortal(named) };
}

const [, , dataDir, to, dieAt] = process.argv;
if (dataDir !== undefined && to !== undefined) await main(dataDir, to, Number(dieAt));
