/** Everything a reader thread can answer. Each call runs in one read transaction. */
import { accessReader } from '../access/access.ts';
import { audioChunkReader } from '../audio/audio-chunks.ts';
import { compactionReader } from '../compaction/rows.ts';
import { contextReader } from '../content/contexts.ts';
import { itemReader } from '../content/items.ts';
import { hourOf, LAST_AT_MS } from '../content/keys.ts';
import { coverageReader } from '../coverage/coverage.ts';
import { deletionCounter } from '../deletion/count.ts';
import { jobReader } from '../deletion/job-rows.ts';
import { leftoverReader } from '../deletion/purge.ts';
import { oldestReader } from '../deletion/retention.ts';
import { deletionSelection } from '../deletion/selection.ts';
import { staleVideoReader } from '../deletion/stale-chunks.ts';
import { textReader } from '../deletion/texts.ts';
import { elementReader } from '../frames/elements.ts';
import { frameReader } from '../frames/frames.ts';
import { inputEventReader } from '../input/input-events.ts';
import { meetingReader } from '../meetings/meetings.ts';
import { memoryReader } from '../memories/memories.ts';
import { newItemReader } from '../pipes/new-items.ts';
import { pipeReader } from '../pipes/pipes.ts';
import type { SearchFilter, StoreSummary } from '../records.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { beginningReader } from '../search/beginnings.ts';
import { facetReader } from '../search/facets.ts';
import { hitReader } from '../search/hits.ts';
import { keywordReader } from '../search/keyword.ts';
import type { RankingBounds } from '../search/ranking.ts';
import { searchReader } from '../search/search.ts';
import { spellingReader } from '../search/spelling.ts';
import { foldCase } from '../search/words/tokens.ts';
import { voiceReader } from '../speakers/speaker-voices.ts';
import { speakerReader } from '../speakers/speakers-reader.ts';
import { syncReader } from '../sync/sync-reader.ts';
import { tagReader } from '../tags/tags.ts';
import { activityReader } from '../timeline/activity.ts';
import type { FacetFilter, HitFilter } from '../timeline/overview-records.ts';
import { segmentReader } from '../timeline/segments.ts';
import type { CancellationFlag } from './cancellation.ts';
import { cancellationCheck } from './cancellation.ts';
import { openReader, storeFault } from './database.ts';

type Call = (...args: unknown[]) => unknown;

export type Reads = ReturnType<typeof openReads>['calls'];

export function openReads(
  dataDir: string,
  flag: CancellationFlag,
  /** For tests: results up to `wholeResult` are counted by reading them (search.ts); bounds of the best match (ranking.ts). */
  tuning: {
    onStatement?: (sql: string) => void;
    wholeResult?: number;
    ranking?: Partial<RankingBounds>;
    /** More frames than this are told by the hour (segments.ts). */
    maxWalked?: number;
  } = {},
  key?: StoreKey | undefined,
) {
  const db = openReader(dataDir, tuning.onStatement, key);
  const cancellation = cancellationCheck(flag);
  cancellation.register(db);
  db.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));

  const contexts = contextReader(db);
  const tags = tagReader(db);
  const frames = frameReader(db, dataDir);
  const elements = elementReader(db, { contexts, assertWanted: cancellation.assertWanted });
  const inputEvents = inputEventReader(db);
  const compaction = compactionReader(db);
  const { followRedirects, ...speakers } = speakerReader(db, dataDir);
  const items = itemReader(db, dataDir, { contexts, tags });
  const speakersByName = db
    .prepare('SELECT id FROM speakers WHERE instr(fold_case(name), ?) > 0')
    .pluck();
  const planParts = {
    contexts,
    listSpeakerIds: (name: string) => speakersByName.all(foldCase(name)) as number[],
    listTaggedKeys: tags.listKeys,
    listWords: beginningReader(db).listWords,
    assertWanted: cancellation.assertWanted,
  };
  const search = searchReader(db, { ...planParts, items, inputEvents }, tuning);
  const hits = hitReader(db, { ...planParts, items, frames, search });
  const facets = facetReader(db, { ...planParts, search });
  /** Those who were merged are asked for under their old ids too. */
  const redirected = <F extends Pick<SearchFilter, 'speakerIds'>>(filter: F): F =>
    filter.speakerIds ? { ...filter, speakerIds: followRedirects(filter.speakerIds) } : filter;
  const keyword = keywordReader(db, { frames, contexts });
  const totals = db.prepare(
    `SELECT coalesce(sum(ocr), 0) AS frames, coalesce(sum(audio), 0) AS transcriptions,
     coalesce(sum(ui), 0) AS uiTexts FROM hour`,
  );
  const inputTotal = db.prepare('SELECT count(*) FROM input_event').pluck();
  const lastAt = (column: 'ocr' | 'audio', kind: 0 | 1) =>
    db
      .prepare(
        // Two hours: all of the present one may lie after now.
        `SELECT max(at_ms) FROM document WHERE key % 4 = ${kind} AND at_ms <= :nowMs AND key < (:hour + 1) * 4194304
           AND key >= (SELECT min(hour) FROM (
             SELECT hour FROM hour WHERE ${column} > 0 AND hour <= :hour ORDER BY hour DESC LIMIT 2)) * 4194304`,
      )
      .pluck();
  const lastFrame = lastAt('ocr', 0);
  const lastTranscript = lastAt('audio', 1);

  /** Up to now: what was added with a later time, or before the clock was set back, says nothing about capture. */
  function newest(nowMs: number): Pick<StoreSummary, 'lastFrameAtMs' | 'lastTranscriptAtMs'> {
    const until = { nowMs, hour: hourOf(nowMs) };
    return {
      lastFrameAtMs: lastFrame.get(until) as number | null,
      lastTranscriptAtMs: lastTranscript.get(until) as number | null,
    };
  }

  const calls = {
    search: (filter: SearchFilter) => search.search(redirected(filter)),
    searchHits: (filter: HitFilter) => hits.searchHits(redirected(filter)),
    countFacets: (filter: FacetFilter) => facets.countFacets(redirected(filter)),
    searchKeyword: keyword.search,
    ...spellingReader(db, planParts),
    findFrame: frames.find,
    listNeighbours: frames.listNeighbours,
    findFrameText: frames.findText,
    listElements: elements.list,
    listInputEvents: inputEvents.list,
    countInputEvents: inputEvents.count,
    ...segmentReader(db, { contexts, assertWanted: cancellation.assertWanted }, tuning.maxWalked),
    ...deletionCounter(db, dataDir, {
      contexts,
      selection: deletionSelection(db, { contexts, assertWanted: cancellation.assertWanted }),
    }),
    ...textReader(db, frames),
    ...oldestReader(db),
    ...jobReader(db),
    ...staleVideoReader(db),
    ...leftoverReader(db),
    ...newItemReader(db, { items, inputEvents }),
    ...pipeReader(db),
    ...activityReader(db, { contexts, assertWanted: cancellation.assertWanted }),
    ...accessReader(db),
    ...memoryReader(db),
    ...meetingReader(db, { contexts }),
    ...compaction,
    ...speakers,
    ...voiceReader(db),
    ...audioChunkReader(db, dataDir),
    ...syncReader(db),
    listFrameTags(frameIds: readonly number[]): string[][] {
      const byFrame = tags.listByOwner('vision', frameIds);
      return frameIds.map((id) => byFrame.get(id) ?? []);
    },
    ...coverageReader(db),
    newest,
    summary(): StoreSummary {
      return {
        ...(totals.get() as Pick<StoreSummary, 'frames' | 'transcriptions' | 'uiTexts'>),
        inputEvents: inputTotal.get() as number,
        ...newest(LAST_AT_MS),
      };
    },
  };

  /** All statements of `work` see the same state of the store. */
  function inSnapshot<T>(work: () => T): T {
    db.exec('BEGIN');
    try {
      contexts.refresh();
      return work();
    } finally {
      // A damaged file has already ended it.
      if (db.inTransaction) db.exec('COMMIT');
    }
  }

  return {
    calls,
    /** Runs one call in its own snapshot; throws QUERY_CANCELLED when it was cancelled. */
    run(call: number, name: string, args: unknown[]): unknown {
      cancellation.begin(call);
      cancellation.assertWanted();
      try {
        return inSnapshot(() => (calls[name as keyof typeof calls] as Call)(...args));
      } catch (cause) {
        throw storeFault(cause, db.name);
      }
    },
    close: () => db.close(),
  };
}
