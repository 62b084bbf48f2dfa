/** Play, ten seconds back and on, speed; keys: Space, J, L. */
import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import type { Line } from '../data/day.ts';
import { t } from '../language/message.ts';
import { colourStyle } from '../parts/bits.tsx';
import { clock } from '../parts/format.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { useKeys } from '../parts/keys.ts';
import type { Player } from './player.ts';
import { SpeechBars } from './speech-bars.tsx';

const RATES = [1, 1.25, 1.5, 2];
/** About how wide the wave is; it decides how many bars a line gets. */
const WAVE_PX = 320;
const MOST_LINES = 200;
/** Each outline is one recording to read. */
const MOST_OUTLINES = 60;

export function PlayerBar({ lines, player }: { lines: readonly Line[]; player: Player }) {
  const { playing } = player;
  const hasSound = lines.some(({ hasFile }) => hasFile);
  const toggle = () => {
    const first = lines.find(({ hasFile }) => hasFile);
    if (playing) player.stop();
    else if (first) player.play(first);
  };
  useKeys({ ' ': toggle, j: () => player.skip(-10), l: () => player.skip(10) });
  if (!hasSound)
    return (
      <div className="player">
        <p className="sm dim">{t('The text is here; the recordings were not kept.')}</p>
      </div>
    );
  const shown = lines.slice(0, MOST_LINES);
  const isOutlined = shown.length <= MOST_OUTLINES;
  const nextRate = RATES[(RATES.indexOf(player.rate) + 1) % RATES.length] ?? 1;
  return (
    <div className="player">
      <IconButton label={t('Back 10 seconds')} icon={RotateCcw} onClick={() => player.skip(-10)} />
      <IconButton
        label={playing ? t('Stop') : t('Play')}
        icon={playing ? Pause : Play}
        look="pri"
        onClick={toggle}
      />
      <IconButton label={t('On 10 seconds')} icon={RotateCw} onClick={() => player.skip(10)} />
      <span className="num clockish">{playing ? clock(playing.startMs) : ''}</span>
      <div className="wave" aria-hidden="true">
        {shown.map((line) => (
          <span
            key={`${line.chunkId} ${line.startMs}`}
            className={line === playing ? '' : 'p'}
            style={{
              ...colourStyle(line.speaker || line.device),
              flexGrow: Math.max(1, line.endMs - line.startMs),
            }}
          >
            <SpeechBars line={line} widthPx={WAVE_PX / shown.length} isOutlined={isOutlined} />
          </span>
        ))}
      </div>
      <button type="button" className="btn sm ghost" onClick={() => player.setRate(nextRate)}>
        {player.rate}×
      </button>
    </div>
  );
}
