import { describe, expect, test } from 'vitest';
import type { TextBox } from '../records.ts';
import { hashOf, passagesOf, sentencesOf } from './passages.ts';

/** Words of lines, as OCR gives them. */
function words(lines: readonly { text: string; left?: number; top: number }[]): TextBox[] {
  return lines.flatMap(({ text, left = 0.1, top }, line) => {
    let at = left;
    return text.split(' ').map((word) => {
      const width = word.length * 0.006;
      const box = { text: word, left: at, top, width, height: 0.02, confidence: 1, line };
      at += width + 0.005;
      return box;
    });
  });
}

function frame(boxes: TextBox[], title = '') {
  const content = { text: boxes.map(({ text }) => text).join(' '), boxes, elements: [] };
  return passagesOf({ kind: 'ocr', title, content });
}

describe('passages of a screen', () => {
  test('are the blocks that a person sees, with the boxes of their lines', () => {
    const passages = frame(
      words([
        { text: 'Your rent will be adjusted to 1,240 euros', top: 0.1 },
        { text: 'from January on, please confirm by Friday.', top: 0.125 },
        { text: 'Reply to the landlord about heating costs', left: 0.6, top: 0.11 },
        { text: 'Quarterly numbers look better than expected', top: 0.5 },
      ]),
    );
    expect(passages.map(({ text }) => text)).toEqual([
      'Your rent will be adjusted to 1,240 euros from January on, please confirm by Friday.',
      'Reply to the landlord about heating costs',
      'Quarterly numbers look better than expected',
    ]);
    expect(passages[0]?.boxes).toHaveLength(2);
    expect(passages[0]?.boxes[1]).toMatchObject({ top: 0.125, left: 0.1 });
  });

  test('leave out single words, numbers and buttons', () => {
    expect(frame(words([{ text: 'File Edit', top: 0 }]))).toEqual([]);
    expect(frame(words([{ text: '12 873 99 10 45 1 2 3', top: 0 }]))).toEqual([]);
    const elements = [
      {
        source: 'accessibility',
        role: 'push button',
        text: 'Save all of the open documents now',
        bounds: { left: 0, top: 0, width: 0.1, height: 0.02 },
      },
    ];
    const content = { text: '', boxes: [], elements };
    expect(passagesOf({ kind: 'ocr', title: '', content })).toEqual([]);
  });

  test('hold the title without the name of the program', () => {
    const [title] = frame([], 'Lease renewal 2027 - Mozilla Firefox');
    expect(title).toMatchObject({ text: 'Lease renewal 2027', boxes: [] });
  });

  test('know the title also where the screen shows the same words', () => {
    const shown = words([{ text: 'Lease renewal for the flat', top: 0.1 }]);
    const passages = frame(shown, 'Lease renewal for the flat - Mozilla Firefox');
    expect(passages).toMatchObject([{ isTitle: true, boxes: [{ top: 0.1 }] }]);
  });

  test('are the same pieces of a long text, wherever the screen begins', () => {
    const lines = Array.from({ length: 60 }, (_, i) => ({
      text: `step ${['build', 'fetch', 'deploy', 'verify', 'publish'][i % 5]} of package number${i} finished without warnings`,
      top: 0,
    }));
    const shown = (from: number) =>
      new Set(
        frame(
          words(lines.slice(from, from + 30).map((line, i) => ({ ...line, top: i * 0.025 }))),
        ).map(({ hash }) => hash),
      );
    const [before, after] = [shown(0), shown(7)];
    const shared = [...after].filter((hash) => before.has(hash)).length;
    expect(shared / after.size).toBeGreaterThan(0.3);
  });

  test('are short enough for the network', () => {
    const text = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
    const content = { text, boxes: [], elements: [] };
    for (const passage of passagesOf({ kind: 'ui', title: '', content })) {
      expect(passage.text.split(' ').length).toBeLessThanOrEqual(60);
    }
  });
});

test('what was said keeps its share of the time', () => {
  const sentence =
    'We agreed to move the enclosure to aluminium because plastic cracked in the cold. ';
  const content = { text: sentence.repeat(8).trim(), boxes: [], elements: [] };
  const passages = passagesOf({ kind: 'audio', title: '', content });
  expect(passages[0]?.from).toBe(0);
  expect(passages.every(({ from, to }) => from < to && to <= 1)).toBe(true);
});

test('a clock and white space do not make another passage', () => {
  expect(hashOf('Build  finished at 10:42')).toBe(hashOf('build finished at 11:07'));
  expect(hashOf('rent is 1240')).not.toBe(hashOf('rent is 1250'));
});

test('sentences end where the next one begins', () => {
  expect(sentencesOf('We met Dr. Who. He said "Go!" and left. 3 came back')).toEqual([
    'We met Dr.',
    'Who.',
    'He said "Go!" and left.',
    '3 came back',
  ]);
});
