/** Voices that were said to be no person, and the way back. */
import { EyeOff } from 'lucide-react';
import type { Speaker, useHidden } from '../data/speakers.ts';
import { t } from '../language/message.ts';
import { Avatar } from '../parts/bits.tsx';
import { EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { SampleButton } from './sample-button.tsx';
import { useVoiceActions } from './voice-actions.ts';

export function HiddenList({ hidden }: { hidden: ReturnType<typeof useHidden> }) {
  if (hidden.isPending) return <Loading />;
  if (hidden.isError)
    return <ErrorState error={hidden.error} retry={() => void hidden.refetch()} />;
  if (hidden.data.length === 0)
    return (
      <EmptyState
        icon={EyeOff}
        title={t('No voice is hidden')}
        text={t('What you mark as “Not a person” waits here, so that you can bring it back.')}
      />
    );
  return (
    <ul className="card list">
      {hidden.data.map((speaker) => (
        <HiddenRow key={speaker.id} speaker={speaker} />
      ))}
    </ul>
  );
}

function HiddenRow({ speaker }: { speaker: Speaker }) {
  const actions = useVoiceActions();
  const [sample] = speaker.samples;
  const name = speaker.name || t('Voice {id}', { id: speaker.id });
  return (
    <li className="ppl hid">
      <Avatar name={speaker.name} size="l" />
      <div className="min0">
        <p className="m ell">{name}</p>
        <p className="xs dim ell">
          {sample ? t('“{text}”', { text: sample.transcript }) : t('No recording is left.')}
        </p>
      </div>
      {sample ? <SampleButton sample={sample} /> : <span />}
      <button
        type="button"
        className="btn sm"
        aria-label={t('Bring back {name}', { name })}
        onClick={() => void actions.bringBack(speaker)}
      >
        {t('Bring back')}
      </button>
    </li>
  );
}
