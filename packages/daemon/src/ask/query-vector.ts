/**
 * The vector of what a person asks, and the state of search by meaning. A process that fails or hangs leaves the words: the report then
 * says so. Used by `/ask` and by `/search?mode=`.
 */
import { MEANING_HINTS, type MeaningControl } from '#ingest/meaning/meaning-control.ts';
import type { Store } from '#store/store.ts';
import { inTime } from './in-time.ts';
import { matterOf } from './matter-of.ts';
import type { MeaningReport } from './records.ts';

/** From here on the queue counts as a backlog. */
const BEHIND_FROM = 200;

interface Deps {
  store: Pick<Store, 'meaning'>;
  meaning: MeaningControl;
}

export async function meaningReport(
  { store, meaning }: Deps,
  signal: AbortSignal,
): Promise<MeaningReport> {
  const availability = await meaning.availability();
  const { documents: waiting } = await store.meaning.waiting(signal);
  const isBehind = availability === 'ready' && waiting > BEHIND_FROM;
  return {
    state: isBehind ? 'behind' : availability,
    waiting,
    hint: isBehind
      ? 'New content is still being read; more will be found later.'
      : MEANING_HINTS[availability],
  };
}

/** The vector is undefined where only words can be compared; the report says why. */
export async function queryVector(
  deps: Deps,
  query: string,
  signal: AbortSignal,
): Promise<{ vector: Int8Array | undefined; report: MeaningReport }> {
  const report = await meaningReport(deps, signal);
  if (report.state !== 'ready' && report.state !== 'behind') return { vector: undefined, report };
  const [vector] = await embedInTime(deps.meaning, [matterOf(query)], signal);
  if (vector) return { vector, report };
  const hint =
    'The process that computes meanings does not answer. Ask again in a minute; "hindcast doctor" and the log say more.';
  return { vector: undefined, report: { ...report, state: 'failed', hint } };
}

/** None when the process fails or takes too long: the caller goes on with the words. */
export async function embedInTime(
  meaning: MeaningControl,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Int8Array[]> {
  return (await inTime((limited) => meaning.embed(texts, limited), signal)) ?? [];
}
