import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Connection } from '../kernel/connection.ts';
import { DATABASE_FILE_NAME, registerFunctions } from '../kernel/database.ts';
import { MIGRATION_STEPS } from '../kernel/migration-steps.ts';
import { openWrites } from '../kernel/open-writes.ts';
import type { NewTranscription } from '../new-records.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { talk } from '../testing/talk.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const LARGER = { smaller: ['whisper-tiny'], models: 'whisper-small', readsForeign: true };

let store: LocalStore;
beforeEach(async () => {
  store = await localStore();
});
afterEach(async () => {
  expect(findFaults(store.dataDir)).toEqual([]);
  await store[Symbol.asyncDispose]();
});

/** A recording with its final text. */
function recording(minute: number, ...lines: Partial<NewTranscription>[]): number {
  const device = { deviceName: 'mic (input)', isInput: true };
  const atMs = AT_MS + minute * 60_000;
  const filePath = `data/2026-02-03/${minute}_mic.ogg`;
  const chunkId = store.write('audio.addSegment', { filePath, atMs, durationMs: 4_000, ...device });
  const usual = { atMs, text: 'gesagt', engine: 'whisper-tiny:de', language: 'de', ...device };
  const rows = lines.map((line, i) => ({ ...usual, startSecs: i, endSecs: i + 1, ...line }));
  store.write('audio.setSegmentText', chunkId, rows, true);
  return chunkId;
}

const linesOf = (chunkId: number) =>
  store.read('audio.findChunk', chunkId)?.transcriptions.map(({ text, language, engine }) => ({
    text,
    language,
    engine,
  }));
const idsOf = (chunkId: number) =>
  store.read('audio.findChunk', chunkId)?.transcriptions.map(({ id }) => id) ?? [];
const olderOf = (chunkId: number) => store.read('audio.findOlderText', chunkId);

function corrected(minute = 0): number {
  const chunkId = recording(minute, { text: 'the clock so', engine: 'tiny', language: 'en' });
  const [id = 0] = idsOf(chunkId);
  const change = { id, text: 'de klok', engine: 'whisper-base:nl', language: 'nl' };
  store.write('audio.rewriteLines', chunkId, [change], 'language', AT_MS);
  return chunkId;
}

describe('a recording that is read again', () => {
  test('says the new text in its language, and before when that is taken back', () => {
    const chunkId = corrected();
    expect(linesOf(chunkId)).toEqual([
      { text: 'de klok', language: 'nl', engine: 'whisper-base:nl' },
    ]);
    expect(olderOf(chunkId)).toMatchObject({
      reason: 'language',
      replacedAtMs: AT_MS,
      before: [{ text: 'the clock so', language: 'en' }],
    });
    expect(store.write('audio.restoreOlderText', chunkId)).toBe(true);
    expect(linesOf(chunkId)).toEqual([{ text: 'the clock so', language: 'en', engine: 'tiny' }]);
    expect(olderOf(chunkId)).toBeUndefined();
    expect(store.write('audio.restoreOlderText', chunkId)).toBe(false);
  });

  test('the same text leaves nothing to go back to', () => {
    const chunkId = recording(0, {});
    const [id = 0] = idsOf(chunkId);
    const change = { id, text: 'gesagt', engine: 'whisper-small:de', language: 'de' };
    store.write('audio.rewriteLines', chunkId, [change], 'model', AT_MS);
    expect(olderOf(chunkId)).toBeUndefined();
    expect(linesOf(chunkId)).toMatchObject([{ engine: 'whisper-small:de' }]);
  });

  test('words that are deleted or covered do not come back', () => {
    const [deleted, covered] = [corrected(0), corrected(1)];
    store.write('content.delete', 'audio', idsOf(deleted));
    expect(olderOf(deleted)).toBeUndefined();
    const [id = 0] = idsOf(covered);
    store.write('audio.updateTranscription', id, { text: '[EMAIL]' });
    expect(olderOf(covered)).toBeUndefined();
    expect(store.write('audio.restoreOlderText', covered)).toBe(false);
  });

  test('its older text is among those that rules look through', () => {
    corrected();
    const page = store.read('deletion.listTexts', { table: 'older', id: 0 }, 10);
    expect(page.rows).toEqual([{ kind: 'older', id: 1, texts: ['the clock so'] }]);
  });
});

describe('a language that a person named', () => {
  test('is wanted for the lines of a speaker, not for those of others', () => {
    // Rosa is known from another recording, whose language nobody knows.
    const speakerId = talk(store).speaker(1, ['hello'], 'Rosa');
    const chunkId = recording(0, { speakerId }, {});
    recording(1, {});
    expect(store.write('audio.wantLanguage', { speakerId }, 'fr')).toBe(2);
    expect(store.read('audio.findLinesToCorrect')).toEqual({
      chunkId,
      language: 'fr',
      lineIds: idsOf(chunkId).slice(0, 1),
    });
    const [id = 0] = idsOf(chunkId);
    store.write('audio.rewriteLines', chunkId, [{ id, language: 'fr' }], 'language', AT_MS);
    expect(store.read('audio.countToCorrect')).toBe(1);
    expect(store.read('audio.listCorrected', { speakerId }, AT_MS)).toEqual([chunkId]);
    // A correction from before stays.
    expect(store.read('audio.listCorrected', { speakerId }, AT_MS + 1)).toEqual([]);
  });

  test('is wanted for everything in another language that has its sound, and can be unwanted', () => {
    recording(0, {});
    recording(1, { language: 'fr' });
    talk(store).say('without its sound', { filePath: '', language: 'de' });
    expect(store.write('audio.wantLanguage', { everything: true }, 'fr')).toBe(1);
    expect(store.read('audio.countToCorrect')).toBe(1);
    expect(store.write('audio.unwantLanguage', { everything: true })).toBe(1);
    expect(store.read('audio.countToCorrect')).toBe(0);
  });
});

describe('what a larger model may improve', () => {
  test('is what a smaller one read, the newest first, each once', () => {
    const [first, second] = [recording(0, {}), recording(1, {})];
    recording(2, { engine: 'whisper-small:de' });
    expect(store.read('audio.countToImprove', LARGER)).toBe(2);
    expect(store.read('audio.findToImprove', LARGER)).toBe(second);
    store.write('audio.setReadBy', second, LARGER.models);
    expect(store.read('audio.findToImprove', LARGER)).toBe(first);
    store.write('audio.setReadBy', first, LARGER.models);
    expect(store.read('audio.findToImprove', LARGER)).toBeUndefined();
    // A model that was installed since.
    expect(store.read('audio.countToImprove', { ...LARGER, models: 'larger' })).toBe(2);
  });

  test('is never what a person took back', () => {
    const chunkId = recording(0, {});
    const [id = 0] = idsOf(chunkId);
    store.write('audio.rewriteLines', chunkId, [{ id, text: 'gesagtes' }], 'model', AT_MS);
    store.write('audio.restoreOlderText', chunkId);
    expect(store.read('audio.findToImprove', { ...LARGER, models: 'larger' })).toBeUndefined();
  });

  test('includes speech that was not understood, once a model for it is there', () => {
    const device = { deviceName: 'mic (input)', isInput: true, durationMs: 4_000, atMs: AT_MS };
    const filePath = 'data/2026-02-03/1_mic.ogg';
    const chunkId = store.write('audio.addSegment', { filePath, ...device });
    store.write('audio.setSegmentState', chunkId, 'failed', 'LANGUAGE_NOT_UNDERSTOOD');
    expect(store.read('audio.findToImprove', { ...LARGER, readsForeign: false })).toBeUndefined();
    expect(store.read('audio.findToImprove', LARGER)).toBe(chunkId);
  });
});

test('rows from before get their language from the name of their engine', async () => {
  await using folder = await temporaryFolder();
  const db = new Connection(join(folder.path, DATABASE_FILE_NAME));
  registerFunctions(db);
  const migrations = join(import.meta.dirname, '../migrations');
  const earlier = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql') && name < '202611172150')
    .sort();
  for (const name of earlier) {
    db.exec(readFileSync(join(migrations, name), 'utf8'));
    MIGRATION_STEPS[name]?.(db);
  }
  db.exec("INSERT INTO audio_chunk (id, file_path, at_ms) VALUES (1, '', 0)");
  const engines = ['whisper-base:de', 'moonshine-tiny', 'whisper-1', 'manual', 'whisper-tiny:haw'];
  const insert = db.prepare(
    'INSERT INTO transcription (key, audio_chunk_id, offset_index, engine) VALUES (?, 1, 0, ?)',
  );
  for (const [i, engine] of engines.entries()) insert.run(-1 - i, engine);
  db.pragma('application_id = 0x48494e44');
  db.pragma(`user_version = ${earlier.length}`);
  db.close();
  openWrites(folder.path).close();
  const now = new Connection(join(folder.path, DATABASE_FILE_NAME), { readonly: true });
  const languages = now.prepare('SELECT language FROM transcription ORDER BY id').pluck().all();
  now.close();
  expect(languages).toEqual(['de', 'en', null, null, 'haw']);
});
