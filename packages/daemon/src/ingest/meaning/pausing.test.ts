import { expect, test } from 'vitest';
import { pausing } from './pausing.ts';

function failing() {
  let nowMs = 0;
  let isBroken = true;
  const calls: string[] = [];
  const warnings: unknown[] = [];
  const compare = pausing({
    compare: async (question, _texts, signal) => {
      calls.push(question);
      signal.throwIfAborted();
      if (isBroken) throw new Error('no room');
      return new Float32Array(1);
    },
    clock: { monotonicMs: () => nowMs },
    log: { warn: (fields: unknown) => void warnings.push(fields) },
  });
  return {
    ask: (question: string, signal = new AbortController().signal) =>
      compare(question, ['text'], signal),
    pass(ms: number) {
      nowMs += ms;
    },
    repair() {
      isBroken = false;
    },
    calls,
    warnings,
  };
}

test('after a failure it rejects at once for a while, says so once, and is tried again', async () => {
  const look = failing();
  await expect(look.ask('one')).rejects.toThrow('no room');
  look.repair();
  look.pass(19_000);
  await expect(look.ask('two')).rejects.toThrow('no room');
  expect(look.calls).toEqual(['one']);
  expect(look.warnings).toHaveLength(1);
  look.pass(1_000);
  await expect(look.ask('three')).resolves.toHaveLength(1);
});

test('one that takes too long pauses it, one that its caller gives up does not', async () => {
  const look = failing();
  look.repair();
  await expect(look.ask('one', AbortSignal.abort())).rejects.toThrow();
  await expect(look.ask('two')).resolves.toHaveLength(1);
  const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  await expect(look.ask('three', late)).rejects.toThrow('late');
  await expect(look.ask('four')).rejects.toThrow('late');
  expect(look.calls).toEqual(['one', 'two', 'three']);
});
