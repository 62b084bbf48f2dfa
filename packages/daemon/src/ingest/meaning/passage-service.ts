/**
 * Makes passages from what was stored and gives them their vectors, after everything else: in pauses of the person first, never while
 * the budget is used up, and with a small share of the time while somebody works. The queue is in the store, so nothing is lost when the service ends; the newest content comes first.
 */
import type { Clock } from '#core/clock.ts';
import type { Service } from '#core/service.ts';
import type { Store } from '#store/store.ts';
import type { MachineLoad } from '#upkeep/machine-load.ts';

const LOOK_EVERY_MS = 5_000;
/** Nothing new on the screen for this long is a pause. */
const PAUSE_MS = 10_000;
/** Who works without a pause gets passages after this time. */
const LONGEST_WAIT_MS = 5 * 60_000;
/** A machine that is always busy still gets a batch now and then. */
const LONGEST_BUSY_MS = 60 * 60_000;
const DOCUMENTS_PER_BATCH = 16;
const TEXTS_PER_CALL = 8;
/** New content on the screen within this time: somebody works. */
const AT_WORK_MS = 5 * 60_000;
/** Of the time, while somebody works; what is left waits for a longer pause. */
const SHARE_AT_WORK = 0.01;
/** After a batch it rests for this many times as long as the batch took. */
const REST = 3;

export function passageService(deps: {
  store: Pick<Store, 'meaning'>;
  embed: (texts: readonly string[], signal: AbortSignal) => Promise<Int8Array[]>;
  hasModel: () => Promise<boolean>;
  machineLoad: () => Promise<MachineLoad>;
  /** When the newest frame was stored. */
  lastFrameAtMs: () => number | undefined;
  /** Never waits for a pause. */
  isEager: boolean;
  clock: Clock;
}): Service {
  const { store, clock } = deps;
  let workedAtMs = clock.monotonicMs();
  /** Its share is used up until then. */
  let restsUntilMs = workedAtMs;

  async function mayWork(): Promise<boolean> {
    if (!(await deps.hasModel())) return false;
    if (deps.isEager) return true;
    if (isAtWork() && clock.monotonicMs() < restsUntilMs) return false;
    const waitedMs = clock.monotonicMs() - workedAtMs;
    const load = await deps.machineLoad();
    if (load !== 'free') return load === 'busy' && waitedMs >= LONGEST_BUSY_MS;
    return isPause() || waitedMs >= LONGEST_WAIT_MS;
  }

  function isPause(): boolean {
    return sinceFrameMs() >= PAUSE_MS;
  }

  function isAtWork(): boolean {
    return sinceFrameMs() < AT_WORK_MS;
  }

  function sinceFrameMs(): number {
    return clock.now() - (deps.lastFrameAtMs() ?? 0);
  }

  /** False when nothing waits. */
  async function workOnce(signal: AbortSignal): Promise<boolean> {
    const { documents, unknown } = await store.meaning.listDue(DOCUMENTS_PER_BATCH, signal);
    if (documents.length === 0) return false;
    const vectors: { hash: number; vector: Int8Array }[] = [];
    for (let from = 0; from < unknown.length; from += TEXTS_PER_CALL) {
      const some = unknown.slice(from, from + TEXTS_PER_CALL);
      const embedded = await deps.embed(
        some.map(({ text }) => text),
        signal,
      );
      for (const [i, { hash }] of some.entries()) {
        vectors.push({ hash, vector: embedded[i] as Int8Array });
      }
    }
    await store.meaning.save(documents, vectors);
    return true;
  }

  /** One look at the queue; resolves to how long to wait for the next. */
  async function look(signal: AbortSignal): Promise<number> {
    if (!(await mayWork())) return LOOK_EVERY_MS;
    const fromMs = clock.monotonicMs();
    const hasMore = await workOnce(signal);
    workedAtMs = clock.monotonicMs();
    const tookMs = workedAtMs - fromMs;
    restsUntilMs = fromMs + tookMs / SHARE_AT_WORK;
    if (deps.isEager && hasMore) return 0;
    return hasMore && !isAtWork() ? tookMs * REST : LOOK_EVERY_MS;
  }

  return {
    name: 'ingest.meaning',
    async run(signal) {
      try {
        while (!signal.aborted) await clock.sleep(await look(signal), signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}
