/** What every voice detector must pass. A detector's own test calls this with how to open one. */
import { describe, expect, test } from 'vitest';
import { music, noise, prompt, silence, WHY_NO_SPEECH } from '../asr/sounds.fixture.ts';
import type { VoiceDetector } from './engine.ts';
import { FRAME_SAMPLES } from './frame.ts';

const wanted = new AbortController().signal;
const wholeFrames = (samples: Int16Array) =>
  samples.subarray(0, samples.length - (samples.length % FRAME_SAMPLES));
const voicedShare = (probabilities: Float32Array) =>
  probabilities.filter((p) => p > 0.5).length / probabilities.length;

export function voiceDetectorConformance(open: () => VoiceDetector): void {
  describe('as every voice detector', () => {
    test.skipIf(WHY_NO_SPEECH)(`hears recorded speech (${WHY_NO_SPEECH ?? 'there'})`, async () => {
      const speech = wholeFrames(prompt('demo-thanks'));
      const probabilities = await open().detect(speech, wanted);
      expect(probabilities).toHaveLength(speech.length / FRAME_SAMPLES);
      expect(voicedShare(probabilities)).toBeGreaterThan(0.5);
      expect(Math.min(...probabilities)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...probabilities)).toBeLessThanOrEqual(1);
    });

    test.each([
      ['silence', silence(3_200)],
      ['hiss', noise(3_200, 0.1)],
      ['a fan', noise(3_200, 0.9, 0.98)],
      ['a tune', music(3_200)],
    ])('hears no voice in %s', async (_, sound) => {
      expect(voicedShare(await open().detect(wholeFrames(sound), wanted))).toBeLessThan(0.1);
    });

    test.skipIf(WHY_NO_SPEECH)('goes on where the last call ended', async () => {
      const speech = wholeFrames(prompt('auth-incorrect'));
      const atOnce = await open().detect(speech, wanted);
      const detector = open();
      const cut = FRAME_SAMPLES * 20;
      const pieces = [
        ...(await detector.detect(speech.subarray(0, cut), wanted)),
        ...(await detector.detect(speech.subarray(cut), wanted)),
      ];
      for (const [i, p] of pieces.entries()) expect(p).toBeCloseTo(atOnce[i] ?? -1, 4);
    });

    test.skipIf(WHY_NO_SPEECH)('a reset forgets what was heard', async () => {
      const speech = wholeFrames(prompt('auth-incorrect'));
      const detector = open();
      const first = await detector.detect(speech, wanted);
      detector.reset();
      expect(await detector.detect(speech, wanted)).toEqual(first);
    });

    test('rejects when aborted, and can be called again', async () => {
      const detector = open();
      const aborted = detector.detect(silence(320), AbortSignal.abort());
      await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
      expect(await detector.detect(silence(320), wanted)).toHaveLength(10);
    });
  });
}
