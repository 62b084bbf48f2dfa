/** What this moment is: the app and window, what was heard around it, what came before and after. */
import { Link as LinkIcon, Maximize, Type } from 'lucide-react';
import type { FrameRef, Line, Segment } from '../data/day.ts';
import { t } from '../language/message.ts';
import { AppDot, Avatar } from '../parts/bits.tsx';
import { copyText } from '../parts/dialogs/toast.tsx';
import { duration, MINUTE_MS, shortClock, siteOf } from '../parts/format.ts';
import { TagEditor } from '../parts/tag-editor.tsx';
import { MomentsLikeThis } from '../related/moments-like-this.tsx';
import { segmentAt } from './dock/lanes.ts';

const HEARD_AROUND_MS = 15 * MINUTE_MS;
const MOST_LINES = 12;

export function MomentPanel(props: {
  atMs: number;
  frame: FrameRef | undefined;
  segments: readonly Segment[];
  lines: readonly Line[];
  onSeek(atMs: number): void;
  onOpen(): void;
  onCopyText(): void;
  onCopyLink(): void;
  onPlayLine(line: Line): void;
}) {
  const { atMs, frame, segments } = props;
  const at = segmentAt(segments, atMs);
  const segment = segments[at];
  return (
    <>
      <section>
        {frame ? (
          <>
            <div className="row mb-2">
              <AppDot app={frame.app} />
              <span className="b ell">{frame.app || t('Unknown app')}</span>
              <span className="sp" />
              <span className="tag">{frame.device}</span>
            </div>
            <p className="m">{frame.title}</p>
            {frame.url && (
              <p className="sm">
                <button
                  type="button"
                  className="link"
                  onClick={() => void copyText(frame.url ?? '', t('Copied the address.'))}
                  title={t('Copy the address')}
                >
                  {siteOf(frame.url)}
                </button>
              </p>
            )}
            {segment && (
              <p className="sm dim">
                {t('Here for {duration}', { duration: duration(segment.endMs - segment.startMs) })}{' '}
                ·{' '}
                {t('{count, plural, one {# picture} other {# pictures}}', {
                  count: segment.frames,
                })}
              </p>
            )}
            <div className="row wrap mt-3">
              <button type="button" className="btn sm" onClick={() => props.onOpen()}>
                <Maximize className="ic s" aria-hidden="true" />
                {t('Open')}
              </button>
              <button type="button" className="btn sm" onClick={props.onCopyText}>
                <Type className="ic s" aria-hidden="true" />
                {t('Copy text')}
              </button>
              <button type="button" className="btn sm" onClick={props.onCopyLink}>
                <LinkIcon className="ic s" aria-hidden="true" />
                {t('Link')}
              </button>
            </div>
          </>
        ) : (
          <p className="mute">{t('No picture at this moment.')}</p>
        )}
      </section>
      <Heard {...props} />
      {segment && (
        <section>
          <h3>{t('Before and after')}</h3>
          <ul className="neighbours">
            {[segments[at - 1], segment, segments[at + 1]].map(
              (one) =>
                one && (
                  <li key={one.startMs}>
                    <button
                      type="button"
                      className={`row sm ${one === segment ? 'b' : ''}`}
                      onClick={() => props.onSeek(one.startMs)}
                    >
                      <span className="num dim">{shortClock(one.startMs)}</span>
                      <AppDot app={one.app} />
                      <span className="ell">{one.title || one.app}</span>
                    </button>
                  </li>
                ),
            )}
          </ul>
        </section>
      )}
      {frame && <MomentsLikeThis key={`like ${frame.id}`} moment={{ frameId: frame.id }} />}
      {frame && (
        <section>
          <h3>{t('Tags')}</h3>
          <TagEditor kind="vision" id={frame.id} key={frame.id} />
        </section>
      )}
    </>
  );
}

function Heard({
  atMs,
  lines,
  onPlayLine,
}: {
  atMs: number;
  lines: readonly Line[];
  onPlayLine(line: Line): void;
}) {
  const around = lines
    .filter(({ startMs }) => Math.abs(startMs - atMs) <= HEARD_AROUND_MS)
    .slice(-MOST_LINES);
  const now = around.findLast(({ startMs }) => startMs <= atMs);
  return (
    <section>
      <h3>{t('Heard around this time')}</h3>
      {around.length === 0 && <p className="sm dim">{t('Quiet, 15 minutes before and after.')}</p>}
      {around.map((line) => (
        <button
          key={`${line.chunkId} ${line.startMs}`}
          type="button"
          className={`tr ${line === now ? 'now' : ''}`}
          aria-current={line === now ? 'time' : undefined}
          onClick={() => onPlayLine(line)}
        >
          <Avatar name={line.speaker} size="s" />
          <span className="row">
            <span className="m">{line.speaker || t('Somebody')}</span>
            <span className="dim xs num">{shortClock(line.startMs)}</span>
          </span>
          <span className="said">{line.text}</span>
        </button>
      ))}
    </section>
  );
}
