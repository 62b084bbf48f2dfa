/** Recall and mean reciprocal rank of the questions, for words, meaning and both; what embedding costs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeant } from '../../packages/daemon/src/ask/find-meant.ts';
import { matterOf } from '../../packages/daemon/src/ask/matter-of.ts';
import { dayContent } from '../../packages/daemon/src/capture/replay/content.ts';
import { loadSampleDay } from '../../packages/daemon/src/capture/replay/sample-day.ts';
import { systemClock } from '../../packages/daemon/src/core/clock.ts';
import { silentLog } from '../../packages/daemon/src/core/log/log.ts';
import {
  findMeaningModel,
  type MeaningProcess,
  meaningProcess,
} from '../../packages/daemon/src/extract/meaning/meaning-process.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import type { Store } from '../../packages/daemon/src/store/store.ts';
import {
  type Moment,
  type Question,
  questionsOf,
  readDayQuestions,
  readMoments,
  SAMPLE_DAY_MS,
} from './weeks.ts';

const CHROME = 'File Edit View History Tools Help';
const FILLER = [
  'Press Control and F to search this page',
  'All changes were saved a moment ago',
  'You have no new notifications at the moment',
];
const KINDS = ['ocr', 'audio', 'ui'] as const;
const LOOKED_AT = 5;
const { signal } = new AbortController();

type Mode = (typeof MODES)[number];
/** `both, one stage` goes without the second look; `both, framed` asks what is no question yet as people do, see OPENINGS. */
const MODES = ['words', 'key words', 'meaning', 'both, one stage', 'both', 'both, framed'] as const;
const OPENINGS = [
  'what did we say about',
  'the page about',
  'where did I read about',
  'what did we discuss regarding',
];
const QUESTION =
  /^(?:(?:by|at|on|in|for|to) )?(?:what|when|where|which|who|whom|whose|why|how|do|does|did|is|are|was|were|can)\b/i;
const EMPTY_WORDS =
  /\b(?:what|when|where|which|who|whom|why|how|do|does|did|is|are|was|were|the|a|an|my|our|i|we|to|of|for|in|on|at|by|with|and|or|from|about|much|many|will|can|should|have|has|had|be|it|its|that|this|me|us|up|out|not|no|they|their)\b/gi;

export async function measureQuality(halves: string): Promise<void> {
  const moments = readMoments();
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-meaning-'));
  const folder = await findMeaningModel(dataDir);
  if (folder === undefined) throw new Error('the model is missing: npm start installs it');
  const store = await openStore({ dataDir });
  const model = meaningProcess({ folder, clock: systemClock, log: silentLog });
  try {
    const day = await loadSampleDay();
    await fill(store, moments);
    await store.content.add(dayContent(day, SAMPLE_DAY_MS, new Map()));
    await embedAll(store, model);
    const questions = [
      ...questionsOf(moments).map((one) => ({ ...one, about: 'two weeks' })),
      ...readDayQuestions(day.frames.map(({ offsetMs }) => offsetMs)).map((one) => ({
        ...{ ...one, about: 'sample day' },
      })),
    ];
    // Started before it is measured.
    await model.compare('one question', ['one text'], signal);
    for (const half of ['tuning', 'untouched'].filter((one) => halves.includes(one))) {
      const asked = questions.filter(({ isForTuning }) => isForTuning === (half === 'tuning'));
      console.log(`\n${half} half, ${asked.length} questions`);
      console.log('mode             about       recall@1  recall@5  MRR    median ms');
      for (const mode of MODES) await measureMode(store, model, mode, asked);
    }
  } finally {
    await model.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

/** Each page is seen three times, with what every window shows. */
async function fill(store: Store, moments: readonly Moment[]): Promise<void> {
  for (const { atMs, app, window, text } of moments) {
    if (app === 'speech') {
      await store.content.add({
        transcriptions: [
          {
            atMs,
            text,
            engine: 'bench',
            deviceName: 'mic',
            isInput: true,
            startSecs: 0,
            endSecs: 8,
          },
        ],
      });
      continue;
    }
    const frames = [0, 20_000, 40_000].map((laterMs, i) => ({
      ...{ atMs: atMs + laterMs, deviceName: 'monitor_1', appName: app },
      windowName: `${window} - ${app}`,
      text: [CHROME, text, FILLER[i]].join('\n\n'),
    }));
    await store.content.add({ frames });
  }
}

async function embedAll(store: Store, model: MeaningProcess): Promise<void> {
  let passages = 0;
  const before = performance.now();
  for (;;) {
    const { documents, unknown } = await store.meaning.listDue(32, signal);
    if (documents.length === 0) break;
    const texts = unknown.map(({ text }) => text);
    const vectors = texts.length > 0 ? await model.embed(texts, signal) : [];
    passages += texts.length;
    const rows = unknown.map(({ hash }, i) => ({ hash, vector: vectors[i] as Int8Array }));
    await store.meaning.save(documents, rows);
  }
  const ms = performance.now() - before;
  console.log(`${passages} passages in ${Math.round(ms)} ms (${(ms / passages).toFixed(1)} each)`);
}

async function measureMode(
  store: Store,
  model: MeaningProcess,
  mode: Mode,
  asked: readonly (Question & { about: string })[],
): Promise<void> {
  const asks: { about: string; rank: number; tookMs: number }[] = [];
  for (const [i, { text, isAnsweredAt, about }] of asked.entries()) {
    const isFramed = mode === 'both, framed' && !QUESTION.test(text);
    const question = isFramed ? `${OPENINGS[i % OPENINGS.length]} ${text}` : text;
    const fromMs = performance.now();
    const times = await search(store, model, mode, question);
    const tookMs = performance.now() - fromMs;
    asks.push({ about, rank: times.findIndex(isAnsweredAt) + 1, tookMs });
  }
  for (const about of ['two weeks', 'sample day', 'together']) {
    const some = asks.filter((one) => about === 'together' || one.about === about);
    const share = (worth: (rank: number) => number) =>
      (some.reduce((sum, { rank }) => sum + (rank > 0 ? worth(rank) : 0), 0) / some.length).toFixed(
        3,
      );
    const tookMs = some.map((one) => one.tookMs).sort((a, b) => a - b);
    const median = tookMs[Math.floor(tookMs.length / 2)] ?? 0;
    const columns = [
      share((rank) => Number(rank === 1)).padEnd(10),
      share((rank) => Number(rank <= LOOKED_AT)).padEnd(10),
      share((rank) => 1 / rank).padEnd(7),
    ];
    console.log(`${mode.padEnd(17)}${about.padEnd(12)}${columns.join('')}${median.toFixed(0)}`);
  }
}

/** Times of what was found, the best first; moments close together count once. */
async function search(
  store: Store,
  model: MeaningProcess,
  mode: Mode,
  question: string,
): Promise<number[]> {
  if (mode === 'words' || mode === 'key words') {
    const query = mode === 'words' ? question : question.replace(EMPTY_WORDS, ' ');
    const { hits } = await store.search.findHits({
      ...{ kinds: KINDS, query, limit: 10, offset: 0, order: 'descending', isRanked: true },
      ...{ isGrouped: true, withSnippets: false, withPositions: false },
    });
    return hits.map(({ item }) => item.atMs);
  }
  // On a machine that is too busy the order of the first stage stays, which is not what is measured.
  const compare: MeaningProcess['compare'] = (asked, texts, limited) =>
    model.compare(asked, texts, limited).catch((err) => {
      console.log(`the second look failed for "${asked}": ${err}`);
      throw err;
    });
  const [vector] = await model.embed([matterOf(question)], signal);
  const { found } = await findMeant(
    { store, meaning: { ...model, availability: async () => 'ready', compare } },
    {
      ...{ kinds: KINDS, query: question, vector: vector as Int8Array, limit: 10, offset: 0 },
      ...{ withWords: mode !== 'meaning', isGrouped: true },
    },
    mode !== 'both, one stage',
    signal,
  );
  return found.map(({ item }) => (item.kind === 'note' ? 0 : item.atMs));
}
