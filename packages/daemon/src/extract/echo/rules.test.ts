import { describe, expect, test } from 'vitest';
import { decide, type Evidence } from './rules.ts';
import type { JudgedFrame, Stretch } from './signal/sound.ts';

/** Speech of the microphone and what the canceller left of it, as one letter per 320 ms: `s` speech, `.` none. */
function evidence(options: {
  microphone: string;
  cancelled: string;
  /** Likeness of a stretch. */
  like: (stretch: Stretch) => number;
  isByChance?: boolean;
  isLeakKnown?: boolean;
}): Evidence {
  const frames = (letters: string): JudgedFrame[] =>
    [...letters].flatMap((letter, at) =>
      Array.from({ length: 10 }, (_, index) => ({
        atMs: 320 * at + 32 * index,
        probability: letter === 's' ? 0.95 : 0.05,
      })),
    );
  const first = options.microphone.indexOf('s');
  const last = options.microphone.lastIndexOf('s');
  return {
    voiced: { startMs: 320 * first, endMs: 320 * (last + 1) },
    microphone: frames(options.microphone),
    cancelled: frames(options.cancelled),
    compare: (stretch) => ({
      correlation: options.like(stretch),
      lagMs: 180,
      isByChance: options.isByChance ?? false,
    }),
    isLeakKnown: () => options.isLeakKnown ?? true,
  };
}

const rounded = (list: readonly Stretch[]) => list.map(({ startMs, endMs }) => [startMs, endMs]);

describe('decide', () => {
  test('what runs with the loudspeaker beyond doubt is an echo, even before the canceller has learnt', () => {
    const { verdict, keep } = decide(
      evidence({ microphone: 'ssssss', cancelled: 'ssssss', like: () => 0.85 }),
    );
    expect({ verdict, keep }).toEqual({ verdict: 'echo', keep: [] });
  });

  test('both witnesses together make an echo', () => {
    const made = decide(evidence({ microphone: 'ssssss', cancelled: '......', like: () => 0.5 }));
    expect(made).toMatchObject({ verdict: 'echo', keep: [] });
  });

  test('what the canceller removed and what does not sound like the loudspeaker is kept as it was', () => {
    const made = decide(evidence({ microphone: 'ssssss', cancelled: '......', like: () => 0.2 }));
    expect(made).toMatchObject({ verdict: 'local', keep: [{ isDoubtful: false }] });
    expect(made.keep[0]?.raw).toEqual([{ startMs: 0, endMs: 1920 }]);
  });

  test('when the envelopes are undecided the words decide', () => {
    const made = decide(evidence({ microphone: 'ssssss', cancelled: '......', like: () => 0.4 }));
    expect(made).toMatchObject({ verdict: 'local', keep: [{ isDoubtful: true }] });
  });

  test('a short likeness at any delay may be chance and needs more', () => {
    const like = (value: number) =>
      decide(evidence({ microphone: 'sss', cancelled: '...', like: () => value, isByChance: true }))
        .verdict;
    expect([like(0.6), like(0.7)]).toEqual(['local', 'echo']);
  });

  test('of both the person’s part is kept, and the loudspeaker’s is not', () => {
    const made = decide(
      evidence({
        microphone: 'sssss....sssss',
        cancelled: '.........sssss',
        like: ({ startMs }) => (startMs < 2_000 ? 0.7 : 0.1),
      }),
    );
    expect(made.verdict).toBe('mixed');
    // From 320 ms before the speech that was left; what lies within 192 ms of it counts as left.
    expect(rounded(made.keep)).toEqual([[2560, 4480]]);
    expect(made.keep[0]?.raw).toEqual([]);
  });

  test('a part that the canceller removed although it was the person’s comes back as it was', () => {
    const made = decide(
      evidence({
        microphone: 'sssss.......sssss',
        cancelled: 'sssss............',
        like: () => 0.1,
      }),
    );
    expect(made.verdict).toBe('local');
    expect(made.keep.flatMap(({ raw }) => rounded(raw))).toEqual([[3840, 5440]]);
  });

  test('with a headset the canceller is not believed at all', () => {
    const whole = { startMs: 0, endMs: 5440 };
    const made = decide(
      evidence({
        microphone: 'sssss.......sssss',
        cancelled: 'sssss............',
        like: () => 0.1,
        isLeakKnown: false,
      }),
    );
    expect(made).toMatchObject({ verdict: 'local', keep: [{ ...whole, raw: [whole] }] });
  });

  test('with a headset a short run that is like the loudspeaker by chance costs the person nothing', () => {
    const whole = { startMs: 0, endMs: 3840 };
    const made = decide(
      evidence({
        microphone: 'ssssssssssss',
        cancelled: 'ssss....ssss',
        like: ({ startMs, endMs }) => (endMs - startMs < 1_500 && startMs > 1_000 ? 0.7 : 0.1),
        isByChance: true,
        isLeakKnown: false,
      }),
    );
    // Its words are compared, in case it was no chance.
    expect(made).toMatchObject({ verdict: 'local', keep: [{ raw: [whole], isDoubtful: true }] });
  });

  test('pieces that are close to each other are one piece, those apart are two', () => {
    const pieces = (microphone: string, cancelled: string, like: (stretch: Stretch) => number) =>
      rounded(decide(evidence({ microphone, cancelled, like })).keep);
    expect(pieces('ssss.sss.ssss', 'ssss.....ssss', () => 0.1)).toEqual([[0, 4160]]);
    const isInside = ({ startMs, endMs }: Stretch) => startMs > 1_000 && endMs < 5_500;
    expect(
      pieces('ssss.ssssssssss.ssss', 'ssss............ssss', (it) => (isInside(it) ? 0.7 : 0.1)),
    ).toEqual([
      [0, 1470],
      [4800, 6400],
    ]);
  });

  test('before the canceller has learnt, what it left but sounds like the loudspeaker stays apart and its words are compared', () => {
    const made = decide(
      evidence({
        microphone: 'sssss..sssss....sssss',
        cancelled: 'sssss..sssss.........',
        like: ({ startMs, endMs }) => (endMs < 2_000 || startMs > 4_500 ? 0.7 : 0.1),
      }),
    );
    expect(made.verdict).toBe('mixed');
    expect(made.keep.map(({ isDoubtful }) => isDoubtful)).toEqual([true, false]);
    expect(rounded(made.keep)).toEqual([
      [0, 1790],
      [1920, 4030],
    ]);
  });

  test('speech that was left on both sides of a pause is judged apart', () => {
    const made = decide(
      evidence({
        microphone: 'sssss..sssss',
        cancelled: 'sssss..sssss',
        like: ({ startMs, endMs }) => (startMs === 0 && endMs < 2_000 ? 0.9 : 0.1),
      }),
    );
    expect(made.verdict).toBe('mixed');
    expect(rounded(made.keep)).toEqual([[1920, 3840]]);
  });

  test('words are compared when much of the segment sounds like the loudspeaker and something is left', () => {
    const made = decide(
      evidence({
        microphone: 'sssssssss.ss',
        cancelled: '..........ss',
        like: ({ endMs }) => (endMs > 3_500 ? 0.65 : 0.7),
      }),
    );
    expect(made).toMatchObject({ verdict: 'mixed', keep: [{ isDoubtful: true }] });
  });
});
