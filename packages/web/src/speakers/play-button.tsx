/** Plays one sample of a voice, from where it begins to where it ends; only one is heard at a time. */
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Sample } from '../data/speakers.ts';
import { toast } from '../parts/dialogs/toast.tsx';

let heard: HTMLAudioElement | undefined;

export function PlayButton({ sample }: { sample: Sample }) {
  const [isPlaying, setPlaying] = useState(false);
  const own = useRef<HTMLAudioElement | undefined>(undefined);
  useEffect(() => () => own.current?.pause(), []);
  const play = () => {
    heard?.pause();
    const player = new Audio(`/audio/${sample.chunk_id}`);
    heard = player;
    own.current = player;
    player.currentTime = sample.start_time;
    player.ontimeupdate = () => {
      if (player.currentTime >= sample.end_time) player.pause();
    };
    player.onpause = () => setPlaying(false);
    setPlaying(true);
    player.play().catch(() => {
      // A pause before the first sound is not a failure.
      if (player.error) toast('This recording cannot be played.');
      setPlaying(false);
    });
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      className={`pl ${isPlaying ? 'on' : ''}`}
      aria-label={`${isPlaying ? 'Stop' : 'Play'}: ${sample.transcript}`}
      onClick={() => (isPlaying ? own.current?.pause() : play())}
    >
      <Icon className="ic s" aria-hidden="true" />
    </button>
  );
}
