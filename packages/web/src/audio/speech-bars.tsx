/** What was said, drawn as loud as it was. Without a recording there is one even bar: that somebody spoke is all that is known. */
import type { Line } from '../data/day.ts';
import { loudness, useOutline } from '../data/peaks.ts';
import './speech-bars.css';

const EVEN = 0.3;
const FAINTEST = 0.08;
const PX_PER_BAR = 4;
const MOST_BARS = 120;

export function SpeechBars(props: { line: Line; widthPx: number; isOutlined: boolean }) {
  const { line, widthPx } = props;
  const { data } = useOutline(line.chunkId, props.isOutlined && line.hasFile);
  const bars = Math.min(MOST_BARS, Math.max(1, Math.floor(widthPx / PX_PER_BAR)));
  const endSecs = line.offsetSecs + (line.endMs - line.startMs) / 1000;
  const heights = data ? loudness(data, line.offsetSecs, endSecs, bars) : [EVEN];
  return heights.map((height, bar) => (
    <i
      // biome-ignore lint/suspicious/noArrayIndexKey: bars of one line never move
      key={bar}
      className="spoken"
      style={{ height: `${100 * Math.max(FAINTEST, height)}%` }}
    />
  ));
}
