/** Give a voice a name once: a calm queue of voices to name, and everybody who has one. */
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Speaker, useHidden, useNamed, useUnnamed } from '../data/speakers.ts';
import { t } from '../language/message.ts';
import { Segmented } from '../parts/bits.tsx';
import { EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { HiddenList } from './hidden-list.tsx';
import { NamedList } from './named-list.tsx';
import { VoiceCard } from './voice-card.tsx';
import './speakers.css';

const TABS = ['new', 'named', 'hidden'] as const;
type Tab = (typeof TABS)[number];

export function SpeakersView() {
  const [parameters, setParameters] = useSearchParams();
  const heading = useHeadingFocus();
  useTitle(t('Speakers'));
  const unnamed = useUnnamed();
  const named = useNamed();
  const hidden = useHidden();
  const tab: Tab = TABS.find((name) => name === parameters.get('tab')) ?? 'new';
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('Speakers')}
          </h1>
          <p>
            {t('Give a voice a name once. Hindcast uses it for everything that voice ever said.')}
          </p>
        </div>
        <span className="sp" />
        <Segmented
          label={t('Which voices')}
          value={tab}
          options={[
            { value: 'new', label: <Counted label={t('To name')} of={unnamed.data} /> },
            { value: 'named', label: <Counted label={t('Named')} of={named.data} /> },
            { value: 'hidden', label: <Counted label={t('Hidden')} of={hidden.data} /> },
          ]}
          onChange={(next) => setParameters({ tab: next })}
        />
      </div>
      {tab === 'new' && (
        <>
          <ToName unnamed={unnamed} named={named.data ?? []} />
          {(named.data?.length ?? 0) > 0 && (
            <section>
              <h2 className="mb-2 mt-4">{t('Named')}</h2>
              <NamedList named={named} />
            </section>
          )}
        </>
      )}
      {tab === 'named' && <NamedList named={named} />}
      {tab === 'hidden' && <HiddenList hidden={hidden} />}
    </div>
  );
}

function Counted({ label, of }: { label: string; of: readonly Speaker[] | undefined }) {
  return (
    <>
      {label}
      {of && <span className="dim num">{of.length}</span>}
    </>
  );
}

function ToName(props: { unnamed: ReturnType<typeof useUnnamed>; named: readonly Speaker[] }) {
  const { unnamed, named } = props;
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  if (unnamed.isPending) return <Loading shape="card" rows={1} />;
  if (unnamed.isError)
    return <ErrorState error={unnamed.error} retry={() => void unnamed.refetch()} />;
  const queue = unnamed.data.filter(({ id }) => !skipped.includes(id));
  const voice = queue[0];
  if (!voice)
    return (
      <EmptyState
        icon={Users}
        title={unnamed.data.length > 0 ? t('All others were skipped') : t('No voices to name')}
        text={t('They appear after a recorded conversation.')}
        actions={
          skipped.length > 0 && (
            <button type="button" className="btn" onClick={() => setSkipped([])}>
              {t('Show the skipped ones again')}
            </button>
          )
        }
      />
    );
  return (
    <VoiceCard
      key={voice.id}
      voice={voice}
      left={queue.length}
      names={named.map(({ name }) => name)}
      onSkip={() => setSkipped([...skipped, voice.id])}
    />
  );
}
