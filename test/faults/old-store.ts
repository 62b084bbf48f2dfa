/** A store as the first version left it, large enough that bringing it up to date takes a while. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Written } from './feed.ts';

const MIGRATIONS = join(import.meta.dirname, '../../packages/daemon/src/store/migrations');
/** The first that moves rows. */
const NEXT = '202611151010_packed_boxes.sql';
const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const PICTURE = 'data/2026-02-03/old.jpg';
/** Long texts are what the migration packs. */
const LONG = Array.from({ length: 200 }, (_, i) => `wort${(i * 7919) % 10_007}`).join(' ');
const WORD_BOX = [100, 200, 500, 120, 9_700];

/** Resolves to what is in it. */
export function makeOldStore(dataDir: string, picture: string, frames: number): Written[] {
  mkdirSync(join(dataDir, 'data', '2026-02-03'), { recursive: true });
  copyFileSync(picture, join(dataDir, PICTURE));
  const db = new DatabaseSync(join(dataDir, 'db.sqlite'));
  db.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; BEGIN');
  const names = readdirSync(MIGRATIONS).sort();
  const old = names.slice(0, names.indexOf(NEXT));
  for (const name of old) db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
  const written = Array.from({ length: frames }, (_, index) => addFrame(db, index + 1));
  const hour = Math.floor(AT_MS / 3_600_000);
  db.exec(`INSERT INTO context (kind, app_id, app_name, window_name, browser_url, frame_name, device_name, is_input,
      focused, speaker_id, machine_id) VALUES (0, 1, 'Editor', 'w', '', '', 'monitor_1', 0, -1, 0, '');
    INSERT INTO hour VALUES (${hour}, ${frames}, 0, 0, ${AT_MS + frames}, 0);
    INSERT INTO context_hour VALUES (1, ${hour}, ${frames});
    PRAGMA application_id = ${Buffer.from('HIND').readInt32BE()};
    PRAGMA user_version = ${old.length};
    COMMIT`);
  db.close();
  return written;
}

function addFrame(db: DatabaseSync, id: number): Written {
  const key = Math.floor(AT_MS / 3_600_000) * 2 ** 22 + id * 4;
  const word = `oldword${id}x`;
  const text = `${word} ${LONG}`;
  const run = (sql: string, ...values: (string | number)[]) => db.prepare(sql).run(...values);
  run('INSERT INTO document VALUES (?, ?, 1, ?, ?)', key, AT_MS + id, id, text.length);
  run('INSERT INTO document_text VALUES (?, ?)', key, text);
  run("INSERT INTO document_fts (rowid, text, extra) VALUES (?, ?, '')", key, text);
  run(
    `INSERT INTO frame (id, key, offset_index, text_source, snapshot_path, width, height)
     VALUES (?, ?, 0, 'ocr', ?, 320, 200)`,
    ...[id, key, PICTURE],
  );
  run('INSERT INTO frame_boxes VALUES (?, ?)', id, JSON.stringify([[word, ...WORD_BOX]]));
  return { kind: 'ocr', id, word, appName: 'Editor', fate: 'kept' };
}
