/** One result: a clean small picture, where and when, the words around the match, and where it was found when that is not visible. */
import { memo } from 'react';
import type { Hit } from '../data/search.ts';
import { t } from '../language/message.ts';
import { AppDot, colourStyle, Marked } from '../parts/bits.tsx';
import { clock, dayName, duration, span } from '../parts/format.ts';
import { Thumb } from '../parts/shot.tsx';
import { piecesOf } from '../parts/snippet.ts';

export const HitRow = memo(function HitRow(props: {
  hit: Hit;
  isSelected: boolean;
  /** Whether a picture that is not there yet may wait. */
  isWaiting: boolean;
  /** Where no heading shows it. */
  isDayShown: boolean;
  onSelect(key: string): void;
  onOpen(hit: Hit): void;
}) {
  const { hit, isSelected, isWaiting, isDayShown, onSelect, onOpen } = props;
  const time = hit.size > 1 ? span(hit.startMs, hit.endMs) : clock(hit.atMs);
  const when = isDayShown ? t('{day}, {time}', { day: dayName(hit.atMs), time }) : time;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are those of the search field
    <div
      className="hit"
      role="option"
      id={`hit-${hit.key}`}
      tabIndex={-1}
      aria-selected={isSelected}
      onClick={() => (isSelected || isNarrow() ? onOpen(hit) : onSelect(hit.key))}
      onDoubleClick={() => onOpen(hit)}
    >
      {hit.kind === 'frame' ? (
        <Thumb frameId={hit.id} isWaiting={isWaiting} hasPicture={hit.hasPicture} />
      ) : (
        <Voice hit={hit} />
      )}
      <div className="min0">
        <div className="meta">
          <AppDot app={hit.app} />
          <span className="ell">
            {hit.kind === 'audio' ? t('Sound') : hit.app || t('Unknown app')}
          </span>
          <span className="sp" />
          <time dateTime={new Date(hit.atMs).toISOString()}>{when}</time>
        </div>
        <div className="ttl ell">{hit.title || hit.app}</div>
        <div className="snip">
          <Marked pieces={piecesOf(hit.snippet.text, hit.snippet.marks)} />
        </div>
        <div className="grp">
          {hit.size > 1 && (
            <span className="tag">
              {hit.kind === 'frame'
                ? t('{count, number} similar', { count: hit.size })
                : t('{count, plural, one {# line} other {# lines}}', { count: hit.size })}{' '}
              · {duration(hit.endMs - hit.startMs)}
            </span>
          )}
          {originOf(hit) && <span className="tag">{originOf(hit)}</span>}
          {hit.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
});

/** On a narrow window there is no preview: a result opens. */
function isNarrow(): boolean {
  return window.matchMedia('(max-width: 719px)').matches;
}

function originOf(hit: Hit): string | undefined {
  if (hit.matchedIn === 'meaning') return t('By meaning');
  if (hit.kind === 'audio') return t('Heard');
  if (hit.matchedIn === undefined || hit.positions.length > 0) return undefined;
  if (hit.matchedIn === 'text') return t('In screen text without position');
  return undefined;
}

const BARS = [30, 62, 44, 90, 70, 36, 80, 54, 96, 60, 40, 72, 30];

function Voice({ hit }: { hit: Hit }) {
  return (
    <div className="audt" style={colourStyle(hit.app || hit.device)} aria-hidden="true">
      {BARS.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
        <i key={i} style={{ height: `${height}%` }} />
      ))}
    </div>
  );
}
