/** Entry of the process that computes the meaning of texts. It loads its network once and ends with its owner, `meaning-process.ts`. */
import { inTurn } from '#core/worker/in-turn.ts';
import { type CallContext, serveCalls } from '#core/worker/serve-calls.ts';
import { DIMENSIONS, type MeaningApi } from './meaning-api.ts';
import { loadMiniLm } from './minilm.ts';

serveCalls<MeaningApi>(async ({ folder }: { folder: string }) => {
  const model = await loadMiniLm(folder);
  return {
    embed: inTurn(async ({ signal }: CallContext, texts: readonly string[]) => {
      const vectors = new Int8Array(texts.length * DIMENSIONS);
      for (const [i, text] of texts.entries()) {
        signal.throwIfAborted();
        vectors.set(await model.embed(text), i * DIMENSIONS);
      }
      return vectors;
    }),
  };
});
