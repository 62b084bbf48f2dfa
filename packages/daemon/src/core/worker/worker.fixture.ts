/** A worker for tests: it echoes, waits, fails and dies on request. */
import { serveCalls, transferred } from './serve-calls.ts';
import type { TestApi } from './worker.conformance.ts';

let aborted = 0;

serveCalls<TestApi>((setup: { fails?: string; dies?: boolean } | undefined) => {
  if (setup?.dies) process.exit(1);
  if (setup?.fails !== undefined) throw Object.assign(new Error(setup.fails), { code: 'NO_MODEL' });
  return {
    echo: (_context, value) => value,
    bytes(_context, length) {
      const bytes = new Uint8Array(length).fill(7);
      return transferred(bytes, [bytes.buffer]);
    },
    count({ note }, to) {
      for (let at = 1; at <= to; at += 1) note(at);
      return to;
    },
    wait: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted += 1;
          resolve(undefined);
        });
      }),
    aborts: () => aborted,
    fail(_context, message) {
      throw new RangeError(message);
    },
    die: () => process.exit(1),
    hang() {
      for (;;);
    },
  };
});
