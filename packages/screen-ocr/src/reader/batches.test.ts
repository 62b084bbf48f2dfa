import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';

const wanted = new AbortController().signal;

function batchesOf(onRun: (items: readonly string[]) => void = () => undefined) {
  const runs: (readonly string[])[] = [];
  const read = inBatches({
    widthOf: (item: string) => item.length,
    widest: 9,
    run: async (items) => {
      runs.push(items);
      onRun(items);
      return items.map((item) => item.toUpperCase());
    },
  });
  return { runs, read };
}

test('items of one width that are asked for at the same time run together, as far as they may', async () => {
  const { runs, read } = batchesOf();
  const asked = ['abc', 'de', 'fgh', 'ijk', 'lm', 'nop', 'much too wide'];
  const answers = await Promise.all(asked.map((item) => read(item, wanted)));
  expect(answers).toEqual(asked.map((item) => item.toUpperCase()));
  expect(runs).toEqual([['abc', 'fgh', 'ijk'], ['de', 'lm'], ['nop'], ['much too wide']]);
});

test('what is asked for while others run is run after them', async () => {
  const { runs, read } = batchesOf();
  const later = read('cde', wanted).then(() => read('fg', wanted));
  expect(await Promise.all([read('ab', wanted), later])).toEqual(['AB', 'FG']);
  expect(runs).toEqual([['cde'], ['ab'], ['fg']]);
});

test('what still waits when its signal aborts is not run', async () => {
  const abort = new AbortController();
  const { runs, read } = batchesOf(() => abort.abort());
  const first = read('ab', abort.signal);
  const second = read('cde', abort.signal);
  const other = read('fgh', wanted);
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  expect(await first).toBe('AB');
  expect(await other).toBe('FGH');
  expect(runs).toEqual([['ab'], ['fgh']]);
});

test('an error is that of its batch alone', async () => {
  const { read } = batchesOf(([item]) => {
    if (item === 'ab') throw new Error('no network');
  });
  const other = read('fgh', wanted);
  await expect(read('ab', wanted)).rejects.toThrow('no network');
  expect(await other).toBe('FGH');
});
