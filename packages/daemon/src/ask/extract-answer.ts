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
/** With fewer, no full stop and no colon, a name or a label, which is quoted only where nothing else is. */
const LEAST_WORDS = 3;
/** A sentence of other scripts may be one or two runs of letters. */
const LONG_WORDS_ONLY = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]*$/u;
const ANNOUNCES = /[:：]$/u;
/** What somebody asked is no answer, unless nothing that was said comes this near. */
const LEAST_STATED = 0.5;
/** At the end of a sentence, after a colon or alone. */
const ITEM_NUMBER = /^(.*:)?\s*(\d{1,2}\.)$/s;
/** Lines of a list or a program, of which the picture shows the numbers. */
const NUMBERED_LINE = /(?:\s+\d{1,4})+\s+(?=(?:[-*#]|\/\/)\s)/;

export type Embed = (texts: readonly string[]) => Promise<Int8Array[]>;

interface Candidate {
  id: string;
  text: string;
  /** Of its evidence, against the best. */
  weight: number;
  /** By the sentence before it, which ends with a colon. */
  isAnnounced: boolean;
  /** Quoted only with what announces it. */
  isHeading: boolean;
}

interface Judged extends Candidate {
  place: number;
  nearness: number;
}

/** Without a vector of the query or of the sentences, these come in the order of the evidence. */
export async function extractAnswer(
  query: Int8Array | undefined,
  evidence: readonly Evidence[],
  embed: Embed,
): Promise<Answer> {
  const candidates = candidatesOf(evidence);
  if (candidates.length === 0) return { by: 'nothing', sentences: [] };
  const vectors = query && (await embed(candidates.map(({ text }) => text)));
  const judged = candidates.map((one, place): Judged => {
    const vector = vectors?.[place];
    const similarity = query && vector ? similarityOf(query, vector) : 1 - place / 100;
    return { ...one, place, nearness: one.weight * similarity };
  });
  return {
    by: 'extract',
    sentences: chosenOf(judged).map(({ id, text }) => ({ text, evidence: [id], check: 'quoted' })),
  };
}

function candidatesOf(evidence: readonly Evidence[]): Candidate[] {
  const best = evidence[0]?.score ?? 0;
  const all = evidence
    .slice(0, MOST_EVIDENCE)
    .filter(({ score }) => score >= best * LEAST_SHARE_OF_EVIDENCE)
    .flatMap(({ id, passage, score, item }) => {
      const texts = partsOf(passage ?? '');
      const isNamed = texts.map((text) => isTitle(text, item));
      const isHeading = texts.map((text, i) => text.length < LEAST_LETTERS || isNamed[i] === true);
      const isAfter = (i: number) =>
        isHeading[i - 1] === false && ANNOUNCES.test(texts[i - 1] ?? '');
      return texts.map((text, i) => ({
        ...{ id, text, weight: best > 0 ? score / best : 1 },
        isAnnounced: isAfter(i) && isNamed[i] === false,
        isHeading: isHeading[i] === true,
      }));
    })
    .filter(({ isHeading, isAnnounced }) => !isHeading || isAnnounced);
  const said = all.filter(({ text, isAnnounced }) => isAnnounced || !isLabel(text));
  return (said.length > 0 ? said : all).slice(0, MOST_CANDIDATES);
}

function chosenOf(judged: readonly Judged[]): Judged[] {
  const alone = judged.filter(({ isHeading }) => !isHeading);
  const stated = alone.filter(({ text }) => !isQuestion(text));
  const isAnswered = greatestOf(stated) >= shareOf(greatestOf(alone), LEAST_STATED);
  const possible = isAnswered ? stated : alone;
  const least = shareOf(greatestOf(possible), LEAST_SHARE);
  const nearestFirst = possible
    .filter(({ nearness }) => nearness >= least)
    .sort((a, b) => b.nearness - a.nearness);
  const chosen = new Set<Judged>();
  for (const one of nearestFirst) {
    // "Here is what we agreed:" answers with what it announces.
    const next = ANNOUNCES.test(one.text) ? judged[one.place + 1] : undefined;
    const isWithNext = next?.isAnnounced === true && !isQuestion(next.text);
    const wider = new Set([...chosen, one, ...(isWithNext ? [next] : [])]);
    if (wider.size > MOST_SENTENCES) continue;
    for (const added of wider) chosen.add(added);
  }
  return [...chosen].sort((a, b) => a.place - b.place);
}

/** The nearest itself also counts where it is unlike the question. */
function shareOf(greatest: number, share: number): number {
  return Math.min(greatest, greatest * share);
}

function isQuestion(text: string): boolean {
  return /[?？؟]$/u.test(text);
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
  if (/[.!?…]$|[:：](?:\s|$)/u.test(text) || !LONG_WORDS_ONLY.test(text)) return false;
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length < LEAST_WORDS;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
