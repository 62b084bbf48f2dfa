/**
 * Reads recordings a second time, one after the other: first lines whose language a person has corrected, then, while the machine rests
 * and nothing else is to be done, what a larger installed model has not read yet, the newest first and each once. What waits and what
 * was done is in the store, so a restart loses nothing.
 */
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import { LANGUAGES, languageName } from '#extract/asr/languages.ts';
import type {
  AudioChunk,
  Improvable,
  RecordingSelection,
  Retranscribed,
} from '#store/audio/audio-records.ts';
import type { Store } from '#store/store.ts';
import type { MachineLoad } from '../../../upkeep/machine-load.ts';
import type { SecondReadingFigures } from '../../audio-metrics.ts';
import type { Recognition } from '../recognition.ts';
import { errorCodeOf } from '../scribe.ts';
import type { Wanted } from './retranscribe.ts';

const LOOK_EVERY_MS = 30_000;
/** Nothing new on the screen for this long: nobody works. */
const PAUSE_MS = 60_000;
/** The largest model must not push other programs out of memory. */
const LEAST_FREE_BYTES = 1.5e9;
/** When everything is read, new recordings can wait. */
const NOTHING_LEFT_MS = 5 * 60_000;
/** Another model has to be installed first, or the machine refuses: the lines wait on. */
const TRY_LATER = /^(?:ASR_ENDPOINT_|DISK_FULL$|LANGUAGE_MODEL_MISSING$|MODEL_NOT_INSTALLED$)/;

export interface SecondReadings extends Service {
  figures(): SecondReadingFigures;
  languages(): readonly { code: string; name: string }[];
  /** Rejects with LANGUAGE_UNKNOWN, or LANGUAGE_MODEL_MISSING when no installed model reads it. */
  assertReads(language: string): Promise<void>;
  /** Lines of the selection in another language are read again soon. Resolves to how many recordings they are in. */
  want(
    selection: Exclude<RecordingSelection, { chunkIds: unknown }>,
    language: string,
  ): Promise<number>;
}

export function secondReadings(deps: {
  store: Pick<Store, 'audio'>;
  retranscribe: (chunk: AudioChunk, wanted: Wanted, signal: AbortSignal) => Promise<Retranscribed>;
  recognition: Pick<Recognition, 'assertReads'>;
  /** What the largest installed models would improve. */
  findLarger: () => Promise<Improvable>;
  /** False: only what a person corrects is read again. */
  isOn: () => boolean;
  machineLoad: () => Promise<MachineLoad>;
  whyWait: () => string | undefined;
  /** Of memory, that nobody uses now. */
  freeBytes: () => number;
  /** Recordings that wait for their first text. */
  waiting: () => number;
  /** When the newest frame was stored. */
  lastFrameAtMs: () => number | undefined;
  clock: Clock;
  log: Log;
}): SecondReadings {
  const { store, clock } = deps;
  const log = deps.log.child({ part: 'ingest.second-readings' });
  const figures: SecondReadingFigures = {
    toCorrect: 0,
    toImprove: 0,
    improved: 0,
    waitsBecause: null,
  };
  let wake = () => {};

  async function whyNotNow(): Promise<string | undefined> {
    if (!deps.isOn()) return 'it is turned off (audio.readAgain)';
    if (deps.waiting() > 0) return 'other recordings wait for their first text';
    if (clock.now() - (deps.lastFrameAtMs() ?? 0) < PAUSE_MS) return 'the machine is in use';
    if (deps.freeBytes() < LEAST_FREE_BYTES) return 'memory is short';
    const load = await deps.machineLoad();
    if (load === 'free') return undefined;
    return load === 'busy' ? 'the machine is busy' : 'the machine runs on battery';
  }

  /** One recording; false when none waits. */
  async function correctNext(signal: AbortSignal): Promise<boolean> {
    if (deps.whyWait() !== undefined) return false;
    const found = await store.audio.findLinesToCorrect(signal);
    if (!found) return false;
    const { chunkId, language, lineIds } = found;
    const chunk = await store.audio.findChunk(chunkId, signal);
    try {
      const wanted = { language, lineIds, reason: 'language', vocabulary: [] } as const;
      if (chunk) await deps.retranscribe(chunk, wanted, signal);
    } catch (err) {
      signal.throwIfAborted();
      log.warn({ err, chunkId }, 'the language of a recording could not be corrected');
      if (TRY_LATER.test(errorCodeOf(err))) return false;
    }
    // Also of a recording whose sound is missing: its text stays.
    await store.audio.endWait(lineIds);
    return true;
  }

  /** False when none is left, or it is to be tried later. */
  async function improveNext(what: Improvable, signal: AbortSignal): Promise<boolean> {
    const chunkId = await store.audio.findToImprove(what, signal);
    const chunk = chunkId === undefined ? undefined : await store.audio.findChunk(chunkId, signal);
    if (!chunk) return false;
    try {
      const wanted = { isLargest: true, reason: 'model', vocabulary: [] } as const;
      await deps.retranscribe(chunk, wanted, signal);
      figures.improved += 1;
    } catch (err) {
      signal.throwIfAborted();
      if (TRY_LATER.test(errorCodeOf(err))) {
        log.warn({ err, chunkId: chunk.id }, 'the larger model cannot read now');
        return false;
      }
      // Once is enough: what a model cannot read it would not read the next time either.
      log.warn({ err, chunkId: chunk.id }, 'a recording was not read by the larger model');
    }
    await store.audio.setReadBy(chunk.id, what.models);
    return true;
  }

  async function count(what: Improvable, signal: AbortSignal): Promise<void> {
    figures.toCorrect = await store.audio.countToCorrect(signal);
    figures.toImprove = await store.audio.countToImprove(what, signal);
  }

  /** Resolves to how long to wait for the next look. */
  async function look(signal: AbortSignal): Promise<number> {
    const what = await deps.findLarger();
    if (await correctNext(signal)) {
      await count(what, signal);
      return 0;
    }
    await count(what, signal);
    if (figures.toImprove === 0) {
      figures.waitsBecause = null;
      return figures.toCorrect > 0 ? LOOK_EVERY_MS : NOTHING_LEFT_MS;
    }
    const reason = await whyNotNow();
    figures.waitsBecause = reason ?? null;
    if (reason !== undefined) return LOOK_EVERY_MS;
    const fromMs = clock.monotonicMs();
    const isRead = await improveNext(what, signal);
    await count(what, signal);
    if (!isRead) return LOOK_EVERY_MS;
    // As long as it worked it rests: it must not be what makes the machine busy.
    return clock.monotonicMs() - fromMs;
  }

  return {
    name: 'ingest.second-readings',
    figures: () => ({ ...figures }),
    languages: () => LANGUAGES.map((code) => ({ code, name: languageName(code) })),
    async assertReads(language) {
      if (!LANGUAGES.includes(language)) throw serviceError('LANGUAGE_UNKNOWN', { language });
      await deps.recognition.assertReads(language);
    },
    async want(selection, language) {
      const recordings = await store.audio.wantLanguage(selection, language);
      figures.toCorrect = await store.audio.countToCorrect();
      wake();
      return recordings;
    },
    async run(signal) {
      try {
        while (!signal.aborted) {
          // Before the look: what comes during it is not missed.
          const woken = new AbortController();
          wake = () => woken.abort();
          const waitMs = await look(signal);
          if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([signal, woken.signal]));
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}
