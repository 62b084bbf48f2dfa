import { describe, expect, test } from 'vitest';
import { collapseLoops, judgeText, wordsOf } from './guards.ts';

/** As clean speech is: sure of itself, clearly voiced. */
const judge = (text: string, meanLogProbability: number | undefined = -0.1, voice = 0.95) =>
  judgeText({ text, meanLogProbability }, voice);
const refused = (because: string) => ({ kind: 'refused', because });

describe('judgeText', () => {
  test('lets speech through as it is', () => {
    expect(judge('Two tickets to Osaka, please.')).toEqual({
      kind: 'text',
      text: 'Two tickets to Osaka, please.',
    });
    expect(judge('港が開く')).toEqual({ kind: 'text', text: '港が開く' });
  });

  test('refuses what holds no word', () => {
    expect(judge('')).toEqual(refused('empty'));
    expect(judge(' ... "?" -- ')).toEqual(refused('empty'));
  });

  test('refuses "thanks for watching" out of music, and believes a clear voice that says it', () => {
    expect(judge('Thanks for watching!', -0.2, 0.6)).toEqual(refused('stock-phrase'));
    expect(judge('Thank you.', -0.7, 0.95)).toEqual(refused('stock-phrase'));
    expect(judge('Mmm... hmm.', -0.2, 0.6)).toEqual(refused('stock-phrase'));
    expect(judge('Thanks for watching!', -0.2, 0.95).kind).toBe('text');
    expect(judge('Thanks for watching the door.', -0.2, 0.6).kind).toBe('text');
  });

  test('refuses guesses, sooner when there was hardly a voice', () => {
    expect(judge('perhaps a word', -1.21)).toEqual(refused('unsure'));
    expect(judge('perhaps a word', -0.6, 0.74)).toEqual(refused('unsure-and-faint'));
    expect(judge('perhaps a word', -0.8, 0.84)).toEqual(refused('unsure-and-faint'));
    expect(judge('perhaps a word', -0.6, 0.76).kind).toBe('text');
    expect(judge('perhaps a word', -1.1, 0.95).kind).toBe('text');
  });

  test('believes an engine that does not tell how sure it is, but not every text', () => {
    expect(judgeText({ text: 'a word', meanLogProbability: undefined }, 0.95).kind).toBe('text');
    expect(judgeText({ text: 'Thank you!', meanLogProbability: undefined }, 0.6)).toEqual(
      refused('stock-phrase'),
    );
  });

  test('refuses a text that is mostly a loop, and cuts a short loop out of a longer text', () => {
    expect(judge('la la la la la la la la')).toEqual(refused('loop'));
    expect(judge('He said no no no no and left the room for good.')).toEqual({
      kind: 'text',
      text: 'He said no and left the room for good.',
    });
  });

  test('refuses a text that says the same again and again in other places', () => {
    const text = Array.from({ length: 9 }, (_, i) => `${i} and then we go to the market`).join(' ');
    expect(judge(text)).toEqual(refused('compressible'));
  });
});

describe('collapseLoops', () => {
  test('keeps what people repeat', () => {
    for (const text of ['no no no', 'very very very good', 'knock knock who is there']) {
      expect(collapseLoops(text)).toEqual({ text, removedWords: 0 });
    }
  });

  test('collapses long units at three, short ones at four', () => {
    expect(collapseLoops('I do not know. I do not know. I do not know.').removedWords).toBe(8);
    expect(collapseLoops('ha, Ha ha HA').text).toBe('ha,');
    expect(collapseLoops('we go we go we go').removedWords).toBe(0);
  });
});

test('words are those of any script, without punctuation', () => {
  expect(wordsOf('Don’t — STOP, “señor” 港 7!')).toEqual(["don't", 'stop', 'señor', '港', '7']);
});
