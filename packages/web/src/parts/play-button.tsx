/** Plays one part of a recording, from where it begins to where it ends; only one is heard at a time. */
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../language/message.ts';
import { toast } from './dialogs/toast.tsx';
import { labelled } from './format.ts';

interface SoundPart {
  chunkId: number;
  startSecs: number;
  /** Undefined: to the end of the recording. */
  endSecs: number | undefined;
}

let heard: HTMLAudioElement | undefined;

export function PlayButton({ part, label }: { part: SoundPart; label: string }) {
  const [isPlaying, setPlaying] = useState(false);
  const own = useRef<HTMLAudioElement | undefined>(undefined);
  useEffect(() => () => own.current?.pause(), []);
  const play = () => {
    heard?.pause();
    const player = new Audio(`/audio/${part.chunkId}`);
    const endSecs = part.endSecs ?? Number.POSITIVE_INFINITY;
    heard = player;
    own.current = player;
    player.currentTime = part.startSecs;
    player.ontimeupdate = () => {
      if (player.currentTime >= endSecs) player.pause();
    };
    player.onpause = () => setPlaying(false);
    player.onended = () => setPlaying(false);
    setPlaying(true);
    player.play().catch(() => {
      // A pause before the first sound is not a failure.
      if (player.error) toast(t('This recording cannot be played.'));
      setPlaying(false);
    });
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      className={`pl ${isPlaying ? 'on' : ''}`}
      aria-label={labelled(isPlaying ? t('Stop') : t('Play'), label)}
      onClick={() => (isPlaying ? own.current?.pause() : play())}
    >
      <Icon className="ic s" aria-hidden="true" />
    </button>
  );
}
