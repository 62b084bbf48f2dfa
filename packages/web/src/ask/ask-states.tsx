/** The Ask view around its answer: before a question, nothing found, a missing model, a backlog, and where words are sent. */
import type { MeaningState, UnderstoodKind } from '@hindcast/client';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Asked } from '../data/meaning/ask.ts';
import { rich, t } from '../language/message.ts';
import { Switch } from '../parts/bits.tsx';
import { prefer, usePreferences } from '../parts/preferences.ts';
import { Banner, EmptyState, sentence } from '../parts/states.tsx';

const EXAMPLES = [
  t('What did we agree about the budget?'),
  t('Which page did I read about prices yesterday?'),
  t('What went wrong in the terminal this afternoon?'),
  t('Who talked about the deadline before lunch?'),
];

export function AskStart({ onAsk }: { onAsk(text: string): void }) {
  return (
    <div className="mt-4">
      <p className="mute mb-3">
        {t(
          'Ask in your own words. The answer comes from what this machine recorded, with the moments that prove it. A time, an app, a site or a person in the question narrows it.',
        )}
      </p>
      <ul className="row wrap">
        {EXAMPLES.map((text) => (
          <li key={text}>
            <button type="button" className="chip" onClick={() => onAsk(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const bold = (text: ReactNode) => <b>{text}</b>;

/** Before anything is sent: where it would go, and a way to keep it here. */
export function ModelNote({ host }: { host: string }) {
  const { isModelAsked } = usePreferences();
  return (
    <div className="row modelnote">
      <Switch
        label={t('Let the model at {host} phrase answers', { host })}
        checked={isModelAsked}
        onChange={(checked) => prefer({ isModelAsked: checked })}
      />
      <p className="sm mute">
        {isModelAsked
          ? rich(
              'Your question and the passages found for it are sent to <b>{host}</b>, whose model phrases the answer.',
              { host, b: bold },
            )
          : rich('Nothing is sent to <b>{host}</b>. Answers are in the recorded words.', {
              host,
              b: bold,
            })}
      </p>
    </div>
  );
}

export function ModelError({ host, error }: { host: string; error: string }) {
  return (
    <div className="mb-3">
      <Banner
        tone="warn"
        title={t('The model at {host} did not answer', { host })}
        text={`${sentence(error)} ${t('The answer below is in the recorded words.')}`}
      />
    </div>
  );
}

const TITLES: Partial<Record<MeaningState['state'], string>> = {
  no_model: t('Only words were compared, not their meaning'),
  failed: t('Only words were compared, not their meaning'),
  off: t('Search by meaning is off'),
};

export function MeaningNote({ meaning }: { meaning: MeaningState }) {
  const { state, waiting, hint } = meaning;
  if (state === 'ready') return null;
  if (state === 'behind')
    return (
      <p className="sm mute mb-3">
        {t(
          '{count, plural, one {# recorded text} other {# recorded texts}} still to be read for the meaning. Ask again later to find more.',
          { count: waiting },
        )}
      </p>
    );
  return (
    <div className="mb-3">
      <Banner tone="warn" title={TITLES[state]} text={hint} />
    </div>
  );
}

export function NothingFound(props: {
  asked: Asked;
  ignored: readonly UnderstoodKind[];
  onIgnore(ignored: readonly UnderstoodKind[]): void;
}) {
  const { asked, ignored, onIgnore } = props;
  const { understood = [], query = '' } = asked;
  return (
    <EmptyState
      icon={SearchX}
      title={t('Nothing that was recorded answers this')}
      text={
        understood.length > 0
          ? t('Only a part of what was recorded was looked through.')
          : t('Try other words, or search for a word that you remember.')
      }
      actions={
        <>
          {understood.map(({ kind, label }) => (
            <button
              key={kind}
              type="button"
              className="btn"
              onClick={() => onIgnore([...ignored, kind])}
            >
              {t('Not only {label}', { label })}
            </button>
          ))}
          <Link className="btn" href={`/app/search?q=${encodeURIComponent(query)}`}>
            {t('Search for the words')}
          </Link>
        </>
      }
    />
  );
}
