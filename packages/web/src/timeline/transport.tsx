/** Step, play, the time in large figures, speed, sound, now. */
import { Pause, Play, Radio, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { FrameRef } from '../data/day.ts';
import { t } from '../language/message.ts';
import { MenuButton } from '../parts/dialogs/overlays.tsx';
import { clock } from '../parts/format.ts';
import { IconButton } from '../parts/icon-button.tsx';
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
      <IconButton label={t('Previous picture')} icon={SkipBack} onClick={() => props.onStep(-1)} />
      <IconButton
        label={playback.isPlaying ? t('Stop playing') : t('Play')}
        icon={playback.isPlaying ? Pause : Play}
        look="pri"
        onClick={playback.toggle}
      />
      <IconButton label={t('Next picture')} icon={SkipForward} onClick={() => props.onStep(1)} />
      <span className="clock" ref={time} />
      <span className="mute ell hide-n">{frame && `${frame.app}, ${frame.title}`}</span>
      <span className="sp" />
      <MenuButton
        label={t('Speed {rate, number} times', { rate: playback.rate })}
        className="btn ghost hide-n"
        items={RATES.map((rate) => ({
          id: String(rate),
          label: `${rate}×`,
          onAction: () => playback.setRate(rate),
        }))}
      >
        {playback.rate}×
      </MenuButton>
      <IconButton
        label={playback.isMuted ? t('Sound on') : t('Sound off')}
        icon={playback.isMuted ? VolumeX : Volume2}
        look="ghost hide-n"
        isPressed={playback.isMuted}
        onClick={playback.toggleMute}
      />
      <button type="button" className="btn" onClick={props.onNow}>
        <Radio className="ic s" aria-hidden="true" />
        {t('Now')}
      </button>
    </div>
  );
}
