/**
 * What a speech recogniser promises. An engine turns the samples of one piece of speech into text; whether the text can be trusted is
 * decided by `guards.ts`, and what becomes of it by whoever asked. `engine.conformance.ts` holds every engine to this contract,
 * `engines.ts` lists them.
 */

export interface Transcript {
  /** One line, trimmed; empty when nothing was understood. */
  readonly text: string;
  /** Mean log-probability of what was chosen: 0 is certain, below -1 a guess. Undefined when the engine does not tell. */
  readonly meanLogProbability: number | undefined;
  /** A code such as `de`, of an engine that knows several languages. */
  readonly language?: string;
}

export interface TranscribeOptions {
  readonly signal: AbortSignal;
  /** A hint such as `en` for engines that know several languages. */
  readonly language?: string;
  /** The language of what was said a moment ago, for an engine that is not sure. */
  readonly expected?: string | undefined;
  /** What was said around it, or words to expect. An engine that takes no prompt ignores it. */
  readonly prompt?: string | undefined;
  /** The text of a shorter piece that begins the same. An engine may be faster with it; what it answers is the same. */
  readonly draft?: string | undefined;
}

export interface AsrEngine {
  /** As stored next to the text, such as `moonshine-tiny`. */
  readonly name: string;
  /** Of one that knows a single language, such as `en`. */
  readonly language?: string | undefined;
  /**
   * Recognises 16 kHz mono samples, at most half a minute of them; silence and an empty array give an empty text. Calls that overlap
   * are answered each with its own text. Rejects with a ServiceError when it cannot be done now (the same samples may be tried
   * later), and with the reason of `signal` soon after that aborts.
   */
  transcribe(samples: Int16Array, options: TranscribeOptions): Promise<Transcript>;
  /** Frees the engine; later calls reject. */
  close(): Promise<void>;
}
