/** Moonshine as an engine: the network in a folder, run by the speech process. */
import { serviceError } from '#core/errors.ts';
import type { AsrEngine, Transcript } from '../engine.ts';
import type { MoonshineInput } from './moonshine-model.ts';

export function moonshineEngine(deps: {
  name: string;
  language?: string | undefined;
  folder: string;
  run: (input: MoonshineInput & { folder: string }, signal: AbortSignal) => Promise<Transcript>;
}): AsrEngine {
  const closing = new AbortController();
  return {
    name: deps.name,
    language: deps.language,
    transcribe(samples, { signal, draft }) {
      const stop = AbortSignal.any([signal, closing.signal]);
      return deps.run({ folder: deps.folder, samples, draft }, stop);
    },
    async close() {
      closing.abort(serviceError('ASR_CLOSED'));
    },
  };
}
