/**
 * Which line of a frame is news to a person who follows what is captured: one with words that the frame before it did not have, nor the
 * last one of the same program. Menus and toolbars are in every frame of a program, so they are no news. For `hindcast tail`.
 */

export interface SeenFrame {
  readonly app: string;
  readonly title: string;
  readonly text: string;
}

/** Three characters and more; fewer in scripts without capitals, such as Chinese. */
const WORD = /[\p{L}\p{N}]{3,}|\p{Lo}+/gu;
/** A sentence has at least this many words. */
const WORDS_OF_TEXT = 3;
/** Typing adds a line or two at once, a menu that opens adds more. */
const MOST_TYPED = 2;

export function newsReader() {
  const wordsByApp = new Map<string, ReadonlySet<string>>();
  let lastWords: ReadonlySet<string> = new Set();

  /** Undefined when nothing on it is new. */
  return function newsIn({ app, title, text }: SeenFrame): string | undefined {
    const lines = text.split('\n');
    const isFirst = !wordsByApp.has(app);
    const before = wordsByApp.get(app) ?? [];
    const known = [...lastWords, ...before, ...wordsOf(title), ...wordsOf(app)];
    const whole = new Set(known);
    // Another window may cut off a known word.
    const isKnown = (word: string) => whole.has(word) || known.some((one) => one.startsWith(word));
    lastWords = new Set(wordsOf(text));
    wordsByApp.set(app, lastWords);
    const fresh = lines.filter((line) => wordsOf(line).some((word) => !isKnown(word)));
    // The longest line, because a button may be named with a short sentence.
    const [sentence] = fresh.filter(isText).sort((a, b) => b.length - a.length);
    // In the first frame of a program everything is new, its menus too.
    const isTyped = !isFirst && fresh.length <= MOST_TYPED;
    return sentence ?? (isTyped ? fresh[0] : undefined);
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Each word of a menu or button begins with a capital; a sentence has words that do not. */
function isText(line: string): boolean {
  const words = line.match(WORD) ?? [];
  const isLong = words.length >= WORDS_OF_TEXT && words.some((word) => /^\p{Ll}/u.test(word));
  return isLong || words.some((word) => /^\p{Lo}{4,}/u.test(word));
}
