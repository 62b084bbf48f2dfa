/** The one search field and the status of the recording, on every view. */
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { t } from '../language/message.ts';
import { useStore } from '../parts/external-store.ts';
import { useKeys } from '../parts/keys.ts';
import { rememberSearch } from '../parts/preferences.ts';
import { queryText, type ResultKeys, resultKeys, written } from '../search/search-link.ts';
import { StatusPill } from './status-pill.tsx';

export function TopBar() {
  return (
    <header className="top">
      <SearchField />
      <span className="sp hide-n" />
      <StatusPill />
    </header>
  );
}

function SearchField() {
  const [location, navigate] = useLocation();
  const isLive = location === '/app/search';
  const text = useStore(queryText);
  const results = useStore(resultKeys);
  const field = useRef<HTMLInputElement>(null);
  useKeys({
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  const onKey = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const act = keyAction(event);
    if (!act) return;
    event.preventDefault();
    act();
  };

  function keyAction(event: React.KeyboardEvent): (() => void) | undefined {
    if (event.key === 'Escape') return text === '' ? () => results?.leave() : () => type('');
    if (!isLive) return event.key === 'Enter' ? () => navigate(addressFor(text)) : undefined;
    return results && resultAction(event, results, text);
  }

  function type(value: string) {
    queryText.set(value);
    if (isLive || value === '') return;
    written.text = value;
    navigate(addressFor(value));
  }

  return (
    <div className={`gsearch ${isLive ? 'live' : ''}`}>
      <Search className="ic" aria-hidden="true" />
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label={t('Search everything you saw or heard')}
        aria-expanded={isLive && results?.activeId !== undefined}
        aria-controls="results"
        aria-autocomplete="list"
        aria-activedescendant={isLive ? results?.activeId : undefined}
        placeholder={t('Search everything you saw or heard')}
        autoComplete="off"
        spellCheck={false}
        value={isLive ? text : ''}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
      />
      {isLive && results && <span className="sm num dim hide-n">{results.summary}</span>}
      <kbd aria-hidden="true">{isLive ? 'Esc' : '/'}</kbd>
    </div>
  );
}

function resultAction(event: React.KeyboardEvent, results: ResultKeys, text: string) {
  if (event.key === 'ArrowDown') return () => results.move(1);
  if (event.key === 'ArrowUp') return () => results.move(-1);
  if (event.key !== 'Enter') return undefined;
  rememberSearch(text);
  return event.ctrlKey || event.metaKey ? results.showInTimeline : results.open;
}

function addressFor(text: string): string {
  return text === '' ? '/app/search' : `/app/search?q=${encodeURIComponent(text)}`;
}
