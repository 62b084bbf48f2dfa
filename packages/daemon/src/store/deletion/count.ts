/** What a deletion would take, for those who ask before. Runs in a reader thread, which also looks at the sizes of files. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { contextReader } from '../content/contexts.ts';
import { kindOfKey } from '../content/keys.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { shownMeetings } from '../meetings/shown-meetings.ts';
import type { MachineStorage } from '../timeline/overview-records.ts';
import { isWholePerson, linkedNoteSelection } from './linked-notes.ts';
import type { DeletionCounts, DeletionFilter } from './records.ts';
import { deletionSelection } from './selection.ts';

const SAMPLES = 3;
/** Of more files than this the first ones stand for all: each costs a call of the system. */
const SIZED_FILES = 2_000;

type PictureRow = [snapshot: string | null, videoId: number | null, packedBytes: number];

export function deletionCounter({ db, dataDir, part }: ReadKernel) {
  const contexts = part(contextReader);
  const selection = part(deletionSelection);
  const shown = shownMeetings(db);
  const linked = linkedNoteSelection(db);
  const sql = countSql(db);
  const { sizeOf, sizePictures } = fileSizes(dataDir, sql);

  /** Recordings that go, and those of which something that was said stays. */
  function countRecordings(filter: DeletionFilter, said: readonly number[]) {
    const gone = new Map<number, number>();
    for (const id of said) {
      const chunk = sql.chunkOf.get(id) as number;
      gone.set(chunk, (gone.get(chunk) ?? 0) + 1);
    }
    const whole = new Set(selection.recordings(filter, 'waiting'));
    const cut = new Set(selection.recordings(filter, 'sounding'));
    for (const [chunk, rows] of gone) {
      (rows === sql.said.get(chunk) ? whole : cut).add(chunk);
    }
    for (const chunk of whole) cut.delete(chunk);
    const paths = [...whole, ...cut].map((id) => sql.soundOf.get(id) as string);
    const sounds = [...cut].filter((id) => sql.soundOf.get(id) !== '').length;
    const bytes = sizeOf(paths.filter((path) => path.startsWith('data/')));
    return { audioChunks: whole.size, sounds, bytes };
  }

  function countMemories(filter: DeletionFilter, frameIds: readonly number[]): number {
    const hasAny = sql.hasMemories.get() !== undefined;
    const about = new Set(linked.memories(filter));
    for (const id of hasAny ? frameIds : []) {
      for (const memory of sql.memoriesOf.all(id)) about.add(memory);
    }
    return about.size;
  }

  return {
    /** This machine first, then those whose content was synced. */
    listMachines(): MachineStorage[] {
      const machines = new Map<string, MachineStorage>();
      const entryOf = (machineId: string | null) => {
        const name = machineId ?? '';
        const entry = machines.get(name) ?? { machineId, frames: 0, audioChunks: 0 };
        machines.set(name, entry);
        return entry;
      };
      entryOf(null);
      for (const [id, frames] of sql.perContext.all()) {
        const { kind, machineId } = contexts.get(id);
        if (kind === 'ocr') entryOf(machineId).frames += frames;
      }
      for (const [machineId, chunks] of sql.perMachine.all()) {
        entryOf(machineId || null).audioChunks += chunks;
      }
      return [...machines.values()];
    },
    /** What a deletion would take. */
    count(filter: DeletionFilter): DeletionCounts {
      let [texts, uiTexts] = [0, 0];
      const frameIds: number[] = [];
      const said: number[] = [];
      const keys = new Set<number>();
      for (const [key, ref, length] of selection.documents(filter)) {
        keys.add(key);
        const kind = kindOfKey(key);
        if (kind === 'ui') uiTexts += 1;
        else (kind === 'ocr' ? frameIds : said).push(ref);
        if (kind === 'ocr') texts += Number(length > 0);
      }
      for (const id of selection.hidden(filter)) said.push(id);
      const pictures = [...selection.pictures(filter)];
      const pictured = sizePictures(pictures.length > 0 ? pictures : frameIds);
      const recordings = countRecordings(filter, said);
      const samples = Array.from({ length: Math.min(SAMPLES, frameIds.length) }, (_, i) => {
        const last = frameIds.length - 1;
        return frameIds[Math.round((i * last) / (SAMPLES - 1))] as number;
      });
      return {
        frames: frameIds.length,
        texts,
        transcriptions: said.length,
        uiTexts,
        ...recordings,
        pictures: pictures.length,
        inputEvents: [...selection.events(filter)].length,
        memories: countMemories(filter, frameIds),
        meetings: new Set([...linked.meetings(filter), ...shown.listShownOnlyBy(keys)]).size,
        speakers: isWholePerson(filter) ? (sql.speaker.get(filter.speakerId) as number) : 0,
        videosShared: pictured.videosShared,
        bytes: pictured.bytes + recordings.bytes,
        sampleFrameIds: [...new Set(samples)],
      };
    },
    /** How many printed outputs and kept values of pipes there are since then. */
    countPipeOutput(sinceMs: number): number {
      const printed = sql.printed.get(new Date(sinceMs).toISOString()) as number;
      return printed + (sql.kept.get(sinceMs) as number);
    },
    /** The next things to delete, at most `limit` of a kind; nothing when there are none left. */
    list: selection.listDeletion,
  };
}

/** Sizes of the files that a deletion would remove. */
function fileSizes(dataDir: string, sql: ReturnType<typeof countSql>) {
  /** Sizes of the first files stand for the others. */
  function sizeOf(paths: readonly string[]): number {
    const sized = paths.slice(0, SIZED_FILES);
    const bytes = sized.reduce((sum, path) => sum + fileBytes(join(dataDir, path)), 0);
    return sized.length === 0 ? 0 : Math.round((bytes * paths.length) / sized.length);
  }

  function sizePictures(frameIds: readonly number[]): { bytes: number; videosShared: number } {
    const rows = frameIds.map((id) => sql.pictureOf.get(id));
    const snapshots = rows.flatMap((row) => row?.[0] ?? []);
    const inVideos = rows.flatMap((row) => (row?.[0] === null ? (row[1] ?? []) : []));
    let bytes = rows.reduce((sum, row) => sum + (row?.[2] ?? 0), sizeOf(snapshots));
    let videosShared = 0;
    for (const [id, frames] of Map.groupBy(inVideos, (videoId) => videoId)) {
      const [path, all] = sql.video.get(id) as [string, number];
      if (frames.length < all) videosShared += 1;
      bytes += Math.round((fileBytes(join(dataDir, path)) * frames.length) / all);
    }
    return { bytes, videosShared };
  }

  return { sizeOf, sizePictures };
}

function countSql(db: ReadKernel['db']) {
  return {
    chunkOf: db.values<number>('SELECT audio_chunk_id FROM transcription WHERE id = ?'),
    said: db.values('SELECT count(*) FROM transcription WHERE audio_chunk_id = ?'),
    soundOf: db.values<string>('SELECT file_path FROM audio_chunk WHERE id = ?'),
    pictureOf: db.tuples<PictureRow>(
      'SELECT f.snapshot_path, f.video_chunk_id, coalesce(length(p.packed), 0) FROM frame f LEFT JOIN frame_pack p ON p.frame_id = f.id WHERE f.id = ?',
    ),
    video: db.tuples<[string, number]>(
      `SELECT v.file_path, (SELECT count(*) FROM frame f WHERE f.video_chunk_id = v.id) FROM video_chunk v WHERE v.id = ?`,
    ),
    memoriesOf: db.values<number>('SELECT id FROM memories WHERE frame_id = ?'),
    hasMemories: db.values('SELECT 1 FROM memories WHERE frame_id IS NOT NULL LIMIT 1'),
    speaker: db.values<number>('SELECT count(*) FROM speakers WHERE id = ?'),
    // As `clearPipeOutput` clears them.
    printed: db.values<number>(
      `SELECT count(*) FROM pipe_executions WHERE coalesce(finished_at, '9999') >= ?
         AND (stdout <> '' OR stderr <> '' OR error_message IS NOT NULL)`,
    ),
    kept: db.values<number>('SELECT count(*) FROM pipe_state WHERE written_ms >= ?'),
    perContext: db.tuples<[number, number]>('SELECT context_id, documents FROM context_total'),
    perMachine: db.tuples<[string | null, number]>(
      'SELECT machine_id, count(*) FROM audio_chunk GROUP BY machine_id',
    ),
  };
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
