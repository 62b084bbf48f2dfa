/** An answer made only of sentences that were captured: those of the evidence that are nearest to the question. */

import { similarityOf } from '#store/meaning/codes.ts';
import { sentencesOf } from '#store/meaning/passages.ts';
import type { Answer, Evidence } from './records.ts';

const MOST_EVIDENCE = 4;
const MOST_CANDIDATES = 12;
const MOST_SENTENCES = 3;
/** Evidence far behind the best is shown, not quoted. */
const LEAST_SHARE = 0.75;
/** Shorter ones are headings. */
const LEAST_LETTERS = 12;

export type Embed = (texts: readonly string[]) => Promise<Int8Array[]>;

/** Without a vector of the query or of the sentences, these come in the order of the evidence. */
export async function extractAnswer(
  query: Int8Array | undefined,
  evidence: readonly Evidence[],
  embed: Embed,
): Promise<Answer> {
  const best = evidence[0]?.score ?? 0;
  const candidates = evidence
    .slice(0, MOST_EVIDENCE)
    .filter(({ score }) => score >= best * LEAST_SHARE)
    .flatMap(({ id, passage, score, item }) =>
      sentencesOf(passage ?? '')
        .filter((text) => text.length >= LEAST_LETTERS && !isTitle(text, item))
        .map((text) => ({ id, text, weight: best > 0 ? score / best : 1 })),
    )
    .slice(0, MOST_CANDIDATES);
  if (candidates.length === 0) return { by: 'nothing', sentences: [] };
  const vectors = query && (await embed(candidates.map(({ text }) => text)));
  const judged = candidates.map((one, place) => ({
    ...one,
    place,
    nearness:
      one.weight *
      (query && vectors?.[place] ? similarityOf(query, vectors[place]) : 1 - place / 100),
  }));
  const greatest = Math.max(...judged.map(({ nearness }) => nearness));
  const chosen = judged
    .filter(({ nearness }) => nearness >= greatest * LEAST_SHARE)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_SENTENCES)
    .sort((a, b) => a.place - b.place);
  return {
    by: 'extract',
    sentences: chosen.map(({ id, text }) => ({ text, evidence: [id], check: 'quoted' })),
  };
}

/** The title of a window names what it is about and answers nothing, also where the picture shows it. */
function isTitle(text: string, item: Evidence['item']): boolean {
  const title = 'windowName' in item ? wordsOf(`${item.windowName} ${item.appName}`) : [];
  return wordsOf(text).every((word) => title.includes(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
