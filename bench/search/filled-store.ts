/** A store filled with the corpus by the product's own writer, and the product's own reader on it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCancellationFlag } from '../../packages/daemon/src/store/kernel/cancellation.ts';
import { openWriter } from '../../packages/daemon/src/store/kernel/database.ts';
import { openReads } from '../../packages/daemon/src/store/kernel/open-reads.ts';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import type { Item, Page, SearchFilter } from '../../packages/daemon/src/store/records.ts';
import type { StoreKey } from '../../packages/daemon/src/store/sealing/store-key.ts';
import { type Facts, fillInBulk } from './bulk-store.ts';
import { type BenchDocument, corpus, SPEAKERS } from './corpus.ts';
import { print } from './measuring.ts';

const CORPUS_SEED = 1;

export type { Facts };

export function toContent(documents: readonly BenchDocument[]) {
  const of = (kind: BenchDocument['kind']) => documents.filter((d) => d.kind === kind);
  return {
    frames: of('ocr').map((d) => ({
      atMs: d.atMs,
      deviceName: d.device,
      appName: d.app,
      windowName: d.window,
      browserUrl: d.url,
      focused: true,
      captureTrigger: 'visual_change',
      textSource: 'ocr',
      text: d.text,
    })),
    transcriptions: of('audio').map((d) => ({
      atMs: d.atMs,
      deviceName: d.device,
      isInput: true,
      speakerId: d.speaker,
      engine: 'bench',
      text: d.text,
    })),
    uiTexts: of('ui').map((d) => ({
      atMs: d.atMs,
      appName: d.app,
      windowName: d.window,
      browserUrl: d.url,
      text: d.text,
    })),
  };
}

/** The voices of the corpus, which the clusterer would have made from sound. */
export function addSpeakers(dataDir: string, key?: StoreKey | undefined): void {
  const db = openWriter(dataDir, key);
  const insert = db.prepare('INSERT INTO speakers (id, name) VALUES (?, ?)');
  for (let id = 1; id <= SPEAKERS; id += 1) insert.run(id, `Speaker ${id}`);
  db.close();
}

function emptyStore(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  addSpeakers(dataDir);
}

function keepFacts(dataDir: string, facts: Facts, started: number): Facts {
  const seconds = (performance.now() - started) / 1000;
  print(`built in ${seconds.toFixed(0)} s, ${Math.round(facts.documents / seconds)} documents/s`);
  writeFileSync(join(dataDir, 'facts.json'), JSON.stringify(facts));
  return facts;
}

/** Many times as fast, and the same content. */
export async function buildInBulk(dataDir: string, frames: number): Promise<Facts> {
  emptyStore(dataDir);
  const started = performance.now();
  return keepFacts(dataDir, await fillInBulk({ dataDir, frames, seed: CORPUS_SEED }), started);
}

export function buildStore(dataDir: string, frames: number): Facts {
  emptyStore(dataDir);
  const writes = openWrites(dataDir);
  const facts: Facts = { documents: 0, textBytes: 0 };
  let batch: BenchDocument[] = [];
  const started = performance.now();
  const flush = () => {
    writes.run(0, 'content.add', [toContent(batch)]);
    batch = [];
    if (facts.documents % 100_000 === 0) print(`  ${facts.documents} documents …`);
  };
  for (const document of corpus({ frames, seed: CORPUS_SEED })) {
    batch.push(document);
    facts.documents += 1;
    facts.textBytes += Buffer.byteLength(document.text);
    if (batch.length === 1_000) flush();
  }
  flush();
  // What the service does by itself when it has nothing to do.
  while (writes.rest());
  writes.close();
  return keepFacts(dataDir, facts, started);
}

export type Querying = ReturnType<typeof openQuerying>;

export function openQuerying(dataDir: string, key?: StoreKey | undefined) {
  const reads = openReads(dataDir, makeCancellationFlag(), {}, key);
  let call = 0;
  return {
    search(filter: SearchFilter): Page<Item> {
      call += 1;
      return reads.run(call, 'search.find', [filter]) as Page<Item>;
    },
    ask(name: string, args: readonly unknown[]): unknown {
      call += 1;
      return reads.run(call, name, args);
    },
    close: reads.close,
  };
}
