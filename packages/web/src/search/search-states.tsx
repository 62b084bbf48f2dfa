/** The search view without results: before anything is typed, and when nothing is found. */
import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { useCoverage } from '../data/coverage.ts';
import { useFacets, useSpelling } from '../data/search.ts';
import { DAY_MS, dayName, dayStart, duration, MINUTE_MS, plural } from '../parts/format.ts';
import { prefer, usePreferences } from '../parts/preferences.ts';
import { EmptyState } from '../parts/states.tsx';
import { type Filters, isNarrowed, splitExcluded } from './filters.ts';
import { queryText } from './search-link.ts';

const EXAMPLES: readonly { text: string; meaning: string }[] = [
  { text: '"exact words"', meaning: 'only these words, in this order' },
  { text: 'invoice -draft', meaning: 'invoice, where draft is not written' },
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

/** What is looked at when no time is given. */
const DAYS_WITHOUT_RANGE = 30;

/** What should have been recorded and was not may be what is looked for. */
function NotRecorded({ filters }: { filters: Filters }) {
  const today = dayStart(Date.now());
  const endMs = filters.to ? Date.parse(filters.to) : today + DAY_MS;
  const startMs = filters.from ? Date.parse(filters.from) : endMs - DAYS_WITHOUT_RANGE * DAY_MS;
  const { data: coverage } = useCoverage({ startMs, endMs });
  const of = (stream: 'screen' | 'audio') => coverage?.streams[stream].minutes.failed ?? 0;
  const minutes =
    filters.type === 'all'
      ? Math.max(of('screen'), of('audio'))
      : of(filters.type === 'screen' ? 'screen' : 'audio');
  if (minutes < 1) return null;
  const range = (filters.from ?? filters.to) ? 'this range' : `the last ${DAYS_WITHOUT_RANGE} days`;
  return (
    <span className="st warn mt-2">
      {duration(minutes * MINUTE_MS)} of {range} could not be recorded.{' '}
      <Link href="/app/health">See why</Link>
    </span>
  );
}

function Spelling({ text }: { text: string }) {
  const { data: meant } = useSpelling(text);
  if (!meant) return null;
  return (
    <button type="button" className="btn pri" onClick={() => queryText.set(meant)}>
      Search for “{meant}”
    </button>
  );
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
        <>
          {isNarrowed(filters) ? (
            'Only a part of what was recorded was looked through.'
          ) : (
            <LookedThrough />
          )}
          <NotRecorded filters={filters} />
        </>
      }
      actions={
        <>
          <Spelling text={splitExcluded(text).wanted.trim()} />
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
