/**
 * Entry of the child process that runs every speech network: one runtime for all of them saves memory, and a crash in it does not take
 * the service along. Networks are loaded when first asked for. It ends with its parent. Started by `speech-process.ts` only.
 */
import { keepCompiled } from '#core/compiled-code.ts';
import { floatsOf } from '#core/pcm.ts';
import { loadMoonshine, type MoonshineModel } from '../asr/moonshine/moonshine-model.ts';
import { loadXvector } from '../speakers/xvector/xvector-engine.ts';
import { loadSilero } from '../vad/silero/silero-model.ts';
import type { FromProcess, TaskInput, TaskName, TaskOutput, ToProcess } from './tasks.ts';

type Tasks = {
  readonly [T in TaskName]: (input: TaskInput<T>, signal: AbortSignal) => Promise<TaskOutput<T>>;
};

const silero = once(loadSilero);
const xvector = once(loadXvector);
let moonshine: { folder: string; model: Promise<MoonshineModel> } | undefined;

/** One at a time is in memory: the model is changed rarely, and never back and forth. */
async function moonshineIn(folder: string): Promise<MoonshineModel> {
  if (moonshine?.folder === folder) return moonshine.model;
  const former = await moonshine?.model.catch(() => undefined); // was told to whoever asked for it
  await former?.release();
  const model = loadMoonshine(folder);
  moonshine = { folder, model };
  model.catch(() => {
    moonshine = undefined;
  });
  return model;
}

const tasks: Tasks = {
  'vad.silero': async (input) => (await silero())(input),
  'asr.moonshine': async ({ folder, ...input }, signal) =>
    (await moonshineIn(folder)).transcribe(input, signal),
  'speaker.xvector': async (input) => (await xvector()).embed(floatsOf(input)),
};

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

function send(message: FromProcess): void {
  process.send?.(message);
}

const aborts = new Map<number, AbortController>();
/** Requests of one kind are done in turn; those of another kind come between their steps, so that voices are heard during recognition. */
const turns = new Map<TaskName, Promise<void>>();

async function run<T extends TaskName>(id: number, task: T, input: TaskInput<T>): Promise<void> {
  const abort = aborts.get(id) ?? new AbortController();
  try {
    abort.signal.throwIfAborted();
    send({ kind: 'done', id, output: await tasks[task](input, abort.signal) });
  } catch (error) {
    send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  } finally {
    aborts.delete(id);
  }
}

process.on('message', (message: ToProcess) => {
  if (message.kind === 'abort') {
    aborts.get(message.id)?.abort();
    return;
  }
  const { id, task, input } = message;
  aborts.set(id, new AbortController());
  const before = turns.get(task) ?? Promise.resolve();
  turns.set(
    task,
    before.then(() => run(id, task, input as TaskInput<typeof task>)),
  );
});
// However the parent died. Not `process.exit`, which runs the destructors of the runtime and may wait for them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
keepCompiled();
