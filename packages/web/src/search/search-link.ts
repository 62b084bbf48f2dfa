/**
 * What the one search field at the top and the search view share: the text, and what the arrow keys in the field do to the results. The
 * view says what it offers while it is open; elsewhere the field only opens it.
 */
import { externalStore } from '../parts/external-store.ts';

export const queryText = externalStore('');

/** The text that this page itself last put into the address: everything else comes from a link, back or forward. */
export const written: { text: string | undefined } = { text: undefined };

export interface ResultKeys {
  /** The id of the chosen option, for `aria-activedescendant`. */
  activeId: string | undefined;
  /** `8 results · 6 ms` */
  summary: string;
  isBusy: boolean;
  move(steps: number): void;
  open(): void;
  showInTimeline(): void;
  leave(): void;
}

export const resultKeys = externalStore<ResultKeys | undefined>(undefined);

/** A picture, remembering what it was found by. */
export function frameAddress(id: number, text: string): string {
  const q = text.trim();
  return q === '' ? `/app/frame/${id}` : `/app/frame/${id}?q=${encodeURIComponent(q)}`;
}
