/** Checks what a model said, sentence by sentence, against the evidence it was given. Pure. */
import { sentencesOf } from '#store/meaning/passages.ts';
import { stemOf } from '#store/meaning/query-words.ts';
import { termsOf } from '#store/search/words/tokens.ts';
import type { Answer, AnswerSentence, Evidence, SentenceCheck } from './records.ts';

const MOST_SENTENCES = 12;
const CITATION = /\[\s*(e\d+(?:\s*[,;]\s*e\d+)*)\s*\]/gi;
/** Words of a sentence that have to stand in its evidence: others are the model's own. */
const LEAST_SHARED = 0.25;
const SHORTEST_WORD = 4;

export function checkAnswer(said: string, evidence: readonly Evidence[]): Answer {
  const sentences = withCitations(said)
    .slice(0, MOST_SENTENCES)
    .map((text) => checked(text, evidence));
  return { by: 'assistant', sentences };
}

/** A citation after the full stop belongs to the sentence before it. */
function withCitations(said: string): string[] {
  const joined = said.replace(/([.!?])\s*((?:\[\s*e\d+[^\]]*\]\s*)+)/gi, ' $2$1 ');
  return sentencesOf(joined).filter((text) => /[\p{L}\d]/u.test(text.replace(CITATION, '')));
}

function checked(text: string, evidence: readonly Evidence[]): AnswerSentence {
  const cited = [...text.matchAll(CITATION)].flatMap(([, ids = '']) =>
    ids.toLowerCase().split(/\s*[,;]\s*/),
  );
  const plain = text
    .replace(CITATION, '')
    .replace(/\s+([.!?,;])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const known = evidence.filter(({ id }) => cited.includes(id));
  return {
    text: plain,
    evidence: known.map(({ id }) => id),
    check: verdict(plain, new Set(cited).size, known),
  };
}

function verdict(text: string, cited: number, known: readonly Evidence[]): SentenceCheck {
  if (cited === 0) return 'uncited';
  if (known.length < cited) return 'wrong_citation';
  const held = new Set(known.flatMap(({ passage }) => stemsOf(passage ?? '')));
  const own = stemsOf(text).filter((stem) => stem.length >= SHORTEST_WORD || /\d/.test(stem));
  const shared = own.filter((stem) => held.has(stem)).length;
  return own.length === 0 || shared / own.length >= LEAST_SHARED ? 'cited' : 'unsupported';
}

function stemsOf(text: string): string[] {
  return [...new Set(termsOf(text).words.map(stemOf))];
}
