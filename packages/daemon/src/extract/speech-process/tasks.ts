/**
 * What the speech process can be asked for. Every task is a plain function of its input: the process may die and be replaced between
 * any two of them. A new model is a line in `SpeechApi` and one in `speech-main.ts`.
 */
import type { Transcript } from '../asr/engine.ts';
import type { MoonshineInput } from '../asr/moonshine/moonshine-model.ts';
import type { WhisperInput } from '../asr/whisper/whisper-model.ts';
import type { SileroInput, SileroOutput } from '../vad/silero/silero-model.ts';

export interface SpeechApi {
  /** Speech probabilities of frames. */
  'vad.silero'(input: SileroInput): SileroOutput;
  /** Text of a piece of speech, by the Moonshine network in `folder`. */
  'asr.moonshine'(input: MoonshineInput & { readonly folder: string }): Transcript;
  /** Text and language of a piece of speech, by the Whisper network in `folder`. */
  'asr.whisper'(input: WhisperInput & { readonly folder: string }): Transcript;
  /** The voice in a piece of speech; undefined when there is too little of it. */
  'speaker.xvector'(input: Int16Array): Float32Array | undefined;
}

export type TaskName = keyof SpeechApi;
export type TaskInput<T extends TaskName> = Parameters<SpeechApi[T]>[0];
export type TaskOutput<T extends TaskName> = ReturnType<SpeechApi[T]>;
