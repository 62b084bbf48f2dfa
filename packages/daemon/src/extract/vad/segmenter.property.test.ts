import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_MS, FRAME_SAMPLES, framesOf } from './frame.ts';
import {
  HANG_OVER_MS,
  HARD_LENGTH_MS,
  POST_ROLL_MS,
  PRE_ROLL_MS,
  type SegmentEvent,
  segmenter,
  VOICED_FROM,
} from './segmenter.ts';

const SHORTEST_VOICED = framesOf(160);

/** Stretches of silence, speech and doubt, of lengths around every limit. */
const streams = fc.array(
  fc.record({
    frames: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 900 })),
    probability: fc.constantFrom(0, 0.1, 0.34, 0.36, 0.5, 0.51, 0.9, 1),
  }),
  { maxLength: 25 },
);

interface Heard {
  readonly probabilities: number[];
  readonly events: SegmentEvent[];
}

function run(stretches: readonly { frames: number; probability: number }[]): Heard {
  const cutter = segmenter();
  const probabilities: number[] = [];
  const events: SegmentEvent[] = [];
  for (const { frames, probability } of stretches) {
    for (let i = 0; i < frames; i++) {
      const number = probabilities.length;
      // The samples tell which frame they are.
      const samples = new Int16Array(FRAME_SAMPLES).fill(number % 32_768);
      probabilities.push(probability);
      const event = cutter.push({ samples, atMs: number * FRAME_MS, probability });
      if (event !== undefined) events.push(event);
    }
  }
  const last = cutter.flush();
  if (last !== undefined) events.push(last);
  return { probabilities, events };
}

const finalsOf = ({ events }: Heard) =>
  events.flatMap(({ kind, segment }) => (kind === 'final' ? [segment] : []));
const frameAt = (ms: number) => Math.round(ms / FRAME_MS);

test('segments come in order and never share audio', () => {
  fc.assert(
    fc.property(streams, (stretches) => {
      const finals = finalsOf(run(stretches));
      for (const [i, segment] of finals.entries()) {
        expect(segment.sequence).toBe(i);
        expect(segment.startAtMs).toBeGreaterThanOrEqual(finals[i - 1]?.endAtMs ?? 0);
        expect(segment.endAtMs).toBeGreaterThan(segment.startAtMs);
      }
    }),
  );
});

test('the samples of a segment are those of its time', () => {
  fc.assert(
    fc.property(streams, (stretches) => {
      for (const { startAtMs, endAtMs, samples } of finalsOf(run(stretches))) {
        const [first, end] = [frameAt(startAtMs), frameAt(endAtMs)];
        expect(samples.length).toBe((end - first) * FRAME_SAMPLES);
        expect(samples[0]).toBe(first % 32_768);
        expect(samples.at(-1)).toBe((end - 1) % 32_768);
      }
    }),
  );
});

test('nothing voiced is lost, except clicks', () => {
  fc.assert(
    fc.property(streams, (stretches) => {
      const heard = run(stretches);
      const finals = finalsOf(heard);
      const isCovered = (frame: number) =>
        finals.some((s) => frame >= frameAt(s.startAtMs) && frame < frameAt(s.endAtMs));
      const lost = heard.probabilities
        .map((p, frame) => (p > 0.5 && !isCovered(frame) ? frame : -1))
        .filter((frame) => frame >= 0);
      for (const frame of lost) {
        // Everything that would have belonged to the same segment, together, is too short to be speech.
        const near = heard.probabilities
          .slice(frame, frame + framesOf(HANG_OVER_MS))
          .filter((p) => p >= VOICED_FROM);
        expect(near.length).toBeLessThan(SHORTEST_VOICED);
      }
    }),
  );
});

test('no segment is longer than the limit and its rolls', () => {
  fc.assert(
    fc.property(streams, (stretches) => {
      for (const { startAtMs, endAtMs } of finalsOf(run(stretches))) {
        expect(endAtMs - startAtMs).toBeLessThanOrEqual(
          HARD_LENGTH_MS + PRE_ROLL_MS + POST_ROLL_MS + FRAME_MS,
        );
      }
    }),
  );
});

test('every provisional segment is followed by a final one that begins with it', () => {
  fc.assert(
    fc.property(streams, (stretches) => {
      const heard = run(stretches);
      for (const { kind, segment } of heard.events) {
        if (kind === 'final') continue;
        const final = finalsOf(heard).find(({ sequence }) => sequence === segment.sequence);
        expect(final?.startAtMs).toBe(segment.startAtMs);
        expect(final?.endAtMs).toBeGreaterThanOrEqual(segment.voicedTo / 16 + segment.startAtMs);
      }
    }),
  );
});
