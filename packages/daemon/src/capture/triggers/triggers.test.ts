import { describe, expect, test } from 'vitest';
import { makeTriggers, type Signal } from './triggers.ts';

/** Plays signals at given instants and notes every picture that becomes due, with the instant it is taken. */
function play(
  script: readonly (readonly [atMs: number, signal: Signal])[],
  untilMs: number,
  options: Parameters<typeof makeTriggers>[0] = {},
) {
  const triggers = makeTriggers(options);
  const taken: [number, string][] = [];
  const open = [...script];
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 1) {
    while (open[0] !== undefined && open[0][0] <= nowMs) {
      triggers.signal((open.shift() as [number, Signal])[1], nowMs);
    }
    const nextMs = triggers.nextAtMs();
    if (nextMs === undefined || nextMs > nowMs) continue;
    const trigger = triggers.take(nowMs);
    if (trigger !== undefined) taken.push([nowMs, trigger]);
  }
  return taken;
}

const every = (stepMs: number, fromMs: number, toMs: number, signal: Signal) =>
  Array.from(
    { length: Math.floor((toMs - fromMs) / stepMs) + 1 },
    (_, index) => [fromMs + index * stepMs, signal] as const,
  );

describe('triggers', () => {
  test('without signals nothing is ever due', () => {
    expect(makeTriggers().nextAtMs()).toBeUndefined();
    expect(play([], 5_000)).toEqual([]);
  });

  test.each([
    ['app_switch', 'app_switch', 150],
    ['window_focus', 'window_focus', 150],
    ['click', 'click', 150],
    ['clipboard', 'clipboard', 0],
    ['manual', 'manual', 0],
    ['key', 'typing_pause', 500],
    ['scroll', 'scroll_stop', 300],
    ['damage', 'visual_change', 250],
    ['leftover', 'idle', 30_000],
  ] as const)('%s leads to %s after %d ms, once', (signal, trigger, afterMs) => {
    expect(play([[0, signal]], 40_000)).toEqual([[afterMs, trigger]]);
  });

  test('two pictures are at least 200 ms apart, manual ones too', () => {
    const taken = play(every(10, 0, 1_000, 'manual'), 3_000);
    expect(taken.length).toBe(6);
    for (const [index, [atMs]] of taken.slice(1).entries()) {
      expect(atMs - (taken[index]?.[0] ?? 0)).toBeGreaterThanOrEqual(200);
    }
  });

  test('of several reasons the most telling is named and the others are answered with it', () => {
    expect(
      play(
        [
          [0, 'damage'],
          [100, 'click'],
          [100, 'app_switch'],
        ],
        5_000,
      ),
    ).toEqual([[250, 'app_switch']]);
  });

  test('typing gives one picture when it pauses, and what it draws gives none', () => {
    const keys = every(100, 0, 1_000, 'key');
    const drawing = every(100, 20, 1_020, 'damage');
    const script = [...keys, ...drawing].toSorted(([a], [b]) => a - b);
    expect(play(script, 10_000)).toEqual([[1_500, 'typing_pause']]);
  });

  test('typing without a pause gives a picture every three seconds', () => {
    const taken = play(every(100, 0, 9_500, 'key'), 20_000);
    expect(taken.map(([, trigger]) => trigger)).toEqual(Array(4).fill('typing_pause'));
    expect(taken[0]?.[0]).toBe(3_000);
  });

  test('a page that glides on after the wheel gives its picture when it stands still', () => {
    const wheel = every(40, 0, 400, 'scroll');
    const gliding = every(100, 0, 1_200, 'damage');
    const signals = [...wheel, ...gliding].toSorted(([a], [b]) => a - b);
    expect(play(signals, 5_000)).toEqual([[1_450, 'scroll_stop']]);
  });

  test('scrolling over a film gives its picture after a while', () => {
    const signals = [...every(40, 0, 400, 'scroll'), ...every(100, 0, 4_000, 'damage')];
    const [first] = play(
      signals.toSorted(([a], [b]) => a - b),
      3_500,
    );
    expect(first).toEqual([3_000, 'scroll_stop']);
  });

  test('scrolling gives one picture when it stops', () => {
    expect(play(every(40, 0, 800, 'scroll'), 5_000)).toEqual([[1_100, 'scroll_stop']]);
  });

  test('drawing in steps is one picture, after the last step', () => {
    expect(play(every(100, 0, 500, 'damage'), 5_000)).toEqual([[750, 'visual_change']]);
  });

  test('a film gives pictures at growing distances, and at the old pace after a person acts', () => {
    const film = every(100, 0, 40_000, 'damage');
    const times = play(film, 40_000).map(([atMs]) => atMs);
    const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(times[0]).toBe(1_000);
    expect(times.length).toBeLessThan(10);
    expect(Math.max(...gaps)).toBeLessThan(9_000);
    expect(gaps.at(-1)).toBeGreaterThan(7_000);

    const acted = [...film, [20_000, 'click'] as const].toSorted(([a], [b]) => a - b);
    const after = play(acted, 40_000).filter(([atMs]) => atMs >= 20_000);
    expect(after[0]).toEqual([20_150, 'click']);
    expect((after[1]?.[0] ?? 0) - 20_150).toBeLessThan(1_500);
  });

  test('a small change is looked at again after half a minute, unless a picture came before', () => {
    expect(
      play(
        [
          [0, 'leftover'],
          [10_000, 'click'],
        ],
        60_000,
      ),
    ).toEqual([[10_150, 'click']]);
  });

  test('a caret that blinks for minutes does not move the look after half a minute away', () => {
    const [first] = play(every(500, 0, 60_000, 'leftover'), 60_000);
    expect(first).toEqual([30_000, 'idle']);
  });
});

describe('a slower pace', () => {
  test('makes pictures of a moving screen rarer and counts each that came later', () => {
    let held = 0;
    const pace = { pictureGapMs: 1_000, visualGapMs: 10_000 };
    const script = [
      ...every(50, 0, 40_000, 'damage'),
      [12_000, 'click'] as const,
      [12_100, 'app_switch'] as const,
      [12_500, 'click'] as const,
    ].toSorted(([a], [b]) => a - b);
    const taken = play(script, 45_000, {
      pace: () => pace,
      onHeld: () => {
        held += 1;
      },
    });
    const drawn = taken.filter(([, trigger]) => trigger === 'visual_change').map(([atMs]) => atMs);
    for (const [i, atMs] of drawn.slice(1).entries()) {
      expect(atMs - (drawn[i] ?? 0)).toBeGreaterThanOrEqual(10_000);
    }
    expect(taken.filter(([atMs]) => atMs > 12_000 && atMs < 14_000)).toEqual([
      [12_150, 'click'],
      // Another window does not wait; what a person does in it waits a second.
      [12_350, 'app_switch'],
      [13_350, 'click'],
    ]);
    expect(held).toBeGreaterThanOrEqual(3);
  });

  test('leaves nothing out: the last change has its picture when its time has come', () => {
    const pace = () => ({ pictureGapMs: 200, visualGapMs: 30_000 });
    const taken = play(
      [
        [0, 'damage'],
        [2_000, 'damage'],
      ],
      60_000,
      { pace },
    );
    expect(taken).toEqual([
      [250, 'visual_change'],
      [30_250, 'visual_change'],
    ]);
  });
});
