import { expect, test } from 'vitest';
import { joinUnspaced } from './unspaced-scripts.ts';

const HEIGHT = 20;

/** Words one after the other, each sign as wide as the line is high, with a gap before each. */
function words(...pieces: [text: string, gap: number][]) {
  let x = 0;
  return pieces.map(([text, gap]) => {
    x += gap;
    const word = { text, confidence: 0.9, x, width: [...text].length * HEIGHT };
    x += word.width;
    return word;
  });
}

const textsOf = (...pieces: [string, number][]) =>
  joinUnspaced(words(...pieces), HEIGHT).map(({ text }) => text);

test('Chinese and Japanese signs are one text, whatever the recogniser put between them', () => {
  expect(textsOf(['会', 0], ['议', 3], ['记录', 4])).toEqual(['会议记录']);
  expect(textsOf(['東京', 0], ['タワー', 2], ['へ', 2], ['。', 1])).toEqual(['東京タワーへ。']);
});

test('columns stay apart', () => {
  expect(textsOf(['价格', 0], ['数量', 60])).toEqual(['价格', '数量']);
});

test('Korean words stay apart, however narrow the space', () => {
  expect(textsOf(['회의', 0], ['기록', 3])).toEqual(['회의', '기록']);
});

test('Latin words and numbers keep their spaces', () => {
  expect(textsOf(['see', 0], ['会', 6], ['议', 2], ['2026', 6])).toEqual(['see', '会议', '2026']);
});

test('a joined word lies where its pieces lie', () => {
  const [word] = joinUnspaced(words(['会', 5], ['议', 3]), HEIGHT);
  expect(word).toEqual({ text: '会议', confidence: 0.9, x: 5, width: 43 });
});
