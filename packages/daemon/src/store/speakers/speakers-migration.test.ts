/** A database from before speakers were checked: what was said stays, and every id that was given is a speaker. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { Connection } from '../kernel/connection.ts';
import { DATABASE_FILE_NAME, registerFunctions } from '../kernel/database.ts';
import { MIGRATION_STEPS } from '../kernel/migration-steps.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { speakerFaults } from '../testing/voices.ts';

const EARLIER = [
  '202611150900_initial.sql',
  '202611151000_video_chunks.sql',
  '202611151010_packed_boxes.sql',
];
const HOUR = 491_000;
const KEY = HOUR * 2 ** 22 + 1;

function makeEarlierDatabase(dataDir: string): void {
  const db = new Connection(join(dataDir, DATABASE_FILE_NAME));
  registerFunctions(db);
  for (const name of EARLIER) {
    db.exec(readFileSync(join(import.meta.dirname, '../migrations', name), 'utf8'));
    MIGRATION_STEPS[name]?.(db);
  }
  db.exec(`
    INSERT INTO speakers (id, name) VALUES (2, 'Rosa');
    INSERT INTO context (id, kind, app_id, app_name, window_name, browser_url, frame_name, device_name, is_input,
      focused, speaker_id, machine_id) VALUES
      (1, 1, 1, '', '', '', '', 'mic', 1, -1, 2, ''), (2, 1, 1, '', '', '', '', 'mic', 1, -1, 7, ''),
      (3, 1, 1, '', '', '', '', 'mic', 1, -1, 0, '');
    INSERT INTO audio_chunk (id, file_path, at_ms) VALUES (1, '', 0), (2, '', 0), (3, '', 0);
    INSERT INTO hour (hour, ocr, audio, ui, last_at_ms, disordered) VALUES (${HOUR}, 0, 3, 0, ${HOUR * 3_600_000}, 0);`);
  for (const [i, text] of ['of rosa', 'of seven', 'of nobody'].entries()) {
    const key = KEY + i * 4;
    db.exec(`
      INSERT INTO document (key, at_ms, context_id, ref, length) VALUES (${key}, ${HOUR * 3_600_000}, ${i + 1}, ${i + 1}, 9);
      INSERT INTO document_text (key, text) VALUES (${key}, '${text}');
      INSERT INTO context_hour (context_id, hour, documents) VALUES (${i + 1}, ${HOUR}, 1);
      INSERT INTO transcription (id, key, audio_chunk_id, offset_index, engine) VALUES (${i + 1}, ${key}, ${i + 1}, 0, 'x');`);
  }
  db.pragma('application_id = 0x48494e44');
  db.pragma(`user_version = ${EARLIER.length}`);
  db.close();
}

test('an earlier database keeps what was said, and by whom', async () => {
  await using folder = await temporaryFolder();
  makeEarlierDatabase(folder.path);
  const writes = openWrites(folder.path);
  const reads = openReads(folder.path, makeCancellationFlag());
  const found = (filter: object) => {
    const whole = { kinds: ['audio'], limit: 9, offset: 0, order: 'ascending' } as const;
    const { items } = reads.run(1, 'search.find', [{ ...whole, ...filter }]) as {
      items: { text: string }[];
    };
    return items.map(({ text }) => text);
  };
  expect(found({})).toEqual(['of rosa', 'of seven', 'of nobody']);
  expect(found({ speakerName: 'rosa' })).toEqual(['of rosa']);
  writes.run(1, 'speakers.update', [7, { name: 'Seven' }]);
  expect(found({ speakerName: 'seven' })).toEqual(['of seven']);
  writes.run(1, 'speakers.merge', [2, 7]);
  expect(found({ speakerName: 'rosa' })).toEqual(['of rosa', 'of seven']);
  // The dictionary goes on from where it was.
  const transcription = { atMs: HOUR * 3_600_000, text: 'new', engine: 'x', deviceName: 'mic' };
  writes.run(2, 'content.add', [{ transcriptions: [{ ...transcription, isInput: true }] }]);
  expect(found({})).toHaveLength(4);
  expect(speakerFaults(folder.path)).toEqual([]);
  reads.close();
  writes.close();
});
