/** `Ctrl K`: go anywhere, or search. The only place that lists commands. */
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import { askAddress } from '../ask/question-link.ts';
import { t } from '../language/message.ts';
import { ModalDialog } from '../parts/dialogs/overlays.tsx';
import { moment } from '../parts/format.ts';
import { useKeys } from '../parts/keys.ts';
import { usePreferences } from '../parts/preferences.ts';
import { queryText } from '../search/search-link.ts';
import { readWhen } from '../timeline/when.ts';
import { MEMORY, WORKINGS } from './navigation.ts';

interface Command {
  label: string;
  hint: string;
  run(): void;
}

export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  useKeys({ 'Ctrl+k': () => setOpen(true) });
  return (
    <ModalDialog
      title={t('Go to or search')}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      className="palette"
    >
      <Chooser onDone={() => setOpen(false)} />
    </ModalDialog>
  );
}

function Chooser({ onDone }: { onDone(): void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = useCommands(text);
  const listId = useId();
  const at = Math.min(chosen, commands.length - 1);
  const run = (command: Command | undefined) => {
    onDone();
    command?.run();
  };
  const onKey = (event: React.KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => setChosen((at + 1) % commands.length),
      ArrowUp: () => setChosen((at + commands.length - 1) % commands.length),
      Enter: () => run(commands[at]),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <>
      <div className="gsearch">
        <Search className="ic" aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is this field
          autoFocus
          role="combobox"
          aria-label={t('Command or search')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={`${listId}-${at}`}
          placeholder={t(
            'A view, a date such as yesterday 15:00, words to search for, or a question',
          )}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
        />
      </div>
      <div role="listbox" id={listId} aria-label={t('Commands')}>
        {commands.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field
          <div
            key={command.label}
            id={`${listId}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            onClick={() => run(command)}
          >
            <span className="grow">{command.label}</span>
            <span className="xs dim">{command.hint}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function useCommands(text: string): Command[] {
  const [, navigate] = useLocation();
  const { recentSearches } = usePreferences();
  const words = text.trim().toLowerCase();
  const search = (query: string) => {
    queryText.set(query);
    navigate(`/app/search?q=${encodeURIComponent(query)}`);
  };
  const places: Command[] = [...MEMORY, ...WORKINGS]
    .filter(({ label }) => label.toLowerCase().includes(words))
    .map(({ label, path }) => ({ label, hint: t('View'), run: () => navigate(path) }));
  if (words === '') {
    const recent = recentSearches.map((query) => ({
      label: query,
      hint: t('Recent search'),
      run: () => search(query),
    }));
    return [...recent, ...places];
  }
  const atMs = readWhen(text, Date.now());
  const dates: Command[] =
    atMs === undefined
      ? []
      : [
          {
            label: moment(atMs),
            hint: t('Timeline'),
            run: () => navigate(`/app/timeline?at=${new Date(atMs).toISOString()}`),
          },
        ];
  return [
    ...places,
    ...dates,
    {
      label: t('Search for “{query}”', { query: text.trim() }),
      hint: t('Search'),
      run: () => search(text.trim()),
    },
    {
      label: t('Ask “{question}”', { question: text.trim() }),
      hint: t('Ask'),
      run: () => navigate(askAddress({ text, ignore: [] })),
    },
  ];
}
