/** What a job looks for at its end, in a store where something was left. */
import { expect, test } from 'vitest';
import { firstKeyOfHour, hourOf } from '../content/keys.ts';
import { temporaryStore, withDatabase } from '../testing/temporary-store.ts';

test('texts and passages without a document are found everywhere, or in the hours that are asked for', async () => {
  await using opened = await temporaryStore();
  const { store, dataDir } = opened;
  const hour = hourOf(Date.parse('2026-02-03T09:00:00Z'));
  withDatabase(dataDir, (db) => {
    const key = firstKeyOfHour(hour);
    db.prepare("INSERT INTO document_text (key, text) VALUES (?, 'left')").run(key);
    db.prepare('INSERT INTO passage_queue (key, turn) VALUES (?, 1)').run(key);
  });
  const found = { strayTexts: 1, strayPassages: 1 };
  const nothing = { strayTexts: 0, strayPassages: 0 };
  expect(await store.deletion.findLeftovers()).toMatchObject(found);
  expect(await store.deletion.findLeftovers([hour - 1, hour])).toMatchObject(found);
  expect(await store.deletion.findLeftovers([hour - 1, hour + 1])).toMatchObject(nothing);
  expect(await store.deletion.findLeftovers([])).toMatchObject(nothing);
});
