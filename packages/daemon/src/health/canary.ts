/**
 * Proves that what is recorded is stored: a picture and a text go the way of all others, through the media folder, the writer thread
 * and the index, are read back, and leave nothing behind. At the start and hourly; after a failure again and again until one arrives.
 * In between it looks whether the file is still there and how much room there is.
 */
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import { DiskFullError } from '#store/errors.ts';
import type { DataFile } from '#store/kernel/data-file.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { StoreWatch } from './store-watch.ts';

const LOOK_EVERY_MS = 4_000;
const SEND_EVERY_MS = 3_600_000;
/** A writer that needs longer holds up everything. */
const ARRIVE_WITHIN_MS = 5_000;
/** Less than a few pictures. */
const LEAST_BYTES = 1_000_000;
const LETTERS = 'bcdfghjklmnpqrstvwxz';
const WORD_LENGTH = 16;

export function canaryService(deps: {
  store: { readonly coverage: Pick<Store['coverage'], 'sendCanary' | 'readCanary'> };
  media: Pick<Media, 'keepJpeg' | 'discard'>;
  dataFile: DataFile;
  watch: StoreWatch;
  /** Whether somebody could not store something and nothing has shown since that it works. */
  needsProof: () => boolean;
  clock: Clock;
  log: Log;
}): Service {
  const { store, media, dataFile, watch, clock } = deps;
  const log = deps.log.child({ part: 'health.canary' });
  /** On the monotonic clock. */
  let sentMs: number | undefined;
  let wasWell = true;

  async function travel(): Promise<void> {
    const word = newWord();
    await media.discard(await media.keepJpeg(Buffer.from(word), clock.now(), 'canary'));
    await store.coverage.sendCanary(word);
    if ((await store.coverage.readCanary()) !== word) throw serviceError('CANARY_LOST');
  }

  /** False when nothing can be said yet. */
  async function look(signal: AbortSignal): Promise<boolean> {
    await dataFile.check();
    const isDue = sentMs === undefined || clock.monotonicMs() - sentMs >= SEND_EVERY_MS;
    if (!isDue && watch.facts().fault === undefined && !deps.needsProof()) return true;
    // It would be late for no fault of the store; the next look sends it.
    if (watch.isInLongWrite()) return false;
    const late = new AbortController();
    await Promise.race([
      travel(),
      clock.sleep(ARRIVE_WITHIN_MS, AbortSignal.any([signal, late.signal])).then(() => {
        if (!signal.aborted) throw serviceError('CANARY_LATE');
      }),
    ]).finally(() => late.abort());
    if (signal.aborted) return false;
    sentMs = clock.monotonicMs();
    watch.canaryPassed();
    return true;
  }

  async function lookAndTell(signal: AbortSignal): Promise<void> {
    const freeBytes = await dataFile.freeBytes().catch(() => undefined);
    watch.setFreeBytes(freeBytes);
    try {
      // Nothing may be written for a while, and then it would fail.
      if (freeBytes !== undefined && freeBytes < LEAST_BYTES) throw new DiskFullError();
      if (!(await look(signal))) return;
      if (!wasWell) log.info({}, 'the store works again');
      wasWell = true;
    } catch (err) {
      if (signal.aborted) return;
      // The next one is sent as soon as the cause has ended.
      sentMs = undefined;
      watch.canaryFailed(err);
      if (wasWell) log.error({ err }, 'the store does not work');
      wasWell = false;
    }
  }

  return {
    name: 'health.canary',
    async run(signal) {
      let wasWoken = false;
      while (!signal.aborted) {
        await lookAndTell(signal);
        // A failed write is looked into at once, but not more often than every few seconds.
        const wake = new AbortController();
        watch.onFault(() => wake.abort());
        const mayWake: boolean = wasWell && !wasWoken;
        await clock.sleep(LOOK_EVERY_MS, mayWake ? AbortSignal.any([signal, wake.signal]) : signal);
        wasWoken = wake.signal.aborted;
      }
    },
  };
}

/** One word of the index that nobody looks for. */
function newWord(): string {
  const letter = () => LETTERS[Math.floor(Math.random() * LETTERS.length)];
  return Array.from({ length: WORD_LENGTH }, letter).join('');
}
