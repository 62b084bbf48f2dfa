/** One voice that has no name yet: listen to it, name it, or say that it is somebody already known. */
import { useState } from 'react';
import { type Sample, type Speaker, similarity, useSimilar } from '../data/speakers.ts';
import { t } from '../language/message.ts';
import { Avatar, Kbd } from '../parts/bits.tsx';
import { useKeys } from '../parts/keys.ts';
import { SampleButton } from './sample-button.tsx';
import { useVoiceActions } from './voice-actions.ts';

export function VoiceCard(props: {
  voice: Speaker;
  left: number;
  names: readonly string[];
  onSkip(): void;
}) {
  const { voice, names } = props;
  const actions = useVoiceActions();
  const [name, setName] = useState('');
  const { data: similar = [] } = useSimilar(voice.id);
  useKeys({ s: props.onSkip });
  return (
    <section className="card" aria-label={t('Voice {id}', { id: voice.id })}>
      <div className="vo">
        <div>
          <div className="row mb-2">
            <Avatar name="" size="l" />
            <div>
              <h2>{t('Who is this?')}</h2>
              <p className="sm dim">
                {t('Unnamed voice {id}', { id: voice.id })} ·{' '}
                {t('{count, plural, one {# sample} other {# samples}}', {
                  count: voice.samples.length,
                })}
              </p>
            </div>
          </div>
          {voice.samples.map((sample) => (
            <SampleRow key={`${sample.chunk_id} ${sample.start_time}`} sample={sample} />
          ))}
          {voice.samples.length === 0 && (
            <p className="sm dim">{t('No recording of this voice is left.')}</p>
          )}
        </div>
        <div className="col gap-3">
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '') void actions.name(voice, name.trim());
            }}
          >
            <input
              className="field"
              aria-label={t('Name of this voice')}
              placeholder={t('Name')}
              list="known-names"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <datalist id="known-names">
              {names.map((known) => (
                <option key={known} value={known} />
              ))}
            </datalist>
            <button type="submit" className="btn pri" disabled={name.trim() === ''}>
              {t('Save name')}
            </button>
          </form>
          {similar.length > 0 && <h3>{t('Sounds like')}</h3>}
          {similar.map((other) => (
            <div key={other.id} className="sug">
              <Avatar name={other.name} />
              <div className="min0 grow">
                <p className="m ell">{other.name || t('Voice {id}', { id: other.id })}</p>
                <p className="xs dim">{similarity(other.distance)}</p>
              </div>
              {other.samples[0] && <SampleButton sample={other.samples[0]} />}
              <button
                type="button"
                className="btn sm"
                onClick={() => void actions.merge(other, voice)}
              >
                {t('Same person')}
              </button>
            </div>
          ))}
          <div className="row wrap">
            <button
              type="button"
              className="btn sm ghost"
              onClick={() => void actions.notAPerson(voice)}
            >
              {t('Not a person')}
            </button>
            <button type="button" className="btn sm ghost" onClick={props.onSkip}>
              {t('Skip')}
              <Kbd>S</Kbd>
            </button>
            <span className="sp" />
            <span className="sm dim">
              {t('{count, plural, one {# voice} other {# voices}} to name', { count: props.left })}
            </span>
          </div>
        </div>
      </div>
    </section>
  );
}

function SampleRow({ sample }: { sample: Sample }) {
  return (
    <div className="smp">
      <SampleButton sample={sample} />
      <p>{t('“{text}”', { text: sample.transcript })}</p>
    </div>
  );
}
