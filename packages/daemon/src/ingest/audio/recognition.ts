/** Speech recognition for the scribe: opens the engine when it is first needed, again after a failure, and counts what comes of it. */
import type { AsrEngine } from '#extract/asr/engine.ts';
import { LanguageModelMissingError } from '#extract/asr/errors.ts';
import { wordsOf } from '#extract/asr/guards.ts';
import {
  type OpenForeign,
  type Recogniser,
  readIn,
  recogniser,
  type Utterance,
} from '#extract/asr/recogniser.ts';
import type { AudioMeter } from '../audio-metrics.ts';

export interface Recognised {
  /** Undefined when nothing was said or nothing was understood. */
  text: string | undefined;
  /** False when somebody spoke whom the recogniser could not read, mostly in a language it does not know. */
  isUnderstood: boolean;
  words: number;
  engine: string;
  /** A code such as `de`; undefined when the engine does not know. */
  language: string | undefined;
}

/** How a recording is read whose language is known. */
export interface Reading {
  language: string;
  /** The largest installed model, however long it takes. */
  isLargest: boolean;
}

export interface Recognition {
  /** Of the one that is set up. Rejects when there is none now. */
  engineName(): Promise<string>;
  /** Without a stream nothing is remembered. Rejects when it cannot be done now; the same may be tried later. */
  recognise(
    stream: string | undefined,
    utterance: Utterance,
    signal: AbortSignal,
    /** More work is spent on text that stays. */
    isFinal?: boolean,
  ): Promise<Recognised>;
  /** Rejects with LANGUAGE_MODEL_MISSING when no installed model reads this language. */
  assertReads(language: string): Promise<void>;
  /** Undefined when nothing was understood. Rejects as `assertReads` does. */
  readIn(
    reading: Reading,
    utterance: Utterance,
    signal: AbortSignal,
  ): Promise<{ text: string; engine: string; language: string } | undefined>;
  close(): Promise<void>;
}

export function openRecognition(deps: {
  /** Rejects with what is missing. */
  open: () => Promise<AsrEngine>;
  /** For speech that the engine does not understand. */
  openForeign?: OpenForeign;
  /** The largest model that reads a language. */
  openLargest?: (language: string) => Promise<AsrEngine | undefined>;
  /** What `open` would choose by; when it changes, the next one to be recognised gets a new engine. */
  choice?: () => string;
  meter: AudioMeter;
}): Recognition {
  const { meter, choice = () => '' } = deps;
  let underWay = 0;
  let openedFor = choice();
  let opening: Promise<{ engine: AsrEngine; recogniser: Recogniser }> | undefined;

  /** Only while nobody's work is under way with the old one. */
  function renew(): void {
    if (underWay > 0 || openedFor === choice()) return;
    openedFor = choice();
    void opening?.then(({ engine }) => engine.close()).catch(() => undefined);
    opening = undefined;
  }

  function ready() {
    renew();
    opening ??= deps.open().then(
      (engine) => ({ engine, recogniser: recogniser(engine, deps.openForeign) }),
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  }

  async function readerOf({ language, isLargest }: Reading): Promise<AsrEngine> {
    const { engine } = await ready();
    // An endpoint has its own models.
    if (engine.language === undefined) return engine;
    const larger = isLargest ? await deps.openLargest?.(language) : undefined;
    const usual = engine.language === language ? engine : await deps.openForeign?.();
    const reader = larger ?? usual;
    if (reader === undefined) throw new LanguageModelMissingError(language);
    return reader;
  }

  return {
    engineName: async () => (await ready()).engine.name,
    async recognise(stream, utterance, signal, isFinal) {
      const fromMs = performance.now();
      const opened = ready();
      underWay += 1;
      try {
        const { recogniser } = await opened;
        const { judgement, engine, language, isReused } = await recogniser.recognise(
          stream,
          utterance,
          signal,
          isFinal,
        );
        const text = judgement.kind === 'text' ? judgement.text : undefined;
        if (!isReused) {
          meter.recognised(text === undefined ? 'nothing' : 'text', performance.now() - fromMs);
        }
        const isUnderstood = judgement.kind !== 'not-understood';
        return { text, isUnderstood, words: wordsOf(text ?? '').length, engine, language };
      } catch (error) {
        if (!signal.aborted) meter.recognised('error', performance.now() - fromMs);
        throw error;
      } finally {
        underWay -= 1;
      }
    },
    async assertReads(language) {
      await readerOf({ language, isLargest: false });
    },
    async readIn(reading, utterance, signal) {
      underWay += 1;
      try {
        const reader = await readerOf(reading);
        return await readIn(reader, utterance, reading.language, signal);
      } finally {
        underWay -= 1;
      }
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.engine.close();
    },
  };
}
