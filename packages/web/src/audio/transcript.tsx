/** Every line is a button that plays from there; a speaker's name opens the correction of it. */
import { useQueryClient } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { VList } from 'virtua';
import type { Line } from '../data/day.ts';
import { reassign, undoReassign } from '../data/speakers.ts';
import { Avatar } from '../parts/bits.tsx';
import { Button, DialogTrigger, PopoverDialog } from '../parts/dialogs/overlays.tsx';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { plural, shortClock } from '../parts/format.ts';
import { RelatedList } from '../related/moments-like-this.tsx';
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
  const name = line.speaker || 'Somebody';
  return (
    <div className={`say ${isPlaying ? 'now' : ''}`}>
      <time className="num dim sm">{shortClock(line.startMs)}</time>
      {isSameSpeaker ? <span /> : <Avatar name={line.speaker} />}
      <div className="min0">
        {!isSameSpeaker && (
          <DialogTrigger>
            <Button className="speaker m">{name}</Button>
            <PopoverDialog label={`Who is ${name}?`} className="pillpop">
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
      <DialogTrigger>
        <Button className="btn ico sm ghost like" aria-label="Moments like this">
          <Layers className="ic s" aria-hidden="true" />
        </Button>
        <PopoverDialog label="Moments like this" className="likepop">
          <h3 className="mb-2">Moments like this</h3>
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
      toast(`Changed ${plural(done.transcriptions_updated, 'line')}.`, () => {
        undoReassign(done.old_assignments).then(refresh, toastError);
      });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <label className="sm">
        Name
        <input className="field" value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <div className="row wrap">
        <button
          type="button"
          className="btn sm"
          disabled={name.trim() === ''}
          onClick={() => void save(false)}
        >
          This recording is {name.trim() || '…'}
        </button>
        <button
          type="button"
          className="btn sm pri"
          disabled={name.trim() === ''}
          onClick={() => void save(true)}
        >
          This voice is always {name.trim() || '…'}
        </button>
      </div>
    </>
  );
}
