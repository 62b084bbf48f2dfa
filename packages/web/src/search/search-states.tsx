/** The search view without results: before anything is typed, and when nothing is found. */
import { SearchX } from 'lucide-react';
import { useFacets } from '../data/search.ts';
import { dayName, plural } from '../parts/format.ts';
import { prefer, usePreferences } from '../parts/preferences.ts';
import { EmptyState } from '../parts/states.tsx';
import { type Filters, isNarrowed } from './filters.ts';
import { queryText } from './search-link.ts';

const EXAMPLES: readonly { text: string; meaning: string }[] = [
  { text: '"exact words"', meaning: 'only these words, in this order' },
  { text: 'app:mail invoice', meaning: 'invoice, seen in an app whose name holds mail' },
  { text: 'type:sound budget', meaning: 'budget, spoken' },
  { text: 'after:yesterday', meaning: 'everything since yesterday' },
];

export function SearchStart() {
  const { recentSearches } = usePreferences();
  return (
    <div className="pad recent">
      {recentSearches.length > 0 && (
        <section className="mb-4">
          <div className="row mb-2">
            <h2>Last searches</h2>
            <span className="sp" />
            <button
              type="button"
              className="btn sm ghost"
              onClick={() => prefer({ recentSearches: [] })}
            >
              Clear
            </button>
          </div>
          <div className="row wrap">
            {recentSearches.map((query) => (
              <button
                key={query}
                type="button"
                className="chip"
                onClick={() => queryText.set(query)}
              >
                {query}
              </button>
            ))}
          </div>
        </section>
      )}
      <h2 className="mb-2">Ways to ask</h2>
      <ul className="card list">
        {EXAMPLES.map(({ text, meaning }) => (
          <li key={text} className="pad">
            <span className="mono">{text}</span>
            <p className="sm dim">{meaning}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How much was searched: an answer of nothing is worth that much. */
function LookedThrough() {
  const { data } = useFacets({ fields: 'type,day' }, true);
  const of = (type: string) => data?.data.type?.find(({ value }) => value === type)?.count ?? 0;
  const [first] = data?.data.day ?? [];
  if (!data || !first) return 'Nothing has been recorded yet.';
  return `Looked through ${plural(of('OCR'), 'picture')} and ${plural(of('Audio'), 'line')} of speech since ${dayName(Date.parse(`${first.value}T00:00:00`))}. Try fewer or other words.`;
}

export function NothingFound(props: {
  text: string;
  filters: Filters;
  onChange(change: Partial<Filters>): void;
}) {
  const { text, filters, onChange } = props;
  return (
    <EmptyState
      icon={SearchX}
      title={text.trim() === '' ? 'Nothing found' : `Nothing found for “${text.trim()}”`}
      text={
        isNarrowed(filters) ? (
          'Only a part of what was recorded was looked through.'
        ) : (
          <LookedThrough />
        )
      }
      actions={
        <>
          {(filters.from ?? filters.to) && (
            <button type="button" className="btn" onClick={() => onChange({ from: '', to: '' })}>
              Any time
            </button>
          )}
          {filters.app && (
            <button type="button" className="btn" onClick={() => onChange({ app: [] })}>
              All apps
            </button>
          )}
          {filters.type !== 'all' && (
            <button type="button" className="btn" onClick={() => onChange({ type: 'all' })}>
              Screen and sound
            </button>
          )}
        </>
      }
    />
  );
}
