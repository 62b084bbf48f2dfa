/**
 * Answers a question with proof: understands when, where and who, finds passages that are near to it, and quotes their sentences. A model of
 * the person's own may phrase the answer. Called by `serve/routes/ask`, with the store as its caller may see it.
 */
import type { MeaningControl } from '#ingest/meaning/meaning-control.ts';
import { DIMENSIONS } from '#store/meaning/codes.ts';
import type { Store } from '#store/store.ts';
import type { Assistant } from './assistant.ts';
import { evidenceOf } from './evidence-of.ts';
import { extractAnswer } from './extract-answer.ts';
import { findMeant } from './find-meant.ts';
import { embedInTime, queryVector } from './query-vector.ts';
import type { AskRequest, Reply, ReplyPart } from './records.ts';
import { type KnownNames, type Understood, understand } from './understand.ts';

export interface AskDeps {
  store: Pick<Store, 'meaning' | 'search'>;
  meaning: MeaningControl;
  assistant?: Assistant | undefined;
  nowMs: () => number;
}

/** Read for evidence; many say the same. */
const MOST_FOUND = 40;
const MOST_NAMES = 500;
export async function ask(
  { store, meaning, assistant, nowMs }: AskDeps,
  request: AskRequest,
  signal: AbortSignal,
  onPart: (part: ReplyPart) => void = () => {},
): Promise<Reply> {
  const { question } = request;
  const names = await knownNames(store, signal);
  const { query, understood } = understand(question, names, { ...request, nowMs: nowMs() });
  onPart({ kind: 'understood', question, query, understood });

  const { vector, report: state } = await queryVector({ store, meaning }, query, signal);
  const { found } = await findMeant(
    { store, meaning },
    {
      ...request.filter,
      ...filterOf(understood, request.filter),
      query,
      vector: vector ?? new Int8Array(DIMENSIONS),
      withWords: true,
      withNotes: request.withNotes,
      limit: MOST_FOUND,
      offset: 0,
    },
    vector !== undefined,
    signal,
  );
  const isThere = understood.some(({ kind }) => kind !== 'time');
  const isCompared = vector !== undefined;
  const evidence = evidenceOf(found, { limit: request.limit, isThere, isCompared });
  const isNothingFound = evidence.length === 0;
  onPart({ kind: 'evidence', evidence, isNothingFound, meaning: state });

  const extract = await extractAnswer(vector, evidence, (texts) =>
    embedInTime(meaning, texts, signal),
  );
  const rest = { question, query, understood, evidence, isNothingFound, meaning: state };
  onPart({ kind: 'answer', answer: extract, assistant: null });
  if (!assistant || !request.wantsAssistant || isNothingFound) {
    return { ...rest, answer: extract, assistant: null };
  }
  const { answer, report } = await assistant.phrase(question, evidence, signal);
  onPart({ kind: 'answer', answer: answer ?? extract, assistant: report });
  return { ...rest, answer: answer ?? extract, assistant: report };
}

async function knownNames(store: AskDeps['store'], signal: AbortSignal): Promise<KnownNames> {
  const { fields } = await store.search.countFacets(
    {
      kinds: ['ocr', 'audio', 'ui'],
      fields: ['app', 'site', 'speaker'],
      most: MOST_NAMES,
      timeZone: 'UTC',
    },
    signal,
  );
  const valuesOf = (field: 'app' | 'site') => (fields[field] ?? []).map(({ value }) => value);
  const people = (fields.speaker ?? []).filter(({ label }) => label !== '');
  return {
    apps: valuesOf('app').filter((app) => app !== ''),
    sites: valuesOf('site').filter((site) => site !== ''),
    people: people.map(({ value, label }) => ({ id: Number(value), name: label })),
  };
}

/** What was given besides the question counts more than what the question says. */
function filterOf(understood: readonly Understood[], given: AskRequest['filter']) {
  const filter: Partial<AskRequest['filter']> = {};
  for (const one of understood) {
    if (one.kind === 'time') Object.assign(filter, { startMs: one.startMs, endMs: one.endMs });
    if (one.kind === 'app') filter.appName = one.appNames;
    if (one.kind === 'site') filter.browserUrl = one.site;
    if (one.kind === 'person') filter.speakerIds = one.speakerIds;
  }
  const isGiven = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...filter, ...Object.fromEntries(isGiven) };
}
