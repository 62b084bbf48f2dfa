/** Entry of the process that computes the meaning of texts. It loads a network when it is first needed and ends with its owner, `meaning-process.ts`. */
import { inTurn } from '#core/worker/in-turn.ts';
import { type CallContext, serveCalls } from '#core/worker/serve-calls.ts';
import { type Comparer, loadComparer } from './comparer.ts';
import { DIMENSIONS, type MeaningApi } from './meaning-api.ts';
import { loadMiniLm, type MiniLm } from './minilm.ts';

serveCalls<MeaningApi>(async ({ folder }: { folder: string }) => {
  let model: MiniLm | undefined;
  let comparer: Comparer | undefined;
  return {
    embed: inTurn(async ({ signal }: CallContext, texts: readonly string[]) => {
      model ??= await loadMiniLm(folder);
      const vectors = new Int8Array(texts.length * DIMENSIONS);
      for (const [i, text] of texts.entries()) {
        signal.throwIfAborted();
        vectors.set(await model.embed(text), i * DIMENSIONS);
      }
      return vectors;
    }),
    compare: inTurn(async ({ signal }: CallContext, question: string, texts: readonly string[]) => {
      signal.throwIfAborted();
      comparer ??= await loadComparer(folder);
      const scores = new Float32Array(texts.length);
      for (const [i, text] of texts.entries()) {
        signal.throwIfAborted();
        scores[i] = await comparer.compare(question, text);
      }
      return scores;
    }),
  };
});
