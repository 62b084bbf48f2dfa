/** Whisper as an engine: the network in a folder, run by the speech process, for the languages that a person speaks. */
import { serviceError } from '#core/errors.ts';
import type { AsrEngine, Transcript } from '../engine.ts';
import type { WhisperInput } from './whisper-model.ts';

export function whisperEngine(deps: {
  name: string;
  folder: string;
  languages: readonly string[];
  run: (input: WhisperInput & { folder: string }, signal: AbortSignal) => Promise<Transcript>;
}): AsrEngine {
  const closing = new AbortController();
  return {
    name: deps.name,
    transcribe(samples, { signal, language, expected }) {
      const stop = AbortSignal.any([signal, closing.signal]);
      const isGiven = language !== undefined;
      const languages = isGiven ? [language] : deps.languages;
      return deps.run({ folder: deps.folder, samples, languages, isGiven, expected }, stop);
    },
    async close() {
      closing.abort(serviceError('ASR_CLOSED'));
    },
  };
}
