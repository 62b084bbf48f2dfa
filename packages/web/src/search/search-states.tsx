/** The search view without results: before anything is typed, and when nothing is found. */
import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { useCoverage } from '../data/coverage.ts';
import { useHourWords } from '../data/hour-words.ts';
import { useFacets, useSpelling } from '../data/search.ts';
import { t } from '../language/message.ts';
import { DAY_MS, dayName, dayStart, duration, MINUTE_MS } from '../parts/format.ts';
import { prefer, usePreferences } from '../parts/preferences.ts';
import { EmptyState } from '../parts/states.tsx';
import { type Filters, isNarrowed, splitExcluded } from './filters.ts';
import { queryText } from './search-link.ts';

/** Three that can be tried at once, as every machine has them, and two ways to write. */
const EXAMPLES: readonly { text: string; meaning: string; typed?: string }[] = [
  {
    text: 'after:yesterday',
    meaning: t('everything since yesterday'),
    typed: 'after:yesterday ',
  },
  { text: 'type:sound', meaning: t('only what was heard'), typed: 'type:sound ' },
  { text: 'app:mail', meaning: t('only apps whose name holds mail'), typed: 'app:mail ' },
  { text: t('"exact words"'), meaning: t('only these words, in this order') },
  { text: t('invoice -draft'), meaning: t('invoice, where draft is not written') },
];

export function SearchStart() {
  const { recentSearches } = usePreferences();
  const { data: hourWords = [] } = useHourWords();
  return (
    <div className="pad recent">
      {recentSearches.length > 0 && (
        <section className="mb-4">
          <div className="row mb-2">
            <h2>{t('Last searches')}</h2>
            <span className="sp" />
            <button
              type="button"
              className="btn sm ghost"
              onClick={() => prefer({ recentSearches: [] })}
            >
              {t('Clear')}
            </button>
          </div>
          <Queries texts={recentSearches} />
        </section>
      )}
      {hourWords.length > 0 && (
        <section className="mb-4">
          <h2 className="mb-2">{t('Words of the last hour')}</h2>
          <Queries texts={hourWords} />
        </section>
      )}
      <h2 className="mb-2">{t('Ways to ask')}</h2>
      <ul className="card list">
        {EXAMPLES.map(({ text, meaning, typed }) => (
          <li key={text} className="pad row">
            <div className="grow">
              <span className="mono">{text}</span>
              <p className="sm dim">{meaning}</p>
            </div>
            {typed && (
              <button
                type="button"
                className="btn sm"
                aria-label={t('Try {query}', { query: text })}
                onClick={() => queryText.set(typed)}
              >
                {t('Try')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Queries({ texts }: { texts: readonly string[] }) {
  return (
    <div className="row wrap">
      {texts.map((text) => (
        <button key={text} type="button" className="chip" onClick={() => queryText.set(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}

/** How much was searched: an answer of nothing is worth that much. */
function LookedThrough() {
  const { data } = useFacets({ fields: 'type,day' }, true);
  const of = (type: string) => data?.data.type?.find(({ value }) => value === type)?.count ?? 0;
  const [first] = data?.data.day ?? [];
  if (!data || !first) return t('Nothing has been recorded yet.');
  return t(
    'Looked through {pictures, plural, one {# picture} other {# pictures}} and {lines, plural, one {# line} other {# lines}} of speech since {day}. Try fewer or other words.',
    {
      pictures: of('OCR'),
      lines: of('Audio'),
      day: dayName(Date.parse(`${first.value}T00:00:00`)),
    },
  );
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
  const lost = duration(minutes * MINUTE_MS);
  return (
    <span className="st warn mt-2">
      {(filters.from ?? filters.to)
        ? t('{lost} of this range could not be recorded.', { lost })
        : t('{lost} of the last {days, number} days could not be recorded.', {
            lost,
            days: DAYS_WITHOUT_RANGE,
          })}{' '}
      <Link href="/app/health">{t('See why')}</Link>
    </span>
  );
}

function Spelling({ text }: { text: string }) {
  const { data: meant } = useSpelling(text);
  if (!meant) return null;
  return (
    <button type="button" className="btn pri" onClick={() => queryText.set(meant)}>
      {t('Search for “{query}”', { query: meant })}
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
      title={
        text.trim() === ''
          ? t('Nothing found')
          : t('Nothing found for “{query}”', { query: text.trim() })
      }
      text={
        <>
          {isNarrowed(filters) ? (
            t('Only a part of what was recorded was looked through.')
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
              {t('Any time')}
            </button>
          )}
          {filters.app && (
            <button type="button" className="btn" onClick={() => onChange({ app: [] })}>
              {t('All apps')}
            </button>
          )}
          {filters.type !== 'all' && (
            <button type="button" className="btn" onClick={() => onChange({ type: 'all' })}>
              {t('Screen and sound')}
            </button>
          )}
        </>
      }
    />
  );
}
