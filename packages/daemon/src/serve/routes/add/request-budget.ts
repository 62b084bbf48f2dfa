/**
 * Bounds what one request of `POST /add` holds in all. The lists of the schema are bounded one by one, but a request has many
 * of them, and the writer stores a request in one transaction in which nothing else is stored.
 */
/** Elements, recognised texts, words and tags of all items: a hundred screens full of words. */
import { serviceError } from '#core/errors.ts';

const MAX_ENTRIES = 50_000;
/** A thousand screens full of text, or two days of transcripts. */
const MAX_TOTAL_TEXT_LENGTH = 2_000_000;

export interface RequestBudget {
  /** Adds the entries of all lists in the value and the characters of all its texts. Throws BODY_TOO_LARGE. */
  spend(value: unknown): void;
}

export function requestBudget(): RequestBudget {
  let entries = 0;
  let characters = 0;

  function spend(value: unknown): void {
    if (typeof value === 'string') spendText(value);
    else if (Array.isArray(value)) spendList(value);
    else if (typeof value === 'object' && value !== null) spendFields(value);
  }

  function spendText(text: string): void {
    characters += text.length;
    if (characters > MAX_TOTAL_TEXT_LENGTH) {
      throw serviceError('BODY_TOO_LARGE/content', {
        limit: MAX_TOTAL_TEXT_LENGTH,
        what: 'characters of text',
      });
    }
  }

  function spendList(list: readonly unknown[]): void {
    entries += list.length;
    if (entries > MAX_ENTRIES)
      throw serviceError('BODY_TOO_LARGE/content', {
        limit: MAX_ENTRIES,
        what: 'elements, words and tags',
      });
    for (const entry of list) spend(entry);
  }

  function spendFields(fields: object): void {
    for (const [name, value] of Object.entries(fields)) {
      // JSON inside JSON: counted as the list that it holds, when that is read.
      const isUnread = typeof value === 'string' && (name === 'text_json' || name === 'textJson');
      if (!isUnread) spend(value);
    }
  }

  return { spend };
}
