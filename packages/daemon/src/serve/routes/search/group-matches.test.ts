import { describe, expect, test } from 'vitest';
import type { KeywordMatch } from '#store/records.ts';
import { groupMatches } from './group-matches.ts';

function match(frameId: number, atSecs: number, change: Partial<KeywordMatch> = {}): KeywordMatch {
  return {
    frameId,
    atMs: atSecs * 1000,
    appName: 'Editor',
    windowName: 'plan.md',
    url: '',
    text: 'budget',
    confidence: 1,
    positions: [],
    ...change,
  };
}

function idsOf(matches: KeywordMatch[]): number[][] {
  return groupMatches(matches).map((group) => group.frameIds);
}

describe('groupMatches', () => {
  test('joins frames of one window that are at most two minutes apart', () => {
    expect(idsOf([match(1, 500), match(2, 380), match(3, 259)])).toEqual([[1, 2], [3]]);
  });

  test('knows when a cluster began and ended, in either order', () => {
    const [newestFirst] = groupMatches([match(1, 50), match(2, 10)]);
    expect(newestFirst).toMatchObject({ startMs: 10_000, endMs: 50_000 });
    const [oldestFirst] = groupMatches([match(2, 10), match(1, 50)]);
    expect(oldestFirst).toMatchObject({ startMs: 10_000, endMs: 50_000 });
  });

  test('keeps windows apart even when their frames alternate', () => {
    const other = { windowName: 'mail' };
    expect(idsOf([match(1, 40), match(2, 30, other), match(3, 20), match(4, 10, other)])).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  test('keeps addresses apart, but joins a frame whose address is not known', () => {
    const a = { url: 'https://a.example' };
    const b = { url: 'https://b.example' };
    expect(idsOf([match(1, 40, a), match(2, 30), match(3, 20, b)])).toEqual([[1, 2], [3]]);
  });

  test('takes at most thirty matches of one application', () => {
    const many = Array.from({ length: 40 }, (_unused, index) => match(index, 1000 - index));
    const groups = groupMatches([...many, match(99, 1, { appName: 'Mail' })]);
    expect(groups.map((group) => group.frameIds.length)).toEqual([30, 1]);
  });
});
