import { describe, expect, test } from 'vitest';
import { FRAME_MS, FRAME_SAMPLES, framesOf } from './frame.ts';
import { type SegmentEvent, segmenter } from './segmenter.ts';

/** Feeds stretches of [milliseconds, probability], all equally loud. */
function cut(...stretches: readonly (readonly [ms: number, probability: number])[]) {
  const cutter = segmenter();
  const events: { event: SegmentEvent; atMs: number }[] = [];
  let count = 0;
  for (const [ms, probability] of stretches) {
    for (let i = 0; i < framesOf(ms); i++) {
      const samples = new Int16Array(FRAME_SAMPLES).fill(1_000);
      const event = cutter.push({ samples, atMs: count * FRAME_MS, probability });
      count += 1;
      if (event !== undefined) events.push({ event, atMs: count * FRAME_MS });
    }
  }
  const last = cutter.flush();
  if (last !== undefined) events.push({ event: last, atMs: count * FRAME_MS });
  const ofKind = (kind: SegmentEvent['kind']) =>
    events.filter(({ event }) => event.kind === kind).map(({ event }) => event.segment);
  return { events, finals: ofKind('final'), provisionals: ofKind('provisional') };
}

describe('segmenter', () => {
  test('a sentence becomes one segment with the silence around it', () => {
    const { finals } = cut([3_200, 0], [3_200, 0.9], [3_200, 0]);
    expect(finals).toHaveLength(1);
    expect(finals[0]).toMatchObject({
      startAtMs: 3_200 - 800,
      endAtMs: 6_400 + 512,
      voicedMs: 3_200,
      isContinued: false,
    });
    expect(finals[0]?.meanProbability).toBeCloseTo(0.9);
    expect(finals[0]?.voicedFrom).toBe(800 * 16);
    expect(finals[0]?.voicedTo).toBe(4_000 * 16);
    expect(finals[0]?.samples).toHaveLength((800 + 3_200 + 512) * 16);
  });

  test('pauses shorter than the hang-over stay inside', () => {
    const { finals } = cut([3_200, 0.9], [1_280, 0], [3_200, 0.9], [3_200, 0]);
    expect(finals.map(({ startAtMs, endAtMs }) => [startAtMs, endAtMs])).toEqual([[0, 8_192]]);
  });

  test('a longer pause makes two segments', () => {
    expect(cut([3_200, 0.9], [1_920, 0], [3_200, 0.9], [3_200, 0]).finals).toHaveLength(2);
  });

  test('a click is no speech', () => {
    const { events } = cut([3_200, 0], [128, 0.9], [3_200, 0]);
    expect(events).toEqual([]);
  });

  test('speech begins above a half and goes on above a third', () => {
    expect(cut([3_200, 0.5]).finals).toEqual([]);
    expect(cut([320, 0.6], [3_200, 0.36], [3_200, 0]).finals[0]?.voicedMs).toBe(3_520);
  });

  test('half a second of silence reports a provisional segment that is the final one', () => {
    const { events } = cut([3_200, 0], [3_200, 0.9], [3_200, 0]);
    expect(events.map(({ event, atMs }) => [event.kind, atMs])).toEqual([
      ['provisional', 6_912],
      ['final', 8_000],
    ]);
    const [first, second] = events.map(({ event: { segment } }) => ({
      ...segment,
      samples: Buffer.from(segment.samples.buffer).toString('base64'),
    }));
    expect(first).toEqual(second);
  });

  test('hardly more than a tenth of a long talk is recognised in vain', () => {
    const sentence: [number, number][] = [
      [2_400, 0.9],
      [640, 0],
    ];
    const talk = Array.from({ length: 100 }, () => sentence).flat();
    const { provisionals, finals } = cut(...talk, [3_200, 0]);
    const isFinal = (segment: { endAtMs: number }) =>
      finals.some(({ endAtMs }) => endAtMs === segment.endAtMs);
    const vainMs = provisionals
      .filter((segment) => !isFinal(segment))
      .reduce((sum, { startAtMs, endAtMs }) => sum + endAtMs - startAtMs, 0);
    expect(provisionals.length).toBeGreaterThan(3);
    expect(vainMs).toBeLessThan(0.15 * 100 * 3_040);
  });

  test('a single sentence after a silence has its provisional text, however much was in vain before', () => {
    const sentence: [number, number][] = [
      [2_400, 0.9],
      [640, 0],
    ];
    const talk = Array.from({ length: 40 }, () => sentence).flat();
    const { provisionals, finals } = cut(...talk, [120_000, 0], [2_400, 0.9], [3_200, 0]);
    expect(provisionals.at(-1)?.endAtMs).toBe(finals.at(-1)?.endAtMs);
  });

  test('says where a quarter of a second or more was silent between words', () => {
    const { finals } = cut([960, 0.9], [544, 0], [960, 0.9], [160, 0], [960, 0.9], [3_200, 0]);
    const [{ pauses, voicedFrom } = { pauses: [], voicedFrom: 0 }] = finals;
    const inMs = pauses.map(({ from, to }) => [(from - voicedFrom) / 16, (to - voicedFrom) / 16]);
    expect(inMs).toEqual([[960, 1_504]]);
  });

  test('who speaks on replaces the provisional segment by a longer one of the same number', () => {
    const { provisionals, finals } = cut([1_600, 0.9], [640, 0], [3_200, 0.9], [3_200, 0]);
    expect(provisionals.map(({ sequence, endAtMs }) => [sequence, endAtMs])).toEqual([
      [0, 1_600 + 512],
      [0, 5_440 + 512],
    ]);
    expect(finals.map(({ sequence, endAtMs }) => [sequence, endAtMs])).toEqual([[0, 5_952]]);
  });

  test('who pauses often is not recognised again at each pause', () => {
    const sentence = [
      [960, 0.9],
      [640, 0],
    ] as const;
    const { provisionals } = cut(...Array.from({ length: 8 }, () => sentence).flat(), [3_200, 0]);
    // At 0.96 s, when twice as much was said, and twice that; then too much was in vain.
    expect(provisionals).toHaveLength(3);
  });

  test('from 16 s on a short pause ends the piece, and the next begins right there', () => {
    const { finals } = cut([16_320, 0.9], [192, 0], [3_200, 0.9], [3_200, 0]);
    expect(finals).toHaveLength(2);
    expect(finals[0]?.endAtMs).toBe(finals[1]?.startAtMs);
    expect(finals[0]?.endAtMs).toBeGreaterThan(16_320);
    expect(finals[0]?.endAtMs).toBeLessThan(16_512);
    expect(finals.map(({ isContinued, sequence }) => [isContinued, sequence])).toEqual([
      [false, 0],
      [true, 1],
    ]);
  });

  test('silence after such a cut is no segment', () => {
    expect(cut([16_320, 0.9], [6_400, 0]).finals).toHaveLength(1);
  });

  test('speech without any pause is cut at its least voiced place in the second half', () => {
    const { finals } = cut([17_920, 0.9], [224, 0.4], [12_800, 0.9], [3_200, 0]);
    expect(finals).toHaveLength(2);
    expect(finals[0]?.endAtMs).toBeGreaterThan(17_920);
    expect(finals[0]?.endAtMs).toBeLessThan(18_144);
  });

  test('the end of the stream closes what is open', () => {
    expect(cut([3_200, 0.9]).finals.map(({ endAtMs }) => endAtMs)).toEqual([3_200]);
  });
});
