/**
 * What means the same as the words, under the best matches: it comes after them and moves none of their rows. While there are more rows of
 * words to load, it waits behind a button.
 */
import { useMemo, useState } from 'react';
import { notShown, useMeant } from '../data/meaning/meant.ts';
import type { Hit } from '../data/search.ts';
import { t } from '../language/message.ts';
import { type Filters, meantParameters } from './filters.ts';

export interface MeantBelow {
  /** Undefined where the order is not by match. */
  bar: Bar | undefined;
  /** Rows of the words, and after them those of the meaning. */
  words: readonly Hit[];
  meant: readonly Hit[];
}

interface Bar {
  text: string;
  action?: { label: string; run(): void } | undefined;
  isWaiting: boolean;
}

const NONE: readonly Hit[] = [];

export function useMeantBelow(search: {
  /** Of the field, once its person rests. */
  text: string;
  filters: Filters;
  words: readonly Hit[];
  isAnswered: boolean;
  hasMore: boolean;
}): MeantBelow {
  const { text, filters, words, isAnswered, hasMore } = search;
  const [aloneFor, setAloneFor] = useState<string>();
  const query = meantParameters(text, filters);
  const isWanted = filters.order === 'best' && query.q !== '';
  const { data, isError } = useMeant(query, filters.isGrouped, isWanted && isAnswered);
  const found = useMemo(() => notShown(data?.hits ?? NONE, words), [data, words]);
  if (!isWanted) return { bar: undefined, words, meant: NONE };
  const isAlone = aloneFor === text && found.length > 0;
  const bar = barOf({ found: found.length, isAlone, hasMore });
  if (isAlone) return { bar, words: NONE, meant: found };
  return { bar, words, meant: hasMore ? NONE : found };

  function barOf(state: { found: number; isAlone: boolean; hasMore: boolean }): Bar {
    const count = state.found;
    const isWaiting = data === undefined && !isError;
    if (isWaiting) return { text: t('Comparing the meaning…'), isWaiting };
    if (state.isAlone) {
      const run = () => setAloneFor(undefined);
      return {
        text: t('Found by meaning'),
        action: { label: t('Back to the words'), run },
        isWaiting,
      };
    }
    if (state.found === 0) return { text: nothingMore(data?.meaning), isWaiting };
    if (!state.hasMore)
      return {
        text: t(
          '{count, plural, one {# more result} other {# more results}} by meaning, below the words',
          { count },
        ),
        isWaiting,
      };
    return {
      text: t('{count, plural, one {# more result} other {# more results}} by meaning', { count }),
      action: { label: t('Show'), run: () => setAloneFor(text) },
      isWaiting,
    };
  }
}

function nothingMore(meaning: { state: string; hint: string | null } | undefined): string {
  if (meaning === undefined) return t('The meaning could not be compared.');
  const isCompared = meaning.state === 'ready' || meaning.state === 'behind';
  return isCompared
    ? t('Nothing more by meaning')
    : (meaning.hint ?? t('Only words were compared.'));
}

/** Always as high, so that the list stays where it is. */
export function MeantBar({ bar }: { bar: Bar | undefined }) {
  if (!bar) return null;
  return (
    <div className="meantbar row sm mute" aria-live="polite">
      <span className="ell" title={bar.text}>
        {bar.text}
      </span>
      {bar.action && (
        <button type="button" className="btn sm" onClick={bar.action.run}>
          {bar.action.label}
        </button>
      )}
    </div>
  );
}
