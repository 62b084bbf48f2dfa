/** Step, play, the time in large figures, speed, sound, now. */
import { Pause, Play, Radio, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { FrameRef } from '../data/day.ts';
import { clock } from '../parts/format.ts';
import { MenuButton } from '../parts/overlays.tsx';
import { type Playback, RATES } from './playback.ts';
import type { Playhead } from './playhead.ts';

export function Transport(props: {
  playhead: Playhead;
  playback: Playback;
  frame: FrameRef | undefined;
  onStep(steps: number): void;
  onNow(): void;
}) {
  const { playback, frame, playhead } = props;
  const time = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = () => {
      if (time.current) time.current.textContent = clock(playhead.get());
    };
    write();
    return playhead.listen(write);
  }, [playhead]);
  return (
    <div className="transport">
      <button
        type="button"
        className="btn ico ghost"
        aria-label="Previous picture"
        onClick={() => props.onStep(-1)}
      >
        <SkipBack className="ic" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn ico pri"
        aria-label={playback.isPlaying ? 'Stop playing' : 'Play'}
        onClick={playback.toggle}
      >
        {playback.isPlaying ? (
          <Pause className="ic" aria-hidden="true" />
        ) : (
          <Play className="ic" aria-hidden="true" />
        )}
      </button>
      <button
        type="button"
        className="btn ico ghost"
        aria-label="Next picture"
        onClick={() => props.onStep(1)}
      >
        <SkipForward className="ic" aria-hidden="true" />
      </button>
      <span className="clock" ref={time} />
      <span className="mute ell hide-n">{frame && `${frame.app}, ${frame.title}`}</span>
      <span className="sp" />
      <MenuButton
        label={`Speed ${playback.rate} times`}
        className="btn ghost hide-n"
        items={RATES.map((rate) => ({
          id: String(rate),
          label: `${rate}×`,
          onAction: () => playback.setRate(rate),
        }))}
      >
        {playback.rate}×
      </MenuButton>
      <button
        type="button"
        className="btn ico ghost hide-n"
        aria-label={playback.isMuted ? 'Sound on' : 'Sound off'}
        aria-pressed={playback.isMuted}
        onClick={playback.toggleMute}
      >
        {playback.isMuted ? (
          <VolumeX className="ic" aria-hidden="true" />
        ) : (
          <Volume2 className="ic" aria-hidden="true" />
        )}
      </button>
      <button type="button" className="btn" onClick={props.onNow}>
        <Radio className="ic s" aria-hidden="true" />
        Now
      </button>
    </div>
  );
}
