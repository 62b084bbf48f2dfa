/** How much the similarity of a passage to a query counts, by what kind of text it is. Tuned with `bench/meaning`. Pure. */
import type { Passage } from './passages.ts';

/** What a title that is like the query is worth to the passages below it; alone it says less than they do. */
const TITLE_WEIGHT = 0.3;
const TITLE_ALONE = 0.6;
/** What is said, and a note, has no title that could help. */
const WITHOUT_TITLE = 1.2;
/** A few words are like many questions; from this many on they count in full. */
const WORDS_IN_FULL = 8;
const LEAST_FOR_FEW = 0.8;
/** Lists of labels: menus, folders, headings of a table. */
const LABELS = 0.7;
const WORDS_OF_LABEL = 3;
/** A bar of menus says nothing about what a window shows. */
const MENUS = new Set(
  `file edit view history bookmarks tools window help insert format data selection run go shell message event terminal search table image layer
   project build debug navigate options settings account chat channel meeting`.split(/\s+/),
);
const LEAST_MENUS = 3;
/** A picture shows the title with the name of the program. */
const WORDS_BESIDE_TITLE = 3;
const LEAST_ADDED = 2;
/** Without spaces a whole sentence is one run of letters, and a label is a short one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{6}/u;

export interface Around {
  title: Passage;
  /** To the query. */
  similarity: number;
  /** Title, program and address of the window. */
  names: string;
}

/** `around` is undefined for what has no window. */
export function nearnessOf(
  { text }: Passage,
  similarity: number,
  around: Around | undefined,
): number {
  if (!around) return similarity * WITHOUT_TITLE;
  if (isTitle(text, around)) return similarity * TITLE_ALONE;
  return similarity * substanceOf(text) + TITLE_WEIGHT * Math.max(0, around.similarity);
}

/** Neither a bar of menus nor a list of labels. */
export function isProse(text: string): boolean {
  return substanceOf(text) >= LEAST_FOR_FEW;
}

/** Whether a passage says more than its title does, besides a label such as "Subject". */
export function addsToTitle(text: string, { title, names }: Around): boolean {
  const known = new Set(wordsOf(`${title.text} ${names}`));
  const added = wordsOf(text).filter((word) => /\p{L}/u.test(word) && !known.has(word));
  return added.length >= LEAST_ADDED || added.some((run) => UNSPACED.test(run));
}

function substanceOf(text: string): number {
  const all = wordsOf(text).filter((word) => /^\p{L}{2}/u.test(word));
  const menus = all.filter((word) => MENUS.has(word)).length;
  if (menus >= LEAST_MENUS && menus * 2 >= all.length) return 0;
  const words = all.length;
  const lines = text.split('\n').length;
  const isLabels = lines > 1 && words / lines < WORDS_OF_LABEL;
  const share = Math.min(1, words / WORDS_IN_FULL);
  return (LEAST_FOR_FEW + (1 - LEAST_FOR_FEW) * share) * (isLabels ? LABELS : 1);
}

/** Also where the picture shows it, with the name of the program or without. */
function isTitle(text: string, { title, names }: Around): boolean {
  if (text === title.text) return true;
  const words = wordsOf(text);
  const shown = words.join(' ');
  const named = wordsOf(title.text);
  if (wordsOf(names).join(' ').includes(shown)) return true;
  return shown.includes(named.join(' ')) && words.length <= named.length + WORDS_BESIDE_TITLE;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
