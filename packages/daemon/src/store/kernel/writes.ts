/** Everything the writer thread can do. Each call is one transaction: all of it or nothing. */
import { accessWriter } from '../access/access.ts';
import { compactionWriter } from '../compaction/rows.ts';
import { contentWriter } from '../content/add.ts';
import { documentWriter } from '../content/documents.ts';
import { coverageWriter } from '../coverage/coverage.ts';
import { besideWriter } from '../deletion/beside.ts';
import { jobWriter } from '../deletion/job-rows.ts';
import { ALL_CLEAR, gapClearer } from '../deletion/page-gaps.ts';
import { pieceWriter } from '../deletion/piece-writer.ts';
import { emptyWal, purgeWriter } from '../deletion/purge.ts';
import { staleVideoWriter } from '../deletion/stale-chunks.ts';
import { textWriter } from '../deletion/texts.ts';
import { meetingWriter } from '../meetings/meetings.ts';
import { memoryWriter } from '../memories/memories.ts';
import { pipeWriter } from '../pipes/pipes.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { syncWriter } from '../sync/sync-writer.ts';
import { tagWriter } from '../tags/tags.ts';
import { dataFileGuard } from './data-file.ts';
import { type Connection, openWriter, storeFault } from './database.ts';

const INDEXES = ['document_fts', 'prefix_fts'] as const;
/** Index pages a slice may write: some 10 ms, so that a write that comes meanwhile hardly waits. */
const PAGES_PER_SLICE = 64;

/** 1 MB: what some minutes of work take. */
const FREE_PAGES_KEPT = 128;

/** Files are removed after these, so they must outlive a power cut; the others only a killed process. */
const DURABLE_CALLS: readonly string[] = [
  'replaceSnapshotsByVideo',
  'dropEmptyChunks',
  'delete',
  'deleteSpeaker',
  'deletePiece',
  'changeTexts',
  'replaceVideo',
] satisfies (keyof Writes)[];

/** These are no transactions: they are about what transactions have left. */
const BARE_CALLS: readonly string[] = ['emptyWal', 'clearGaps'] satisfies (keyof Writes)[];
/** Said of the time when the file was away; all else would be acknowledged and lost. */
const UNGUARDED_CALLS: readonly string[] = ['addCoverage', 'sendCanary'] satisfies (keyof Writes)[];
/** For a reader that is in the way; capture waits meanwhile. */
const WAL_WAIT_MS = 100;

export type Writes = ReturnType<typeof openWrites>['calls'];

/** `nowMs` is the clock of changes that are told to other devices. */
export function openWrites(
  dataDir: string,
  nowMs: () => number = Date.now,
  key?: StoreKey | undefined,
) {
  const db = openWriter(dataDir, key);
  db.function('sync_now_ms', nowMs);
  const assertInPlace = dataFileGuard(db.name);
  const documents = documentWriter(db);
  const content = contentWriter(db, documents);
  const tags = tagWriter(db);
  const compaction = compactionWriter(db);
  const memories = memoryWriter(db);
  const meetings = meetingWriter(db);
  const beside = besideWriter(db, { memories, meetings });
  const sync = syncWriter(db, { content, documents, tags, beside, dataDir });
  const jobs = jobWriter(db);
  const gaps = gapClearer(db);

  const calls = {
    add: content.add,
    replaceText: content.replaceText,
    replaceReading: content.replaceReading,
    delete: content.delete,
    addTags: tags.add,
    removeTags: tags.remove,
    ...coverageWriter(db, content.travel),
    ...memories,
    ...meetings,
    ...jobs.calls,
    ...pieceWriter(db, { content, beside, meetings, count: jobs.count }),
    ...purgeWriter(db, { count: jobs.count, forgetContexts: content.forget }),
    ...textWriter(db, { content, count: jobs.count }),
    ...staleVideoWriter(db, jobs.count),
    emptyWal: () => withBusyTimeout(db, WAL_WAIT_MS, () => emptyWal(db)),
    // Those of an encrypted page are encrypted.
    clearGaps: (toPage?: number) =>
      key ? ALL_CLEAR : withBusyTimeout(db, WAL_WAIT_MS, () => gaps.clearGaps(toPage)),
    ...accessWriter(db),
    ...compaction,
    ...content.audio,
    ...sync,
    ...pipeWriter(db),
  };

  return {
    calls,
    run(_call: number, name: string, args: unknown[]): unknown {
      const call = calls[name as keyof typeof calls] as (...args: unknown[]) => unknown;
      const isDurable = DURABLE_CALLS.includes(name);
      try {
        if (!UNGUARDED_CALLS.includes(name)) assertInPlace();
        if (BARE_CALLS.includes(name)) return call(...args);
        if (isDurable) db.pragma('synchronous = FULL');
        return db.transaction(() => call(...args)).immediate();
      } catch (cause) {
        content.forget();
        throw storeFault(cause, db.name);
      } finally {
        if (isDurable) db.pragma('synchronous = NORMAL');
      }
    },
    /** A slice of the upkeep that can wait: merges index segments, then gives space back. True when there is more. */
    rest(): boolean {
      return INDEXES.map((index) => mergeSome(db, index)).some(Boolean) || giveBackSome(db);
    },
    close(): void {
      db.pragma('optimize');
      db.close();
      gaps.close();
    },
  };
}

function withBusyTimeout<T>(db: Connection, ms: number, work: () => T): T {
  const before = db.pragma('busy_timeout', { simple: true }) as number;
  db.pragma(`busy_timeout = ${ms}`);
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${before}`);
  }
}

/** FTS5 merges where four segments or more lie on one level; it says that it did by the number of changes. */
function mergeSome(db: Connection, index: (typeof INDEXES)[number]): boolean {
  const changes = db.prepare('SELECT total_changes()').pluck();
  const before = changes.get() as number;
  db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).run(PAGES_PER_SLICE);
  return (changes.get() as number) - before >= 2;
}

/** Merging leaves free pages. Some stay: the next inserts take them. */
function giveBackSome(db: Connection): boolean {
  const free = db.pragma('freelist_count', { simple: true }) as number;
  if (free <= FREE_PAGES_KEPT) return false;
  db.pragma(`incremental_vacuum(${PAGES_PER_SLICE})`);
  return true;
}
