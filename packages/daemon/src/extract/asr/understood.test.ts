import { expect, test } from 'vitest';
import type { AsrEngine, Transcript } from './engine.ts';
import { recogniser, type Utterance } from './recogniser.ts';

const { signal } = new AbortController();

/** Gives these answers, in order. */
function engineOf(...answers: Transcript[]): AsrEngine {
  return {
    name: 'by-hand',
    transcribe: async () => answers.shift() ?? { text: '', meanLogProbability: -0.3 },
    close: async () => {},
  };
}

function heard(sequence: number, change: Partial<Utterance> = {}): Utterance {
  const samples = new Int16Array(5 * 16_000);
  const atMs = sequence * 10_000;
  return {
    sequence,
    samples,
    startAtMs: atMs,
    endAtMs: atMs + 5_000,
    meanProbability: 0.95,
    voicedFrom: 0,
    voicedTo: samples.length,
    ...change,
  };
}

async function judge(answers: Transcript[], utterances = answers.map((_, i) => heard(i))) {
  const { recognise } = recogniser(engineOf(...answers));
  const kinds: string[] = [];
  for (const utterance of utterances) {
    kinds.push((await recognise('mic', utterance, signal)).judgement.kind);
  }
  return kinds;
}

const INVENTED = { text: 'a urine of the chateau', meanLogProbability: -1 };
const HARD = { text: 'the pacific crayfish', meanLogProbability: -0.72 };
const LOOP = { text: 'stop, '.repeat(40), meanLogProbability: -0.19 };

test('text of which the recogniser is unsure is not understood, hard speech is', async () => {
  expect(await judge([INVENTED])).toEqual(['not-understood']);
  expect(await judge([HARD])).toEqual(['text']);
});

test('clear speech that gives a loop or nothing is not understood', async () => {
  expect(await judge([LOOP])).toEqual(['not-understood']);
  expect(await judge([])).toEqual([]);
  expect(await judge([], [heard(0)])).toEqual(['not-understood']);
});

test('noise and short sounds are nothing that could be understood', async () => {
  expect(await judge([], [heard(0, { meanProbability: 0.7 })])).toEqual(['refused']);
  expect(await judge([], [heard(0, { voicedTo: 16_000 })])).toEqual(['refused']);
});

test('what follows speech that was not understood has to be surer, for a minute', async () => {
  expect(await judge([INVENTED, HARD])).toEqual(['not-understood', 'not-understood']);
  const sure = { text: 'we agreed on Friday', meanLogProbability: -0.2 };
  expect(await judge([INVENTED, sure, HARD])).toEqual(['not-understood', 'text', 'text']);
  const late = heard(10);
  expect(await judge([INVENTED, HARD], [heard(0), late])).toEqual(['not-understood', 'text']);
});

test('an older recording does not have to be surer after live speech that was not understood', async () => {
  const kinds = await judge([INVENTED, HARD], [heard(1_000), heard(-7)]);
  expect(kinds).toEqual(['not-understood', 'text']);
});

test('the next segment has to be surer also when the clock of the device jitters', async () => {
  const next = heard(1, { startAtMs: 4_990, endAtMs: 9_990 });
  expect(await judge([INVENTED, HARD], [heard(0), next])).toEqual([
    'not-understood',
    'not-understood',
  ]);
});

const ITALIAN = { text: 'la chiamata non può', meanLogProbability: -0.2, language: 'it' };

async function judgeWith(foreign: Transcript, { isFinal = true, own = INVENTED } = {}) {
  let asked = 0;
  const { recognise } = recogniser(engineOf(own), async () => ({
    ...engineOf(foreign),
    name: 'many',
    transcribe: async () => {
      asked += 1;
      return foreign;
    },
  }));
  const { judgement, engine } = await recognise('mic', heard(0), signal, isFinal);
  return { judgement, engine, asked };
}

test('what is not understood is read by the engine for other languages, with its name and the language', async () => {
  expect(await judgeWith(ITALIAN)).toEqual({
    judgement: { kind: 'text', text: ITALIAN.text },
    engine: 'many:it',
    asked: 1,
  });
});

test('it expects the language of the minute before on the same device', async () => {
  const expected: (string | undefined)[] = [];
  const { recognise } = recogniser(engineOf(INVENTED, INVENTED, INVENTED, INVENTED), async () => ({
    ...engineOf(),
    async transcribe(_samples, options) {
      expected.push(options.expected);
      return ITALIAN;
    },
  }));
  await recognise('mic', heard(0), signal, true);
  await recognise('mic', heard(1), signal, true);
  await recognise('speakers', heard(2), signal, true);
  await recognise('mic', heard(100), signal, true);
  expect(expected).toEqual([undefined, 'it', undefined, undefined]);
});

test('it expects no other language after a sentence in the own one', async () => {
  const expected: (string | undefined)[] = [];
  const sure = { text: 'we agreed on Friday', meanLogProbability: -0.2 };
  const { recognise } = recogniser(engineOf(INVENTED, sure, INVENTED), async () => ({
    ...engineOf(),
    async transcribe(_samples, options) {
      expected.push(options.expected);
      return ITALIAN;
    },
  }));
  for (const i of [0, 1, 2]) await recognise('mic', heard(i), signal, true);
  expect(expected).toEqual([undefined, undefined]);
});

test('that engine is not asked for provisional text, nor for what was understood', async () => {
  expect(await judgeWith(ITALIAN, { isFinal: false })).toMatchObject({
    judgement: { kind: 'not-understood' },
    asked: 0,
  });
  expect(await judgeWith(ITALIAN, { own: HARD })).toMatchObject({ engine: 'by-hand', asked: 0 });
});

test.each([
  ['English', { text: 'your call cannot be', meanLogProbability: -0.2, language: 'en' }],
  ['nothing', { text: '', meanLogProbability: -0.2, language: 'it' }],
  ['a guess', { text: 'uno due tre', meanLogProbability: -1.4, language: 'it' }],
  ['what videos end with', { ...ITALIAN, text: 'Sottotitoli creati dalla comunità Amara.org' }],
])('speech in which it finds %s stays not understood', async (_, foreign) => {
  expect(await judgeWith(foreign)).toMatchObject({
    judgement: { kind: 'not-understood' },
    engine: 'by-hand',
  });
});

test('when that engine fails, what the first one says still stands', async () => {
  const { recognise } = recogniser(engineOf(INVENTED), async () => ({
    ...engineOf(),
    transcribe: () => Promise.reject(new Error('the process ended')),
  }));
  expect(await recognise('mic', heard(0), signal, true)).toMatchObject({
    judgement: { kind: 'not-understood' },
    engine: 'by-hand',
  });
});
