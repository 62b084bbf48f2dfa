/** Plays the recordings of a conversation one after the other; which line is heard is what the page shows. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Line } from '../data/day.ts';
import { t } from '../language/message.ts';
import { toast } from '../parts/dialogs/toast.tsx';

export interface Player {
  playing: Line | undefined;
  rate: number;
  setRate(rate: number): void;
  play(line: Line): void;
  stop(): void;
  skip(seconds: number): void;
}

export function usePlayer(lines: readonly Line[]): Player {
  const [playing, setPlaying] = useState<Line>();
  const [rate, setRate] = useState(1);
  const audio = useRef<HTMLAudioElement | undefined>(undefined);
  const current = useRef({ lines, rate });
  current.current = { lines, rate };

  const stop = useCallback(() => {
    audio.current?.pause();
    setPlaying(undefined);
  }, []);

  const play = useCallback(
    (line: Line) => {
      audio.current?.pause();
      if (!line.hasFile) {
        toast(t('The text is here; its recording was not kept.'));
        return stop();
      }
      const element = new Audio(`/audio/${line.chunkId}`);
      audio.current = element;
      element.playbackRate = current.current.rate;
      element.currentTime = line.offsetSecs;
      const endSecs = line.offsetSecs + (line.endMs - line.startMs) / 1000;
      const goOn = () => {
        element.pause();
        const all = current.current.lines;
        const next = all[all.indexOf(line) + 1];
        if (next?.hasFile) play(next);
        else stop();
      };
      element.ontimeupdate = () => {
        if (element.currentTime >= endSecs) goOn();
      };
      element.onended = goOn;
      setPlaying(line);
      element.play().catch(() => {
        toast(t('This recording cannot be played.'));
        stop();
      });
    },
    [stop],
  );
  useEffect(() => () => audio.current?.pause(), []);
  return {
    playing,
    rate,
    setRate(next) {
      setRate(next);
      if (audio.current) audio.current.playbackRate = next;
    },
    play,
    stop,
    skip(seconds) {
      if (audio.current) audio.current.currentTime += seconds;
    },
  };
}
