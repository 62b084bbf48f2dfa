/**
 * What the speech process can be asked for. Every task is a plain function of its input: the process may die and be replaced between
 * any two of them. A new model is a line in `SpeechTasks` and one in `speech-main.ts`.
 */
import type { Transcript } from '../asr/engine.ts';
import type { MoonshineInput } from '../asr/moonshine/moonshine-model.ts';
import type { SileroInput, SileroOutput } from '../vad/silero/silero-model.ts';

export interface SpeechTasks {
  /** Speech probabilities of frames. */
  'vad.silero': { input: SileroInput; output: SileroOutput };
  /** Text of a piece of speech, by the Moonshine network in `folder`. */
  'asr.moonshine': {
    input: MoonshineInput & { readonly folder: string };
    output: Transcript;
  };
  /** The voice in a piece of speech; undefined when there is too little of it. */
  'speaker.xvector': { input: Int16Array; output: Float32Array | undefined };
}

export type TaskName = keyof SpeechTasks;
export type TaskInput<T extends TaskName> = SpeechTasks[T]['input'];
export type TaskOutput<T extends TaskName> = SpeechTasks[T]['output'];

export type ToProcess =
  | { readonly kind: 'run'; readonly id: number; readonly task: TaskName; readonly input: unknown }
  /** The answer is no longer wanted; one is still sent, soon. */
  | { readonly kind: 'abort'; readonly id: number };

export type FromProcess =
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  /** `message` is of a library and may name files, never what was said. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
