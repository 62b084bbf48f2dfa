/** How fast the full store takes, changes and drops documents. Leaves it as it was. */
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { type BenchDocument, corpus } from './corpus.ts';
import { toContent } from './filled-store.ts';
import { measure, print } from './measuring.ts';

const DAY_MS = 86_400_000;

export function runWrites(dataDir: string): void {
  const writes = openWrites(dataDir);
  const added: number[] = [];
  const add = (documents: BenchDocument[]) => {
    const ids = writes.run(0, 'content.add', [toContent(documents)]) as { frames: number[] };
    added.push(...ids.frames);
  };
  const forEach = <T>(name: string, items: readonly T[], work: (item: T) => void, size = 1) => {
    const { cpuMs, wallMs } = measure(() => {
      for (const item of items) work(item);
    });
    const count = items.length * size;
    const perSecond = (ms: number) => `${Math.round((count / ms) * 1000)}/s`;
    const each = `${(cpuMs / count).toFixed(2)} ms CPU each`;
    print(`${name.padEnd(28)} ${perSecond(wallMs)} wall, ${perSecond(cpuMs)} CPU, ${each}`);
  };

  const past = [...corpus({ frames: 10_000, seed: 77 })].filter((d) => d.kind === 'ocr');
  const future = past.map((d) => ({ ...d, atMs: d.atMs + 400 * DAY_MS }));
  const batches = (size: number, from: number) =>
    Array.from({ length: 3_000 / size }, (_, i) =>
      future.slice(from + i * size, from + (i + 1) * size),
    );
  print('\nwrites into the full store');
  forEach('insert one by one', future.slice(0, 2_000), (document) => add([document]));
  forEach('insert in batches of 100', batches(100, 2_000), add, 100);
  forEach('insert in batches of 1000', batches(1_000, 5_000), add, 1_000);
  forEach('insert late, one by one', past.slice(0, 1_000), (document) => add([document]));
  forEach('update', added.slice(0, 500), (id) => {
    writes.run(0, 'content.replaceText', ['ocr', id, past[id % 1_000]?.text ?? '']);
  });
  forEach('delete', added.slice(500, 1_500), (id) => {
    writes.run(0, 'content.delete', ['ocr', [id]]);
  });
  writes.run(0, 'content.delete', ['ocr', added]);
  writes.close();
}
