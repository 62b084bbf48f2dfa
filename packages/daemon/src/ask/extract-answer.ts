/** An answer made only of sentences that were captured: those of the evidence that are nearest to the question. */

import { similarityOf } from '#store/meaning/codes.ts';
import { sentencesOf } from '#store/meaning/passages.ts';
import type { Answer, Evidence } from './records.ts';

const MOST_EVIDENCE = 4;
const MOST_CANDIDATES = 12;
const MOST_SENTENCES = 3;
/** Evidence far behind the best is shown, not quoted; nor is a sentence that is far behind the nearest. */
const LEAST_SHARE_OF_EVIDENCE = 0.55;
const LEAST_SHARE = 0.75;
/** Shorter ones are headings. */
const LEAST_LETTERS = 12;
/** With fewer, a name or a label, which is quoted only where nothing else is. */
const LEAST_WORDS = 3;
const SPACED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]*$/u;
/** What somebody asked is no answer, unless nothing that was said comes this near. */
const LEAST_STATED = 0.5;
/** At the end of a sentence, after a colon or alone. */
const ITEM_NUMBER = /^(.*:)?\s*(\d{1,2}\.)$/s;
/** Lines of a list or a program, of which the picture shows the numbers. */
const NUMBERED_LINE = /(?:\s+\d{1,4})+\s+(?=(?:[-*#]|\/\/)\s)/;

export type Embed = (texts: readonly string[]) => Promise<Int8Array[]>;

/** Without a vector of the query or of the sentences, these come in the order of the evidence. */
export async function extractAnswer(
  query: Int8Array | undefined,
  evidence: readonly Evidence[],
  embed: Embed,
): Promise<Answer> {
  const best = evidence[0]?.score ?? 0;
  const parts = evidence
    .slice(0, MOST_EVIDENCE)
    .filter(({ score }) => score >= best * LEAST_SHARE_OF_EVIDENCE)
    .flatMap(({ id, passage, score, item }) =>
      partsOf(passage ?? '')
        .filter((text) => text.length >= LEAST_LETTERS && !isTitle(text, item))
        .map((text) => ({ id, text, weight: best > 0 ? score / best : 1 })),
    );
  const said = parts.filter(({ text }) => !isLabel(text));
  const candidates = (said.length > 0 ? said : parts).slice(0, MOST_CANDIDATES);
  if (candidates.length === 0) return { by: 'nothing', sentences: [] };
  const vectors = query && (await embed(candidates.map(({ text }) => text)));
  const judged = candidates.map((one, place) => ({
    ...one,
    place,
    nearness:
      one.weight *
      (query && vectors?.[place] ? similarityOf(query, vectors[place]) : 1 - place / 100),
  }));
  const stated = judged.filter(({ text }) => !text.endsWith('?'));
  const isAnswered = greatestOf(stated) >= greatestOf(judged) * LEAST_STATED;
  const possible = isAnswered ? stated : judged;
  const greatest = greatestOf(possible);
  const nearestFirst = possible
    .filter(({ nearness }) => nearness >= greatest * LEAST_SHARE)
    .sort((a, b) => b.nearness - a.nearness);
  const chosen = new Set<(typeof judged)[number]>();
  for (const one of nearestFirst) {
    if (chosen.size >= MOST_SENTENCES) break;
    chosen.add(one);
    const next = judged[one.place + 1];
    // "Here is what we agreed:" answers with what it announces.
    if (one.text.endsWith(':') && next?.id === one.id) chosen.add(next);
  }
  const sentences = [...chosen].sort((a, b) => a.place - b.place);
  return {
    by: 'extract',
    sentences: sentences.map(({ id, text }) => ({ text, evidence: [id], check: 'quoted' })),
  };
}

function greatestOf(judged: readonly { nearness: number }[]): number {
  return judged.reduce((most, { nearness }) => Math.max(most, nearness), -1);
}

/** Sentences and lines. The number of an item belongs to what follows it. */
function partsOf(passage: string): string[] {
  const parts: string[] = [];
  let number = '';
  for (const sentence of sentencesOf(passage)) {
    const [, before = '', next] = ITEM_NUMBER.exec(sentence) ?? [];
    const text = next === undefined ? sentence : before;
    if (text !== '') parts.push(`${number}${text}`);
    number = next === undefined ? '' : `${next} `;
  }
  return parts.flatMap((part) => part.split(NUMBERED_LINE)).map((part) => part.trim());
}

/** The title of a window names what it is about and answers nothing, also where the picture shows it. */
function isTitle(text: string, item: Evidence['item']): boolean {
  const title = 'windowName' in item ? wordsOf(`${item.windowName} ${item.appName}`) : [];
  return wordsOf(text).every((word) => title.includes(word));
}

function isLabel(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length < LEAST_WORDS && SPACED.test(text);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
