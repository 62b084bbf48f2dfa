/** The two lanes: apps on the screen, speech below. What was not recorded lies under both, so that it never hides what was. */
import { Mic, Monitor } from 'lucide-react';
import { SpeechBars } from '../../audio/speech-bars.tsx';
import { pictureAddress } from '../../data/api.ts';
import { type CoverageSpan, gapText, isGap } from '../../data/coverage.ts';
import type { FrameRef, Span } from '../../data/day.ts';
import { t } from '../../language/message.ts';
import { colourStyle } from '../../parts/bits.tsx';
import { hideBroken } from '../../parts/shot.tsx';
import { type DockData, placer, spanStyle, widthOf } from './dock-place.ts';
import { visible } from './lanes.ts';

interface Props extends DockData {
  range: Span;
  widthPx: number;
}

export function Gaps(props: { spans: readonly CoverageSpan[]; range: Span; widthPx: number }) {
  const { spans, range, widthPx } = props;
  const msPerPx = (range.endMs - range.startMs) / Math.max(1, widthPx);
  return spans
    .filter((span) => isGap(span) && span.endMs > range.startMs && span.startMs < range.endMs)
    .map((span) => (
      <div
        key={span.startMs}
        className={`gap ${span.state === 'failed' ? 'bad' : ''}`}
        style={spanStyle(span, range)}
        title={gapText(span)}
      >
        {widthPx > 0 && (span.endMs - span.startMs) / msPerPx > 110 && <em>{gapText(span)}</em>}
      </div>
    ));
}

const NAME_PX = 34;
const TITLE_PX = 60;
const THUMBS_BELOW_MS = 6 * 60_000;

export function ScreenLane({ segments, frames, range, coverage, widthPx }: Props) {
  const shown = visible(segments, range, widthPx);
  const pxOf = (span: Span) => widthOf(span, range, widthPx);
  return (
    <div
      className="lane"
      role="img"
      aria-label={t('Screen: {count, plural, one {# stretch} other {# stretches}} of apps', {
        count: shown.length,
      })}
    >
      <span className="lb hide-n">
        <Monitor className="ic s" aria-hidden="true" />
      </span>
      <Gaps spans={coverage?.streams.screen.spans ?? []} range={range} widthPx={widthPx} />
      {shown.map((segment) => {
        const px = pxOf(segment);
        return (
          <div
            key={segment.startMs}
            className={`sg ${px < NAME_PX ? 'thin' : ''}`}
            style={{ ...spanStyle(segment, range), ...colourStyle(segment.app) }}
          >
            {px >= NAME_PX && <b>{segment.app || t('Unknown app')}</b>}
            {px >= TITLE_PX && <span>{segment.title}</span>}
          </div>
        );
      })}
      {range.endMs - range.startMs < THUMBS_BELOW_MS && (
        <LaneThumbs frames={frames} range={range} widthPx={widthPx} />
      )}
    </div>
  );
}

const THUMB_PX = 67;

/** Close up, small pictures say more than names. */
function LaneThumbs(props: { frames: readonly FrameRef[]; range: Span; widthPx: number }) {
  const { frames, range, widthPx } = props;
  const slots = Math.max(1, Math.floor(widthPx / THUMB_PX));
  const slotMs = (range.endMs - range.startMs) / slots;
  const place = placer(range);
  const shown = new Map<number, FrameRef>();
  for (const frame of frames) {
    const isShown = frame.hasPicture && frame.atMs >= range.startMs && frame.atMs < range.endMs;
    if (!isShown) continue;
    const slot = Math.floor((frame.atMs - range.startMs) / slotMs);
    if (!shown.has(slot)) shown.set(slot, frame);
  }
  return [...shown.values()].map((frame) => (
    <img
      key={frame.id}
      className="lthumb"
      src={pictureAddress(frame.id, 240)}
      alt=""
      style={{ left: `${place(frame.atMs)}%` }}
      draggable={false}
      onError={hideBroken}
    />
  ));
}

const MOST_BARS = 400;
/** Narrower than this an outline says nothing, and each is one recording to read. */
const OUTLINED_PX = 16;

export function SoundLane({ lines, meetings, range, coverage, widthPx }: Props) {
  const inRange = lines.filter(
    ({ startMs, endMs }) => endMs > range.startMs && startMs < range.endMs,
  );
  const pxOf = (span: Span) => widthOf(span, range, widthPx);
  const step = Math.max(1, Math.ceil(inRange.length / MOST_BARS));
  return (
    <div
      className="lane aud"
      role="img"
      aria-label={t('Sound: {count, plural, one {# line of speech} other {# lines of speech}}', {
        count: inRange.length,
      })}
    >
      <span className="lb hide-n">
        <Mic className="ic s" aria-hidden="true" />
      </span>
      <Gaps spans={coverage?.streams.audio.spans ?? []} range={range} widthPx={widthPx} />
      {meetings
        .filter(({ startMs, endMs }) => endMs > range.startMs && startMs < range.endMs)
        .map((meeting) => (
          <div
            key={meeting.id}
            className="mt"
            style={spanStyle(meeting, range)}
            title={meeting.title}
          />
        ))}
      {inRange
        .filter((_, i) => i % step === 0)
        .map((line) => (
          <div
            key={`${line.chunkId} ${line.startMs}`}
            className="say1"
            style={{ ...spanStyle(line, range), ...colourStyle(line.speaker || line.device) }}
          >
            <SpeechBars line={line} widthPx={pxOf(line)} isOutlined={pxOf(line) >= OUTLINED_PX} />
          </div>
        ))}
    </div>
  );
}
