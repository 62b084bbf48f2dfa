/**
 * Playing: pictures at their recorded rhythm, faster if wished, with still time shortened; and recorded speech, one line or all of them
 * as the playhead passes.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FrameRef, Line } from '../data/day.ts';
import { t } from '../language/message.ts';
import { toast } from '../parts/dialogs/toast.tsx';
import { preferences } from '../parts/preferences.ts';
import { frameAt } from './dock/lanes.ts';
import type { Playhead } from './playhead.ts';

export const RATES = [1, 2, 5, 10, 30] as const;
export type Rate = (typeof RATES)[number];

const STILL_MS = 3_000;
const SHORTENED_MS = 400;
const SHORTEST_MS = 33;
const LOUDEST_RATE = 2;

/** How long a picture stays before the next one is shown. */
function holdMs(untilNextMs: number, rate: number, skipsStill: boolean): number {
  const shown = skipsStill && untilNextMs > STILL_MS ? SHORTENED_MS : untilNextMs / rate;
  return Math.max(SHORTEST_MS, shown);
}

export interface Playback {
  isPlaying: boolean;
  rate: Rate;
  isMuted: boolean;
  toggle(): void;
  toggleMute(): void;
  setRate(rate: Rate): void;
  playLine(line: Line): void;
}

export function usePlayback(props: {
  frames: readonly FrameRef[];
  lines: readonly Line[];
  playhead: Playhead;
  seek(atMs: number): void;
}): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState<Rate>(1);
  const [isMuted, setMuted] = useState(false);
  const current = useRef({ ...props, rate, isMuted });
  current.current = { ...props, rate, isMuted };
  const sound = useRef<HTMLAudioElement | undefined>(undefined);

  const playLine = useCallback((line: Line) => {
    sound.current?.pause();
    if (!line.hasFile) {
      toast(t('Only the text of this was kept, not its sound.'));
      return;
    }
    const player = new Audio(`/audio/${line.chunkId}`);
    sound.current = player;
    player.currentTime = line.offsetSecs;
    player.play().catch(() => toast(t('This recording cannot be played.')));
  }, []);

  useEffect(() => {
    if (!isPlaying) return;
    let timer: ReturnType<typeof setTimeout>;
    const advance = () => {
      const { frames, lines, playhead, seek, rate: now, isMuted: quiet } = current.current;
      const index = frameAt(frames, playhead.get());
      const next = frames[index + 1];
      if (!next) return setPlaying(false);
      const untilNext = next.atMs - (frames[index]?.atMs ?? next.atMs);
      timer = setTimeout(
        () => {
          const line = lines.find(
            ({ startMs }) => startMs > playhead.get() && startMs <= next.atMs,
          );
          seek(next.atMs);
          if (line?.hasFile && !quiet && now <= LOUDEST_RATE) playLine(line);
          advance();
        },
        holdMs(untilNext, now, preferences().skipStillTime),
      );
    };
    advance();
    return () => {
      clearTimeout(timer);
      sound.current?.pause();
    };
  }, [isPlaying, playLine]);

  return {
    isPlaying,
    rate,
    isMuted,
    toggle: () => setPlaying((now) => !now),
    toggleMute: () => setMuted((now) => !now),
    setRate,
    playLine,
  };
}
