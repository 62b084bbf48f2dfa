/** Every setting of the service by section, the page's own choices, pausing, leaving things out, and deleting. */
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { type Setting, useSettings } from '../data/settings/settings.ts';
import { serviceText, t } from '../language/message.ts';
import { Banner, EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { AccessSection } from './access-section.tsx';
import { Appearance } from './appearance.tsx';
import { DeleteSection } from './delete-section.tsx';
import { PassphraseSection } from './passphrase-section.tsx';
import { PauseSection } from './pause-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { SECTIONS, sectionOf } from './sections.ts';
import { SettingRow } from './setting-row.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { titleOf } from './titles.ts';
import './settings.css';

export function SettingsView() {
  const { section = 'privacy' } = useParams<{ section?: string }>();
  const heading = useHeadingFocus();
  const [text, setText] = useState('');
  const settings = useSettings();
  const shown = SECTIONS.find(({ id }) => id === section) ?? SECTIONS[0];
  useTitle(t('{section} settings', { section: shown?.label ?? '' }));
  const words = text.trim().toLowerCase();
  const matches = (settings.data?.data ?? []).filter(({ key, description }) =>
    words === ''
      ? sectionOf(key) === shown?.id
      : [key, titleOf(key), serviceText('setting', description)]
          .join(' ')
          .toLowerCase()
          .includes(words),
  );
  return (
    <div className="page">
      <div className="phead">
        <h1 ref={heading} tabIndex={-1}>
          {t('Settings')}
        </h1>
        <span className="sp" />
        <div className="gsearch find">
          <Search className="ic" aria-hidden="true" />
          <input
            type="search"
            aria-label={t('Find a setting')}
            placeholder={t('Find a setting')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <div className="sett">
        <nav aria-label={t('Settings')}>
          {SECTIONS.map(({ id, label }) => (
            <Link
              key={id}
              href={`/app/settings/${id}`}
              aria-current={id === shown?.id && words === '' ? 'page' : undefined}
              ref={id === shown?.id ? intoView : null}
              onClick={() => setText('')}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="col sections">
          {settings.data?.restart_pending && (
            <Banner
              tone="warn"
              title={t('A change waits for a restart')}
              text={t('Stop the service and start it again; nothing that was recorded is lost.')}
            />
          )}
          {words === '' && shown?.id === 'privacy' && <PauseSection />}
          {words === '' && shown?.id === 'appearance' && <Appearance />}
          <Rows
            settings={settings}
            matches={matches}
            words={words}
            title={words === '' ? (shown?.label ?? '') : t('Found')}
          />
          {words === '' && shown?.id === 'appearance' && <ShortcutsSection />}
          {words === '' && shown?.id === 'storage' && <RetentionSection />}
          {words === '' && shown?.id === 'access' && <AccessSection />}
          {words === '' && shown?.id === 'storage' && <PassphraseSection />}
          {words === '' && (shown?.id === 'privacy' || shown?.id === 'storage') && (
            <DeleteSection />
          )}
        </div>
      </div>
    </div>
  );
}

/** On a narrow window the sections are a row that scrolls. */
function intoView(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft - row.clientWidth / 2;
}

function Rows(props: {
  settings: ReturnType<typeof useSettings>;
  matches: readonly Setting[];
  words: string;
  title: string;
}) {
  const { settings, matches, words, title } = props;
  if (settings.isPending) return <Loading />;
  if (settings.isError)
    return <ErrorState error={settings.error} retry={() => void settings.refetch()} />;
  if (settings.data === null)
    return (
      <p className="mute">
        {t('This service cannot change settings here. They are in config.json of its data folder.')}
      </p>
    );
  if (matches.length === 0)
    return words === '' ? null : (
      <EmptyState
        icon={Search}
        title={t('No setting is about “{words}”', { words })}
        text={t('Try another word.')}
      />
    );
  return (
    <section>
      <h2 className="mb-2">{title}</h2>
      <div className="card list">
        {matches.map((setting) => (
          <SettingRow key={setting.key} setting={setting} />
        ))}
      </div>
    </section>
  );
}
