import { describe, expect, test } from 'vitest';
import { joined, noise, silence } from '../asr/sounds.fixture.ts';
import type { VoiceDetector } from './engine.ts';
import { FRAME_SAMPLES, loudnessOf } from './frame.ts';
import type { JudgedFrame, SpeechSegment } from './segmenter.ts';
import { voiceStream } from './voice-stream.ts';

const SPEECH_LEVEL = 0.1;
const loud = (ms: number) => noise(ms, SPEECH_LEVEL * 4);

/** Whatever is loud is a voice. Counts what it is asked. */
function loudnessDetector(
  level = SPEECH_LEVEL,
): VoiceDetector & { calls: number[]; resets: number } {
  const detector = {
    calls: [] as number[],
    resets: 0,
    async detect(samples: Int16Array) {
      detector.calls.push(samples.length / FRAME_SAMPLES);
      await new Promise((resolve) => setImmediate(resolve));
      return Float32Array.from({ length: samples.length / FRAME_SAMPLES }, (_, i) =>
        loudnessOf(samples.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES)) > level ? 1 : 0,
      );
    },
    reset() {
      detector.resets += 1;
    },
  };
  return detector;
}

function open(detector: VoiceDetector, signal = new AbortController().signal) {
  const finals: SpeechSegment[] = [];
  const frames: JudgedFrame[] = [];
  const stream = voiceStream({
    detector,
    signal,
    onSegment: ({ kind, segment }) => kind === 'final' && finals.push(segment),
    onFrame: (frame) => frames.push(frame),
  });
  return { stream, finals, frames };
}

/** In blocks of 10 ms, as capture delivers them; with `atOnce` all of them before any is judged. */
async function play(
  stream: ReturnType<typeof voiceStream>,
  samples: Int16Array,
  { fromMs = 0, atOnce = true } = {},
): Promise<void> {
  for (let at = 0; at < samples.length; at += 160) {
    stream.push(samples.subarray(at, at + 160), fromMs + at / 16);
    if (!atOnce) await stream.settled();
  }
}

describe('a voice stream', () => {
  test('makes a quiet voice louder for the detector, and keeps it as it was heard', async () => {
    const quiet = noise(1_600, 10 ** (-48 / 20) * 1.7);
    const levels: number[] = [];
    const detector: VoiceDetector = {
      async detect(samples) {
        levels.push(20 * Math.log10(loudnessOf(samples)));
        return new Float32Array(samples.length / FRAME_SAMPLES).fill(1);
      },
      reset: () => {},
    };
    const { stream, finals } = open(detector);
    await play(stream, joined(silence(3_200), quiet), { atOnce: false });
    await stream.flush();
    expect(Math.max(...levels)).toBeGreaterThan(-33);
    expect(finals).toHaveLength(1);
    const heard = Math.max(...(finals[0]?.samples ?? []));
    expect(heard).toBe(Math.max(...quiet));
  });

  test('hears a quiet voice soon after a loud one and silence', async () => {
    const quiet = noise(1_600, 10 ** (-48 / 20) * 1.7);
    const { stream, finals } = open(loudnessDetector(10 ** (-36 / 20)));
    await play(stream, joined(silence(3_200), loud(1_600), silence(3_200), quiet), {
      atOnce: false,
    });
    await stream.flush();
    expect(finals.map(({ voicedMs }) => voicedMs > 1_000)).toEqual([true, true]);
  });

  test('reports the time and the very samples of what was said', async () => {
    const { stream, finals } = open(loudnessDetector());
    const sound = joined(silence(3_200), loud(1_600), silence(3_200));
    await play(stream, sound, { fromMs: 50_000 });
    await stream.flush();
    expect(finals).toHaveLength(1);
    expect(finals[0]?.startAtMs).toBe(50_000 + 2_400);
    expect(finals[0]?.endAtMs).toBe(50_000 + 4_800 + 512);
    const bytes = (samples: Int16Array | undefined) =>
      Buffer.from(samples?.slice().buffer ?? new ArrayBuffer(0));
    expect(
      bytes(finals[0]?.samples).equals(bytes(sound.subarray(2_400 * 16, (4_800 + 512) * 16))),
    ).toBe(true);
  });

  test('judges the same whether sound comes slowly or all at once', async () => {
    const sound = joined(
      ...Array.from({ length: 6 }, (_, i) => [silence(500 + i * 700), loud(200 + i * 300)]).flat(),
      silence(2_000),
    );
    const [slow, fast] = [open(loudnessDetector()), open(loudnessDetector())];
    await play(slow.stream, sound, { atOnce: false });
    await play(fast.stream, sound, { atOnce: true });
    await Promise.all([slow.stream.flush(), fast.stream.flush()]);
    expect(fast.finals.length).toBeGreaterThan(1);
    const reported = (finals: readonly SpeechSegment[]) =>
      finals.map(({ samples, ...rest }) => ({ ...rest, count: samples.length }));
    expect(reported(fast.finals)).toEqual(reported(slow.finals));
    const judged = (frames: readonly JudgedFrame[]) =>
      frames.map(({ atMs, probability }) => [atMs, probability]);
    expect(judged(fast.frames)).toEqual(judged(slow.frames));
  });

  test('does not ask the network about silence', async () => {
    for (const sound of [silence(32_000), noise(32_000, 0.01)]) {
      const detector = loudnessDetector();
      const { stream } = open(detector);
      await play(stream, sound);
      await stream.flush();
      expect(detector.calls).toEqual([]);
      expect(stream.figures()).toMatchObject({ frames: 1_000, detectedFrames: 0 });
    }
  });

  test('starts the network again after silence, with what came just before', async () => {
    const detector = loudnessDetector();
    const { stream } = open(detector);
    await play(stream, joined(silence(3_200), loud(320), silence(4_800), loud(320)), {
      atOnce: false,
    });
    await stream.flush();
    expect(detector.resets).toBe(2);
    // Four frames more than the first that is asked about.
    expect(detector.calls[0]).toBe(5);
  });

  test('a jump in time ends the segment', async () => {
    const { stream, finals } = open(loudnessDetector());
    await play(stream, joined(silence(1_600), loud(1_600)));
    await play(stream, joined(loud(1_600), silence(3_200)), { fromMs: 60_000 });
    await stream.flush();
    expect(finals.map(({ startAtMs, endAtMs }) => [startAtMs, endAtMs])).toEqual([
      [800, 3_200],
      [60_000, 60_000 + 1_600 + 512],
    ]);
  });

  test('keeps loud sound when the network cannot be run', async () => {
    const broken = loudnessDetector();
    broken.detect = () => Promise.reject(new Error('no network'));
    const { stream, finals } = open(broken);
    await play(stream, joined(silence(3_200), loud(1_600), silence(4_800)));
    await stream.flush();
    expect(finals).toHaveLength(1);
    expect(stream.figures().guessedFrames).toBeGreaterThan(50);
  });

  test('an aborted stream stops and settles', async () => {
    const abort = new AbortController();
    const stuck = loudnessDetector();
    stuck.detect = (_, signal = abort.signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const { stream, finals } = open(stuck, abort.signal);
    await play(stream, joined(silence(1_600), loud(1_600)));
    abort.abort();
    await stream.settled();
    expect(finals).toEqual([]);
  });
});
