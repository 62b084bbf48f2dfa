/**
 * Entry of the child process that runs every speech network: one runtime for all of them saves memory, and a crash in it does not take
 * the service along. Networks are loaded when first asked for. It ends with its parent. Started by `speech-process.ts` only.
 */
import { floatsOf } from '#core/sound/pcm.ts';
import { inTurn } from '#core/worker/in-turn.ts';
import { type CallContext, serveCalls } from '#core/worker/serve-calls.ts';
import { loadMoonshine } from '../asr/moonshine/moonshine-model.ts';
import { loadWhisper } from '../asr/whisper/whisper-model.ts';
import { loadXvector } from '../speakers/xvector/xvector-engine.ts';
import { loadSilero } from '../vad/silero/silero-model.ts';
import type { SpeechApi, TaskInput } from './tasks.ts';

const silero = once(loadSilero);
const xvector = once(loadXvector);
const moonshine = oneOf(loadMoonshine);
const whisper = oneOf(loadWhisper);

/** A language that is rarely spoken here should not hold memory all day. */
const WHISPER_RESTS_MS = 60_000;
let whisperRests: NodeJS.Timeout | undefined;

/** One at a time is in memory: the model is changed rarely, and never back and forth. */
function oneOf<Model extends { release(): Promise<void> }>(
  load: (folder: string) => Promise<Model>,
) {
  let loaded: { folder: string; model: Promise<Model> } | undefined;
  async function release(): Promise<void> {
    const former = loaded;
    loaded = undefined;
    const model = await former?.model.catch(() => undefined); // was reported to its caller
    await model?.release();
  }
  return {
    release,
    async in(folder: string): Promise<Model> {
      if (loaded?.folder === folder) return loaded.model;
      await release();
      const model = load(folder);
      loaded = { folder, model };
      model.catch(() => {
        loaded = undefined;
      });
      return model;
    },
  };
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
      return (await moonshine.in(folder)).transcribe(input, signal);
    },
  ),
  'asr.whisper': inTurn(
    async ({ signal }: CallContext, { folder, ...input }: TaskInput<'asr.whisper'>) => {
      signal.throwIfAborted();
      clearTimeout(whisperRests);
      try {
        return await (await whisper.in(folder)).transcribe(input, signal);
      } finally {
        whisperRests = setTimeout(() => void whisper.release(), WHISPER_RESTS_MS).unref();
      }
    },
  ),
  'speaker.xvector': inTurn(async (_context: CallContext, input: TaskInput<'speaker.xvector'>) =>
    (await xvector()).embed(floatsOf(input)),
  ),
}));
