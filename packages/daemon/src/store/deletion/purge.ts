/**
 * What deleting rows leaves behind, and how it goes. Index entries are only marked as deleted (an index without content cannot look up
 * which words to cut out), so the segments that hold them are rewritten (`marked-entries.ts`). Names of apps, windows and pages
 * stay in the dictionary, and old versions of pages in the WAL. Runs in the writer thread.
 */
import { contentWriter } from '../content/add.ts';
import { firstKeyOfHour } from '../content/keys.ts';
import { bare } from '../kernel/calls.ts';
import type { Connection } from '../kernel/connection.ts';
import { WORD_INDEXES, type WordIndex } from '../kernel/index-segments.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import { allKeys, strayPassages } from '../meaning/stray-passages.ts';
import { shownMeetings } from '../meetings/shown-meetings.ts';
import { withBusyTimeout } from './busy-timeout.ts';
import { jobWriter } from './job-rows.ts';
import { markedEntryDropper } from './marked-entries.ts';
import type { Leftovers } from './records.ts';

/** Contexts a slice looks at. */
const CONTEXTS_PER_SLICE = 5_000;
/** FTS5 keeps the keys that are marked as deleted on separate pages, whose numbers begin here. */
const FIRST_MARKED_PAGE = 2 ** 53;

/** The tallies know which contexts have documents. */
const UNUSED_CONTEXT = 'NOT EXISTS (SELECT 1 FROM context_hour h WHERE h.context_id = context.id)';
const UNUSED_TAG = `NOT EXISTS (SELECT 1 FROM vision_tags v WHERE v.tag_id = tags.id)
  AND NOT EXISTS (SELECT 1 FROM audio_tags a WHERE a.tag_id = tags.id)`;
/** Words of a speaker who is deleted, or was merged into another: nobody can ask for them by that speaker any more. */
const STRAY_OLDER_TEXTS = `SELECT o.audio_chunk_id FROM older_text o WHERE EXISTS (
  SELECT 1 FROM json_each(o.lines, '$.before') b WHERE b.value ->> 'speakerId' IS NOT NULL
  AND b.value ->> 'speakerId' NOT IN (SELECT id FROM speakers))`;

const KEYS_PER_HOUR = firstKeyOfHour(1);
const keysOfHours = (table: string) => `(SELECT r.key FROM json_each(:hours) h CROSS JOIN ${table} r
  ON r.key BETWEEN h.value * ${KEYS_PER_HOUR} AND (h.value + 1) * ${KEYS_PER_HOUR} - 1)`;

export function purgeWriter({ db, part }: WriteKernel) {
  const { count } = part(jobWriter);
  const { forget } = part(contentWriter);
  const sql = {
    contexts: db.prepare(`DELETE FROM context WHERE id BETWEEN ? AND ? AND ${UNUSED_CONTEXT}`),
    lastContext: db.values<number>('SELECT coalesce(max(id), 0) FROM context'),
    olderTexts: db.prepare(`DELETE FROM older_text WHERE audio_chunk_id IN (${STRAY_OLDER_TEXTS})`),
    tags: db.prepare(`DELETE FROM tags WHERE ${UNUSED_TAG}`),
    revise: db.prepare("UPDATE meta SET value = value + 1 WHERE name = 'contexts_revision'"),
  };

  const droppers = Object.fromEntries(
    WORD_INDEXES.map((index) => [index, markedEntryDropper(db, index)]),
  ) as Record<WordIndex, ReturnType<typeof markedEntryDropper>>;

  return {
    /** A slice of it, from this id on; the id of the next slice, undefined when that was the last one. */
    purgeContexts(jobId: number, fromId: number): number | undefined {
      const toId = fromId + CONTEXTS_PER_SLICE;
      const contexts = sql.contexts.run(fromId, toId - 1).changes;
      if (contexts > 0) {
        sql.revise.run();
        forget();
      }
      count(jobId, { contexts });
      if (toId <= (sql.lastContext.get() as number)) return toId;
      sql.tags.run();
      sql.olderTexts.run();
      return undefined;
    },
    /** A slice of dropping entries that are only marked; see there. Of the first slice `doneOrigin` is 0. */
    dropMarked: (index: WordIndex, doneOrigin: number): number | undefined =>
      droppers[index].dropMarked(doneOrigin),
    /** False when a reader was in the way. */
    emptyWal: bare(() => withBusyTimeout(db, () => emptyWal(db))),
  };
}

/** Outside of any transaction. True when the WAL is empty now; false when a reader was in the way. */
export function emptyWal(db: Connection): boolean {
  const [outcome] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number; log: number }[];
  return outcome?.busy === 0 && outcome.log === 0;
}

export function leftoverReader({ db }: ReadKernel) {
  const count = (query: string) => db.values(query);
  const markedPages = WORD_INDEXES.map((index) =>
    count(`SELECT count(*) FROM ${index}_data WHERE id >= ${FIRST_MARKED_PAGE}`),
  );
  const sql = {
    unusedContexts: count(`SELECT count(*) FROM context WHERE ${UNUSED_CONTEXT}`),
    unusedTags: count(`SELECT count(*) FROM tags WHERE ${UNUSED_TAG}`),
    staleVideos: count('SELECT count(*) FROM stale_chunk'),
    discardedFiles: count('SELECT count(*) FROM discarded_file'),
    offloadedFiles: count("SELECT count(*) FROM offloaded_file WHERE state = 'removing'"),
    brokenPacks: count(
      `SELECT count(*) FROM frame_pack p WHERE p.base_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM frame_pack b WHERE b.frame_id = p.base_id AND b.base_id IS NULL)`,
    ),
  };
  const straysAmong = (keysOf: (table: string) => string) => ({
    strayTexts: count(
      `SELECT count(*) FROM ${keysOf('document_text')} t WHERE NOT EXISTS (SELECT 1 FROM document d WHERE d.key = t.key)`,
    ),
    strayPassages: count(strayPassages(keysOf)),
  });
  const strays = { everywhere: straysAmong(allKeys), ofHours: straysAmong(keysOfHours) };
  const strayOlderTexts = count(`SELECT count(*) FROM (${STRAY_OLDER_TEXTS})`);
  const shown = shownMeetings(db);
  return {
    /**
     * Only counts; nothing of what they are about is read. Of texts and passages with a document only those of these hours, if given: to
     * look at all takes as long as the store is large.
     */
    findLeftovers(hours?: readonly number[]): Leftovers {
      const stray = hours ? strays.ofHours : strays.everywhere;
      const among = { hours: JSON.stringify(hours ?? []) };
      return {
        markedIndexPages: markedPages.reduce((sum, pages) => sum + (pages.get() as number), 0),
        unusedContexts: sql.unusedContexts.get() as number,
        unusedTags: sql.unusedTags.get() as number,
        staleVideos: sql.staleVideos.get() as number,
        discardedFiles: sql.discardedFiles.get() as number,
        offloadedFiles: sql.offloadedFiles.get() as number,
        brokenPacks: sql.brokenPacks.get() as number,
        strayTexts: stray.strayTexts.get(among) as number,
        strayPassages: stray.strayPassages.get(among) as number,
        strayOlderTexts: strayOlderTexts.get() as number,
        unshownMeetings: shown.listUnshown().length,
      };
    },
    /** Meetings that were found in what is not there any more. */
    listUnshownMeetings: shown.listUnshown,
  };
}
