/** An index that was rebuilt, and what single new entries cost it afterwards. */
import { expect, test } from 'vitest';
import { openWriter } from '../kernel/database.ts';
import { segmentLists } from '../kernel/index-segments.ts';
import { tidyIndexes } from '../kernel/index-upkeep.ts';
import { openWrites } from '../kernel/open-writes.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { rebuildIndex } from './rebuild-index.ts';

const START_MS = Date.parse('2026-02-03T09:00:00Z');
const textOf = (number: number) =>
  Array.from({ length: 100 }, (_, i) => `word${(number * 37 + i * i) % 5_000}`).join(' ');
const frameOf = (number: number) => ({
  atMs: START_MS + number * 1_000,
  deviceName: 'monitor_1',
  text: textOf(number),
});

test('an index that was rebuilt is not merged again with a few new entries', async () => {
  await using folder = await temporaryFolder();
  {
    const writes = openWrites(folder.path);
    const frames = Array.from({ length: 2_000 }, (_, number) => frameOf(number));
    writes.run(0, 'content.add', [{ frames }]);
    writes.close();
  }
  {
    const db = openWriter(folder.path);
    expect(db.transaction(() => rebuildIndex(db))()).toBe(2_000);
    db.close();
  }
  const db = openWriter(folder.path);
  const { readLevels } = segmentLists(db, 'document_fts');
  const oldest = () => readLevels().at(-1)?.segments[0];
  const rebuilt = oldest();
  expect(rebuilt?.lastPage).toBeGreaterThan(64);
  const insert = db.prepare('INSERT INTO document_fts (rowid, text) VALUES (?, ?)');
  // Small segments climb a level with each merge: so many reach the one on which FTS5 has built the large segment.
  for (let number = 0; number < 20; number++) {
    insert.run(2 ** 42 + number, textOf(number));
    while (tidyIndexes(db));
  }
  expect(oldest()).toEqual(rebuilt);
  db.close();
});
