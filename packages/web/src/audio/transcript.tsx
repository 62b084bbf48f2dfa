/** Every line is a button that plays from there; a speaker's name opens the correction of it. */
import { useQueryClient } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { VList } from 'virtua';
import type { Line } from '../data/day.ts';
import { reassign, undoReassign } from '../data/speakers.ts';
import { t } from '../language/message.ts';
import { Avatar } from '../parts/bits.tsx';
import { Button, DialogTrigger, PopoverDialog } from '../parts/dialogs/overlays.tsx';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { shortClock } from '../parts/format.ts';
import { RelatedList } from '../related/moments-like-this.tsx';
import { LineLanguage } from './line-language.tsx';
import type { Player } from './player.ts';

/** More lines than this are virtualised. */
const MANY = 200;

export function Transcript({ lines, player }: { lines: readonly Line[]; player: Player }) {
  const rows = lines.map((line, i) => (
    <LineRow
      key={`${line.chunkId} ${line.startMs}`}
      line={line}
      isSameSpeaker={isContinued(lines[i - 1], line)}
      isPlaying={line === player.playing}
      onPlay={() => player.play(line)}
    />
  ));
  if (lines.length > MANY) return <VList className="lines">{rows}</VList>;
  return <div className="lines">{rows}</div>;
}

const SAME_BLOCK_MS = 20_000;

function isContinued(before: Line | undefined, line: Line): boolean {
  return (
    before !== undefined &&
    before.speakerId === line.speakerId &&
    before.speaker === line.speaker &&
    before.device === line.device &&
    line.startMs - before.endMs < SAME_BLOCK_MS
  );
}

function LineRow(props: {
  line: Line;
  isSameSpeaker: boolean;
  isPlaying: boolean;
  onPlay(): void;
}) {
  const { line, isSameSpeaker, isPlaying, onPlay } = props;
  const name = line.speaker || t('Somebody');
  return (
    <div className={`say ${isPlaying ? 'now' : ''}`}>
      <time className="num dim sm">{shortClock(line.startMs)}</time>
      {isSameSpeaker ? <span /> : <Avatar name={line.speaker} />}
      <div className="min0">
        {!isSameSpeaker && (
          <DialogTrigger>
            <Button className="speaker m">{name}</Button>
            <PopoverDialog label={t('Who is {name}?', { name })} className="pillpop">
              {(close) => <FixSpeaker line={line} onDone={close} />}
            </PopoverDialog>
          </DialogTrigger>
        )}
        <button
          type="button"
          className="saidline"
          aria-current={isPlaying ? 'true' : undefined}
          onClick={onPlay}
        >
          {line.text}
        </button>
      </div>
      <LineLanguage spoken={line} canRead={line.hasFile} />
      <DialogTrigger>
        <Button className="btn ico sm ghost like" aria-label={t('Moments like this')}>
          <Layers className="ic s" aria-hidden="true" />
        </Button>
        <PopoverDialog label={t('Moments like this')} className="likepop">
          <h3 className="mb-2">{t('Moments like this')}</h3>
          <RelatedList moment={{ chunkId: line.chunkId }} />
        </PopoverDialog>
      </DialogTrigger>
    </div>
  );
}

function FixSpeaker({ line, onDone }: { line: Line; onDone(): void }) {
  const [name, setName] = useState(line.speaker);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  const save = async (isEverywhere: boolean) => {
    onDone();
    try {
      const done = await reassign(line.chunkId, name.trim(), isEverywhere);
      await refresh();
      toast(
        t('Changed {count, plural, one {# line} other {# lines}}.', {
          count: done.transcriptions_updated,
        }),
        () => {
          undoReassign(done.old_assignments).then(refresh, toastError);
        },
      );
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <label className="sm">
        {t('Name')}
        <input className="field" value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <div className="row wrap">
        <button
          type="button"
          className="btn sm"
          disabled={name.trim() === ''}
          onClick={() => void save(false)}
        >
          {t('This recording is {name}', { name: name.trim() || '…' })}
        </button>
        <button
          type="button"
          className="btn sm pri"
          disabled={name.trim() === ''}
          onClick={() => void save(true)}
        >
          {t('This voice is always {name}', { name: name.trim() || '…' })}
        </button>
      </div>
    </>
  );
}
