import { describe, expect, test } from 'vitest';
import { isRepeated, saidMeanwhile } from './repeated-words.ts';

const said = (text: string, startMs = 10_000, endMs = 13_000) => ({ text, startMs, endMs });

describe('isRepeated', () => {
  test('most of the words, in their order, are a repetition', () => {
    const monitor = [said('Please hold the line while we connect you to the next agent.')];
    expect(isRepeated(said('hold the line while we collect you'), monitor)).toBe(true);
    expect(isRepeated(said('Hold THE line, while we'), monitor)).toBe(true);
  });

  test('the same words in another order, or few of them, are not', () => {
    const monitor = [said('the line is busy and you hold')];
    expect(isRepeated(said('hold you and busy is line the'), monitor)).toBe(false);
    expect(isRepeated(said('I will hold a meeting about the budget'), monitor)).toBe(false);
  });

  test('words of several rows of the loudspeaker count together', () => {
    const monitor = [said('one two three', 9_000, 11_000), said('four five six', 11_000, 13_000)];
    expect(isRepeated(said('two three four five'), monitor)).toBe(true);
  });

  test('only what was said at the time counts', () => {
    const text = 'see you on monday then';
    expect(isRepeated(said(text), [said(text, 5_000, 9_100)])).toBe(false);
    expect(isRepeated(said(text), [said(text, 5_000, 9_300)])).toBe(true);
    expect(isRepeated(said(text), [said(text, 13_300, 15_000)])).toBe(false);
    expect(saidMeanwhile(said(text), [said(text, 13_100, 15_000)])).toHaveLength(1);
  });

  test('letters of any language are words, and no words are no repetition', () => {
    expect(isRepeated(said('où est l’été'), [said("Où est l'été, dites-moi?")])).toBe(true);
    expect(isRepeated(said('привет мир'), [said('Привет, мир!')])).toBe(true);
    expect(isRepeated(said('…'), [said('…')])).toBe(false);
  });
});
