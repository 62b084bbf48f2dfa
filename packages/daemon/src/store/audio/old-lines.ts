/**
 * Takes back that a recording was transcribed again: its lines are what they were. Only where nobody has touched the new ones
 * since: who deletes or covers words means what was said, however it was understood, and it must not come back. Runs in the
 * writer thread, inside its caller's transaction.
 */
import type { Connection } from '../kernel/connection.ts';
import type { NewTranscription } from '../new-records.ts';
import type { OldLine, SaidLine, TranscriptionChange } from './audio-records.ts';
import type { StoredTranscription } from './transcriptions.ts';

export function oldLineWriter(
  db: Connection,
  rows: {
    find(id: number): StoredTranscription | undefined;
    insert(one: NewTranscription): unknown;
    update(id: number, change: TranscriptionChange): unknown;
    remove(id: number): unknown;
  },
) {
  const speakerNow = db.values<number>(
    'SELECT id FROM speakers WHERE id = :id UNION ALL SELECT speaker_id FROM speaker_redirect WHERE id = :id',
  );

  /** A separate row again, unless whoever said it was deleted since. */
  function bringBack(line: OldLine, other: StoredTranscription): void {
    const { atMs, text, engine, language, startSecs, endSecs } = line;
    const speakerId =
      line.speakerId === null ? undefined : (speakerNow.get({ id: line.speakerId }) as number);
    if (line.speakerId !== null && speakerId === undefined) return;
    const { chunkId, deviceName, isInput } = other;
    rows.insert({
      chunkId,
      deviceName,
      isInput,
      atMs,
      text,
      engine,
      language: language ?? undefined,
      speakerId,
      startSecs: startSecs ?? undefined,
      endSecs: endSecs ?? undefined,
    });
  }

  /** Undefined when one of them is not as it was made. */
  function findMade(chunkId: number, after: readonly SaidLine[]) {
    const made = new Map<number, StoredTranscription>();
    for (const { id, text } of after) {
      const row = rows.find(id);
      if (row?.chunkId !== chunkId || row.text !== text) return undefined;
      made.set(id, row);
    }
    return made;
  }

  /** False, and nothing done, when the recording does not say any more what `after` says. */
  return (chunkId: number, before: readonly OldLine[], after: readonly SaidLine[]): boolean => {
    const made = findMade(chunkId, after);
    const [other] = made?.values() ?? [];
    // Nothing was said in it before: there is nothing to go back to.
    if (!made || !other || before.length === 0) return false;
    for (const line of before) {
      const { id, atMs, text, engine, language, startSecs, endSecs } = line;
      if (made.delete(id)) rows.update(id, { atMs, text, engine, language, startSecs, endSecs });
      else if (line.wasRemoved) bringBack(line, other);
    }
    for (const id of made.keys()) rows.remove(id);
    return true;
  };
}
