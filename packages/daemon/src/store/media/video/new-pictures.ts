/**
 * Finds the pictures of a series that show nothing of those before them, and to which no later one refers back: these become key frames.
 * A key frame hides what lies before it from all that follow, so each picture waits for the two after it. Pure.
 */
import { type Look, unlikeness } from './unlikeness.ts';

export interface Sorted<Item> {
  readonly item: Item;
  /** Whether it becomes a key frame. */
  readonly isNew: boolean;
}

export interface NewPictures<Item> {
  /** Returns what need not wait any longer, in the order it came. */
  add(item: Item, look: Look): Sorted<Item>[];
  /** All that still wait, one after the other. */
  end(): Iterable<Sorted<Item>>;
  waiting(): Item[];
}

// Between pages that show something else and chats with one message more (docs/decisions/0031).
const NEW = 0.9;
/** Pictures before one that the encoder looks at. */
const REFERENCES = 3;
const AHEAD = REFERENCES - 1;

export function newPictures<Item>(): NewPictures<Item> {
  const waiting: { item: Item; look: Look }[] = [];
  /** The latest first; none from before a key frame. */
  let before: Look[] = [];

  function next(): Sorted<Item>[] {
    const first = waiting.shift();
    if (first === undefined) return [];
    const isNew = before.length > 0 && isUnlike(first.look, before) && !isReferredBeyond();
    before = isNew ? [first.look] : [first.look, ...before].slice(0, REFERENCES);
    return [{ item: first.item, isNew }];
  }

  /** Whether a picture after the next one shows what was there before it. */
  function isReferredBeyond(): boolean {
    return waiting.some(
      ({ look }, i) => look.sum > 0 && !isUnlike(look, before.slice(0, AHEAD - i)),
    );
  }

  return {
    add(item, look) {
      waiting.push({ item, look });
      return waiting.length > AHEAD ? next() : [];
    },
    *end() {
      while (waiting.length > 0) yield* next();
    },
    waiting: () => waiting.map(({ item }) => item),
  };
}

function isUnlike(look: Look, others: readonly Look[]): boolean {
  return others.every((other) => unlikeness(look, other) > NEW);
}
