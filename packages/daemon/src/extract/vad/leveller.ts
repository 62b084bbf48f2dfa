/**
 * Makes quiet sound louder before the detection network looks at it, which otherwise takes a distant voice for noise. Loud sound passes
 * as it is. Only the network sees the louder samples: recordings stay as they were heard.
 */
import { FRAME_MS, FRAME_SAMPLES, loudnessOf } from './frame.ts';

// -30 dBFS: how loud a voice near the microphone is.
const TARGET = 10 ** (-30 / 20);
// 24 dB: more would lift the noise of a quiet room to the loudness of speech.
const MOST_GAIN = 16;
// 3 dB a second: a pause between words changes little, and a quiet voice is heard some seconds after a loud one.
const KEPT_PER_FRAME = 10 ** ((-3 * FRAME_MS) / 1000 / 20);
const LARGEST = 32_767;

/** Takes the frames of one stream in order; gives as many samples back. */
export type Leveller = (samples: Int16Array) => Int16Array;

export function leveller(): Leveller {
  let envelope = 0;
  return (samples) => {
    const levelled = new Int16Array(samples.length);
    for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
      const frame = samples.subarray(at, at + FRAME_SAMPLES);
      envelope = Math.max(loudnessOf(frame), envelope * KEPT_PER_FRAME);
      levelled.set(louder(frame, gainFor(envelope)), at);
    }
    return levelled;
  };
}

/** All of the samples by the same gain, for whoever has to understand them. `loudness` is that of the speech in them. */
export function levelledSpeech(samples: Int16Array, loudness: number): Int16Array {
  return louder(samples, gainFor(loudness));
}

function gainFor(loudness: number): number {
  return Math.min(MOST_GAIN, Math.max(1, TARGET / Math.max(loudness, 1e-6)));
}

function louder(samples: Int16Array, gain: number): Int16Array {
  if (gain === 1) return samples;
  return samples.map((sample) => Math.max(-LARGEST, Math.min(LARGEST, Math.round(sample * gain))));
}
