/** Give a voice a name once: a calm queue of voices to name, and everybody who has one. */
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Play, Users } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  deleteSpeaker,
  mergeSpeakers,
  nameSpeaker,
  type Sample,
  type Speaker,
  setPerson,
  similarity,
  useNamed,
  useSimilar,
  useUnnamed,
} from '../data/speakers.ts';
import { Avatar, Segmented } from '../parts/bits.tsx';
import { plural } from '../parts/format.ts';
import { MenuButton, ModalDialog } from '../parts/overlays.tsx';
import { EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { toast, toastError } from '../parts/toast.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import './speakers.css';

type Tab = 'new' | 'named';

export function SpeakersView() {
  const [parameters, setParameters] = useSearchParams();
  const heading = useHeadingFocus();
  useTitle('Speakers');
  const unnamed = useUnnamed();
  const named = useNamed();
  const asked = parameters.get('tab');
  const tab: Tab = asked === 'named' || asked === 'new' ? asked : 'new';
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Speakers
          </h1>
          <p>Give a voice a name once. Hindcast uses it for everything that voice ever said.</p>
        </div>
        <span className="sp" />
        <Segmented
          label="Which voices"
          value={tab}
          options={[
            { value: 'new', label: `To name ${unnamed.data?.length ?? ''}` },
            { value: 'named', label: `Named ${named.data?.length ?? ''}` },
          ]}
          onChange={(next) => setParameters({ tab: next })}
        />
      </div>
      {tab === 'new' ? (
        <ToName unnamed={unnamed} named={named.data ?? []} />
      ) : (
        <Named named={named} />
      )}
    </div>
  );
}

function useActions() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  const attempt = async (
    work: () => Promise<unknown>,
    done: string,
    undo?: () => Promise<unknown>,
  ) => {
    try {
      await work();
      await refresh();
      toast(
        done,
        undo &&
          (() => {
            undo().then(refresh, toastError);
          }),
      );
    } catch (error) {
      toastError(error);
    }
  };
  return {
    name: (speaker: Speaker, name: string) =>
      attempt(
        () => nameSpeaker(speaker.id, name),
        `This voice is ${name}.`,
        () => nameSpeaker(speaker.id, speaker.name),
      ),
    merge: (keep: Speaker, gone: Speaker) =>
      attempt(
        () => mergeSpeakers(keep.id, gone.id),
        `Both are ${keep.name || 'the same person'} now.`,
      ),
    notAPerson: (speaker: Speaker) =>
      attempt(
        () => setPerson(speaker.id, false),
        'Marked as no person. Its lines are hidden.',
        () => setPerson(speaker.id, true),
      ),
    remove: (speaker: Speaker) =>
      attempt(() => deleteSpeaker(speaker.id), `Deleted ${speaker.name || 'the voice'}.`),
  };
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
        title={unnamed.data.length > 0 ? 'All others were skipped' : 'No voices to name'}
        text="They appear after a recorded conversation."
        actions={
          skipped.length > 0 && (
            <button type="button" className="btn" onClick={() => setSkipped([])}>
              Show the skipped ones again
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

function VoiceCard(props: {
  voice: Speaker;
  left: number;
  names: readonly string[];
  onSkip(): void;
}) {
  const { voice, names } = props;
  const actions = useActions();
  const [name, setName] = useState('');
  const { data: similar = [] } = useSimilar(voice.id);
  return (
    <section className="card" aria-label={`Voice ${voice.id}`}>
      <div className="vo">
        <div>
          <h2 className="mb-2">Who is this?</h2>
          {voice.samples.map((sample) => (
            <SampleRow key={`${sample.chunk_id} ${sample.start_time}`} sample={sample} />
          ))}
          {voice.samples.length === 0 && (
            <p className="sm dim">No recording of this voice is left.</p>
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
              aria-label="Name of this voice"
              placeholder="Name"
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
              Save name
            </button>
          </form>
          {similar.length > 0 && <h3>Sounds like</h3>}
          {similar.map((other) => (
            <div key={other.id} className="sug">
              <Avatar name={other.name} />
              <div className="min0 grow">
                <p className="m ell">{other.name || `Voice ${other.id}`}</p>
                <p className="xs dim">{similarity(other.distance)}</p>
              </div>
              {other.samples[0] && <PlayButton sample={other.samples[0]} />}
              <button
                type="button"
                className="btn sm"
                onClick={() => void actions.merge(other, voice)}
              >
                Same person
              </button>
            </div>
          ))}
          <div className="row wrap">
            <button
              type="button"
              className="btn sm ghost"
              onClick={() => void actions.notAPerson(voice)}
            >
              Not a person
            </button>
            <button type="button" className="btn sm ghost" onClick={props.onSkip}>
              Skip
            </button>
            <span className="sp" />
            <span className="sm dim">{plural(props.left, 'voice')} to name</span>
          </div>
        </div>
      </div>
    </section>
  );
}

function SampleRow({ sample }: { sample: Sample }) {
  return (
    <div className="smp">
      <PlayButton sample={sample} />
      <p>“{sample.transcript}”</p>
    </div>
  );
}

let playing: HTMLAudioElement | undefined;

/** From where it begins to where it ends; another one stops it. */
function PlayButton({ sample }: { sample: Sample }) {
  const play = () => {
    playing?.pause();
    const player = new Audio(`/audio/${sample.chunk_id}`);
    playing = player;
    player.currentTime = sample.start_time;
    player.ontimeupdate = () => {
      if (player.currentTime >= sample.end_time) player.pause();
    };
    player.play().catch(() => toast('This recording cannot be played.'));
  };
  return (
    <button type="button" className="pl" aria-label={`Play: ${sample.transcript}`} onClick={play}>
      <Play className="ic s" aria-hidden="true" />
    </button>
  );
}

function Named({ named }: { named: ReturnType<typeof useNamed> }) {
  const [renaming, setRenaming] = useState<Speaker>();
  const [merging, setMerging] = useState<Speaker>();
  const actions = useActions();
  if (named.isPending) return <Loading />;
  if (named.isError) return <ErrorState error={named.error} retry={() => void named.refetch()} />;
  if (named.data.length === 0)
    return (
      <EmptyState icon={Users} title="Nobody has a name yet" text="Name a voice under To name." />
    );
  return (
    <>
      <ul className="card list">
        {named.data.map((speaker) => (
          <li key={speaker.id} className="ppl2">
            <Avatar name={speaker.name} size="l" />
            <span className="m grow ell">{speaker.name}</span>
            {speaker.samples[0] && <PlayButton sample={speaker.samples[0]} />}
            <MenuButton
              label={`What to do with ${speaker.name}`}
              className="btn ico ghost"
              isIconOnly
              items={[
                { id: 'rename', label: 'Rename', onAction: () => setRenaming(speaker) },
                { id: 'merge', label: 'Merge with…', onAction: () => setMerging(speaker) },
                {
                  id: 'lines',
                  label: 'All lines',
                  href: `/app/search?type=sound&speaker=${encodeURIComponent(speaker.name)}`,
                },
                {
                  id: 'delete',
                  label: 'Delete voice and lines',
                  onAction: () => void actions.remove(speaker),
                },
              ]}
            >
              <Ellipsis className="ic" aria-hidden="true" />
            </MenuButton>
          </li>
        ))}
      </ul>
      {renaming && (
        <ModalDialog
          title={`Rename ${renaming.name}`}
          isOpen
          onClose={() => setRenaming(undefined)}
        >
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
              setRenaming(undefined);
              if (name !== '') void actions.name(renaming, name);
            }}
          >
            <input
              name="name"
              className="field"
              aria-label="New name"
              defaultValue={renaming.name}
            />
            <button type="submit" className="btn pri">
              Save name
            </button>
          </form>
        </ModalDialog>
      )}
      {merging && (
        <ModalDialog
          title={`Merge ${merging.name} into…`}
          isOpen
          onClose={() => setMerging(undefined)}
        >
          <ul className="list card">
            {named.data
              .filter(({ id }) => id !== merging.id)
              .map((other) => (
                <li key={other.id} className="pad row">
                  <Avatar name={other.name} />
                  <span className="m grow">{other.name}</span>
                  <button
                    type="button"
                    className="btn sm"
                    onClick={() => {
                      setMerging(undefined);
                      void actions.merge(other, merging);
                    }}
                  >
                    Merge into {other.name}
                  </button>
                </li>
              ))}
          </ul>
        </ModalDialog>
      )}
    </>
  );
}
