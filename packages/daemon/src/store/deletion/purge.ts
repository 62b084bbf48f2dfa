/**
 * What deleting rows leaves behind, and how it goes. Index entries are only marked as deleted (an index without content cannot look up
 * which words to cut out), so all segments are merged into one, slice by slice: that drops the marked ones. Names of apps, windows and pages
 * stay in the dictionary, and old versions of pages in the WAL. Runs in the writer thread.
 */
import { contentWriter } from '../content/add.ts';
import { bare } from '../kernel/calls.ts';
import type { Connection } from '../kernel/connection.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import { STRAY_PASSAGES } from '../meaning/stray-passages.ts';
import { shownMeetings } from '../meetings/shown-meetings.ts';
import { withBusyTimeout } from './busy-timeout.ts';
import { jobWriter } from './job-rows.ts';
import type { Leftovers } from './records.ts';

export const WORD_INDEXES = ['document_fts', 'prefix_fts', 'input_fts'] as const;
export type WordIndex = (typeof WORD_INDEXES)[number];

/** Index pages a slice may write: some 40 ms. */
const PAGES_PER_SLICE = 256;
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

export function purgeWriter({ db, part }: WriteKernel) {
  const { count } = part(jobWriter);
  const { forget } = part(contentWriter);
  const changes = db.prepare('SELECT total_changes()').pluck();
  const sql = {
    contexts: db.prepare(`DELETE FROM context WHERE id BETWEEN ? AND ? AND ${UNUSED_CONTEXT}`),
    lastContext: db.prepare('SELECT coalesce(max(id), 0) FROM context').pluck(),
    olderTexts: db.prepare(`DELETE FROM older_text WHERE audio_chunk_id IN (${STRAY_OLDER_TEXTS})`),
    tags: db.prepare(`DELETE FROM tags WHERE ${UNUSED_TAG}`),
    revise: db.prepare("UPDATE meta SET value = value + 1 WHERE name = 'contexts_revision'"),
  };

  /** True when it did something. */
  function merge(index: WordIndex, pages: number): boolean {
    const before = changes.get() as number;
    db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).run(pages);
    return (changes.get() as number) - before >= 2;
  }

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
    /**
     * A slice of merging; true when there is more. `begins` puts all segments there are into one merge, which later slices finish:
     * those that are written meanwhile are not part of it, and do not make it start again.
     */
    mergeIndex: (index: WordIndex, begins: boolean): boolean =>
      merge(index, begins ? -PAGES_PER_SLICE : PAGES_PER_SLICE),
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
  const count = (query: string) => db.prepare(query).pluck();
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
    strayTexts: count(
      'SELECT count(*) FROM document_text t WHERE NOT EXISTS (SELECT 1 FROM document d WHERE d.key = t.key)',
    ),
  };
  const strayPassages = count(STRAY_PASSAGES);
  const strayOlderTexts = count(`SELECT count(*) FROM (${STRAY_OLDER_TEXTS})`);
  const shown = shownMeetings(db);
  return {
    /** Only counts; nothing of what they are about is read. */
    findLeftovers(): Leftovers {
      return {
        markedIndexPages: markedPages.reduce((sum, pages) => sum + (pages.get() as number), 0),
        unusedContexts: sql.unusedContexts.get() as number,
        unusedTags: sql.unusedTags.get() as number,
        staleVideos: sql.staleVideos.get() as number,
        discardedFiles: sql.discardedFiles.get() as number,
        offloadedFiles: sql.offloadedFiles.get() as number,
        brokenPacks: sql.brokenPacks.get() as number,
        strayTexts: sql.strayTexts.get() as number,
        strayPassages: strayPassages.get() as number,
        strayOlderTexts: strayOlderTexts.get() as number,
        unshownMeetings: shown.listUnshown().length,
      };
    },
    /** Meetings that were found in what is not there any more. */
    listUnshownMeetings: shown.listUnshown,
    /** Whether an index has entries that are only marked as deleted. */
    hasMarkedEntries: (index: WordIndex) => markedPages[WORD_INDEXES.indexOf(index)]?.get() !== 0,
  };
}
