/**
 * A process that adds to a store without end, for tests that kill it or take its disk away. Each
 * batch that the store acknowledged is one line on standard output; so is each refusal, after which
 * the process waits for a line on standard input before it tries again.
 */
import { once } from 'node:events';
import type { NewContent } from '#store/new-records.ts';
import { openStore } from '#store/open-store.ts';

export type AddingReport = { added: number; frames: number[] } | { refused: string; total: number };

/** Documents of one batch; all of them hold the word `batch<number>`. */
export const BATCH_SIZE = 7;

function batch(number: number): NewContent {
  const text = `batch${number} ${'lorem ipsum dolor sit amet '.repeat(20)}`;
  const atMs = Date.parse('2026-02-03T09:00:00Z') + number * 1_000;
  return {
    frames: [0, 1, 2, 3].map((i) => ({
      atMs: atMs + i,
      text,
      deviceName: 'monitor_1',
      appName: `app ${number % 3}`,
      elements: [{ source: 'accessibility', role: 'text', text }],
      tags: ['work'],
    })),
    transcriptions: [0, 1].map((i) => ({
      text,
      engine: 'whisper',
      deviceName: 'mic',
      isInput: true,
      atMs: atMs - i,
    })),
    uiTexts: [{ atMs, text }],
    inputEvents: [{ atMs, eventType: 'text', textContent: text }],
  };
}

function report(line: AddingReport): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function main(dataDir: string, first: number): Promise<void> {
  const store = await openStore({ dataDir });
  for (let number = first; ; number++) {
    try {
      const { frames } = await store.content.add(batch(number));
      report({ added: number, frames });
    } catch (error) {
      const everything = { kinds: ['ocr', 'audio', 'ui'], order: 'descending' } as const;
      const { total } = await store.search.find({ ...everything, limit: 1, offset: 0 });
      report({ refused: String((error as { code?: unknown }).code), total });
      await once(process.stdin, 'data');
    }
  }
}

const [, script, dataDir, first] = process.argv;
if (script === import.meta.filename && dataDir !== undefined) await main(dataDir, Number(first));
