import { describe, expect, test } from 'vitest';
import { DIMENSIONS } from '#store/meaning/codes.ts';
import { extractAnswer } from './extract-answer.ts';
import type { Evidence } from './records.ts';

/** A screen text; the other fields play no part here. */
function shown(id: string, passage: string, windowName: string, score = 1): Evidence {
  return {
    id,
    passage,
    score,
    item: { kind: 'ui', windowName, appName: 'Roundtable' },
  } as Evidence;
}

function vector(first: number, second: number): Int8Array {
  const made = new Int8Array(DIMENSIONS);
  made.set([first, second]);
  return made;
}

const QUERY = vector(100, 0);
/** Texts about the enclosure are near the question, those of the call are nearest. */
const embed = async (texts: readonly string[]) =>
  texts.map((text) => (/call|title/.test(text) ? vector(100, 0) : vector(100, 60)));

test('a window title is no answer, however near it is to the question', async () => {
  const title = 'Enclosure call with Nordhaven';
  const { sentences } = await extractAnswer(
    QUERY,
    [
      shown('e1', 'We order 2,400 enclosures in basalt.', 'What we agreed'),
      shown('e2', `${title} - Roundtable`, title),
    ],
    embed,
  );
  expect(sentences).toEqual([
    { text: 'We order 2,400 enclosures in basalt.', evidence: ['e1'], check: 'quoted' },
  ]);
});

test('of two sentences of like nearness the one of lower ranked evidence is left out', async () => {
  const { sentences } = await extractAnswer(
    QUERY,
    [
      shown('e1', 'The call settled on 2,400 enclosures.', 'Mail'),
      shown('e2', 'The tide tables were moved to March.', 'Mail', 0.8),
    ],
    embed,
  );
  expect(sentences.map(({ evidence }) => evidence)).toEqual([['e1']]);
});

test('nothing but titles gives no answer', async () => {
  const answer = await extractAnswer(
    QUERY,
    [shown('e1', 'A long title here', 'A long title here')],
    embed,
  );
  expect(answer).toEqual({ by: 'nothing', sentences: [] });
});

test('a question that somebody asked is no answer', async () => {
  const { sentences } = await extractAnswer(
    QUERY,
    [
      shown('e1', 'What does the call cost, and who pays for it?', 'Notes'),
      shown('e2', 'The tooling change is paid by Nordhaven.', 'Notes', 0.8),
    ],
    embed,
  );
  expect(sentences.map(({ text }) => text)).toEqual(['The tooling change is paid by Nordhaven.']);
});

test('numbers of items and of lines do not tear sentences apart', async () => {
  const { sentences } = await extractAnswer(
    QUERY,
    [
      shown('e1', 'Here is what we agreed: 1. Brightmoor orders 2,400 enclosures.', 'Notes'),
      shown('e2', '3 - Jonas shows the drawing 4 - Gasket holds at -20 degrees', 'Notes'),
    ],
    async (texts) => texts.map(() => vector(100, 0)),
  );
  expect(sentences.map(({ text }) => text)).toEqual([
    'Here is what we agreed:',
    '1. Brightmoor orders 2,400 enclosures.',
    '3 - Jonas shows the drawing',
  ]);
});

describe('a sentence that announces something', () => {
  /** Only what is said of the call is near the question. */
  const embedCall = async (texts: readonly string[]) =>
    texts.map((text) => vector(text.includes('call') ? 100 : 10, 60));
  const answerOf = async (...passages: string[]) => {
    const evidence = passages.map((passage, i) => shown(`e${i + 1}`, passage, 'Mail'));
    return (await extractAnswer(QUERY, evidence, embedCall)).sentences.map(({ text }) => text);
  };

  test('comes with what it announces, however short that is', async () => {
    expect(await answerOf('The call settled this: 1. Basalt. 2. Samples come in March.')).toEqual([
      'The call settled this:',
      '1. Basalt.',
    ]);
  });

  test('comes alone before a question, or where nothing follows', async () => {
    expect(await answerOf('The call left this:\nWho pays for the tooling?')).toEqual([
      'The call left this:',
    ]);
    expect(await answerOf('The call settled this:', 'Samples come in March.')).toEqual([
      'The call settled this:',
    ]);
  });

  test('comes with what it announces or not at all where three sentences are enough', async () => {
    const calls = ['The first call was short.', 'The second call was long.'];
    expect(await answerOf(...calls, 'The call settled this: 1. Basalt.')).toEqual(calls);
    expect(
      await answerOf('The first call was short.', 'The call settled this: 1. Basalt.'),
    ).toEqual(['The first call was short.', 'The call settled this:', '1. Basalt.']);
  });

  test('announces neither a line nor the title of its window', async () => {
    expect(await answerOf('The call left this:\n---')).toEqual(['The call left this:']);
    expect(await answerOf('The call left this:\nMail')).toEqual(['The call left this:']);
  });
});

test('names and labels are quoted only where nothing else is', async () => {
  const said = shown('e2', 'Enclosures come in basalt.', 'Mail', 0.9);
  const answerOf = async (passage: string, ...more: Evidence[]) => {
    const evidence = [shown('e1', passage, 'Editor'), ...more];
    return (await extractAnswer(QUERY, evidence, embed)).sentences.map(({ text }) => text);
  };
  expect(await answerOf('call-notes.md title.ts', said)).toEqual(['Enclosures come in basalt.']);
  expect(await answerOf('call-notes.md title.ts')).toEqual(['call-notes.md title.ts']);
  for (const sentence of [
    '合同已于星期五签署，外壳为黑色。',
    'Договор подписан.',
    'Deadline: Friday',
  ])
    expect(await answerOf(sentence, said)).toContain(sentence);
});

test('an address and a time are labels, too', async () => {
  const said = shown('e2', 'Enclosures come in basalt.', 'Mail', 0.9);
  for (const label of ['https://example.com/inbox/118', 'Today 14:02:33']) {
    const { sentences } = await extractAnswer(QUERY, [shown('e1', label, 'Mail'), said], embed);
    expect(sentences.map(({ text }) => text)).toEqual(['Enclosures come in basalt.']);
  }
});

test('a question in another script is no answer', async () => {
  const passage = '我们什么时候签署这份合同呢？\n合同已于星期五在柏林签署完毕。';
  const { sentences } = await extractAnswer(QUERY, [shown('e1', passage, 'Mail')], embed);
  expect(sentences.map(({ text }) => text)).toEqual(['合同已于星期五在柏林签署完毕。']);
});

test('evidence that only its words keep is quoted, however unlike the question', async () => {
  const far = async (texts: readonly string[]) => texts.map(() => vector(-100, 60));
  const { sentences } = await extractAnswer(
    QUERY,
    [shown('e1', 'Basalt it is, then.', 'Mail')],
    far,
  );
  expect(sentences.map(({ text }) => text)).toEqual(['Basalt it is, then.']);
});
