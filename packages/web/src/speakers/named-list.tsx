/** Everybody who has a name, with how much of what was heard is theirs. */
import { Ellipsis, Users } from 'lucide-react';
import { useState } from 'react';
import { type Speaker, useLineCounts, type useNamed } from '../data/speakers.ts';
import { t } from '../language/message.ts';
import { Avatar, colourStyle } from '../parts/bits.tsx';
import { MenuButton } from '../parts/dialogs/overlays.tsx';
import { EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { DeleteVoiceDialog, MergeDialog, RenameDialog } from './named-dialogs.tsx';
import { SampleButton } from './sample-button.tsx';

type Doing = { what: 'rename' | 'merge' | 'delete'; speaker: Speaker };

export function NamedList({ named }: { named: ReturnType<typeof useNamed> }) {
  const [doing, setDoing] = useState<Doing>();
  const counts = useLineCounts().data;
  if (named.isPending) return <Loading />;
  if (named.isError) return <ErrorState error={named.error} retry={() => void named.refetch()} />;
  if (named.data.length === 0)
    return (
      <EmptyState
        icon={Users}
        title={t('Nobody has a name yet')}
        text={t('Name a voice under To name.')}
      />
    );
  const most = Math.max(1, ...named.data.map(({ id }) => counts?.get(id) ?? 0));
  const close = () => setDoing(undefined);
  return (
    <>
      <ul className="card list">
        {named.data.map((speaker) => (
          <NamedRow
            key={speaker.id}
            speaker={speaker}
            lines={counts?.get(speaker.id)}
            most={most}
            onDo={(what) => setDoing({ what, speaker })}
          />
        ))}
      </ul>
      {doing?.what === 'rename' && <RenameDialog speaker={doing.speaker} onClose={close} />}
      {doing?.what === 'merge' && (
        <MergeDialog speaker={doing.speaker} others={named.data} onClose={close} />
      )}
      {doing?.what === 'delete' && (
        <DeleteVoiceDialog
          speaker={doing.speaker}
          lines={counts?.get(doing.speaker.id)}
          onClose={close}
        />
      )}
    </>
  );
}

function NamedRow(props: {
  speaker: Speaker;
  lines: number | undefined;
  most: number;
  onDo(what: Doing['what']): void;
}) {
  const { speaker, lines, most, onDo } = props;
  return (
    <li className="ppl">
      <Avatar name={speaker.name} size="l" />
      <div className="min0">
        <p className="m ell">{speaker.name}</p>
        {lines !== undefined && (
          <p className="xs dim">
            {t('{count, plural, one {# line} other {# lines}}', { count: lines })}
          </p>
        )}
      </div>
      <span className="bar hide-n" aria-hidden="true">
        <i style={{ ...colourStyle(speaker.name), width: `${(100 * (lines ?? 0)) / most}%` }} />
      </span>
      {speaker.samples[0] ? <SampleButton sample={speaker.samples[0]} /> : <span />}
      <MenuButton
        label={t('What to do with {name}', { name: speaker.name })}
        className="btn ico ghost"
        isIconOnly
        items={[
          { id: 'rename', label: t('Rename'), onAction: () => onDo('rename') },
          { id: 'merge', label: t('Merge with…'), onAction: () => onDo('merge') },
          {
            id: 'lines',
            label: t('All lines'),
            href: `/app/search?type=sound&speaker=${encodeURIComponent(speaker.name)}`,
          },
          { id: 'delete', label: t('Delete voice and lines…'), onAction: () => onDo('delete') },
        ]}
      >
        <Ellipsis className="ic" aria-hidden="true" />
      </MenuButton>
    </li>
  );
}
