/**
 * Entry of the child process that runs every speech network: one runtime for all of them saves memory, and a crash in it does not take
 * the service along. Networks are loaded when first asked for. It ends with its parent. Started by `speech-process.ts` only.
 */
import { floatsOf } from '#core/sound/pcm.ts';
import { inTurn } from '#core/worker/in-turn.ts';
import { type CallContext, serveCalls } from '#core/worker/serve-calls.ts';
import { loadMoonshine, type MoonshineModel } from '../asr/moonshine/moonshine-model.ts';
import { loadXvector } from '../speakers/xvector/xvector-engine.ts';
import { loadSilero } from '../vad/silero/silero-model.ts';
import type { SpeechApi, TaskInput } from './tasks.ts';

const silero = once(loadSilero);
const xvector = once(loadXvector);
let moonshine: { folder: string; model: Promise<MoonshineModel> } | undefined;

/** One at a time is in memory: the model is changed rarely, and never back and forth. */
async function moonshineIn(folder: string): Promise<MoonshineModel> {
  if (moonshine?.folder === folder) return moonshine.model;
  const former = await moonshine?.model.catch(() => undefined); // was reported to its caller
  await former?.release();
  const model = loadMoonshine(folder);
  moonshine = { folder, model };
  model.catch(() => {
    moonshine = undefined;
  });
  return model;
}

/** Loads once; after a failure the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

// Calls of one kind are done in turn; those of another kind come between their steps, so that voices are heard during recognition.
serveCalls<SpeechApi>(() => ({
  'vad.silero': inTurn(async (_context: CallContext, input: TaskInput<'vad.silero'>) =>
    (await silero())(input),
  ),
  'asr.moonshine': inTurn(
    async ({ signal }: CallContext, { folder, ...input }: TaskInput<'asr.moonshine'>) => {
      signal.throwIfAborted();
      return (await moonshineIn(folder)).transcribe(input, signal);
    },
  ),
  'speaker.xvector': inTurn(async (_context: CallContext, input: TaskInput<'speaker.xvector'>) =>
    (await xvector()).embed(floatsOf(input)),
  ),
}));
