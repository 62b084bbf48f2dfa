/** One moment: its picture with the words marked, or its recording at the right second; what it says, when and where. */
import type { Evidence } from '@hindcast/client';
import { StickyNote } from 'lucide-react';
import { Link } from 'wouter';
import { t } from '../language/message.ts';
import { AppDot, Avatar } from '../parts/bits.tsx';
import { clock, exactMoment, siteOf } from '../parts/format.ts';
import { PlayButton } from '../parts/play-button.tsx';
import { Shot } from '../parts/shot.tsx';
import { addressOf, numberOf, timelineAt } from './evidence-link.ts';

/** Twice the width of a card, for sharp screens. */
const PICTURE_WIDTH = 1_280;

const REASONS = {
  words: t('Same words'),
  meaning: t('Same meaning'),
  both: t('Words and meaning'),
} as const;

export function EvidenceCard({ evidence }: { evidence: Evidence }) {
  const { id, place, passage, timestamp, by } = evidence;
  const atMs = Date.parse(timestamp);
  const number = numberOf(id);
  return (
    <article
      className="card evi"
      id={`evidence-${id}`}
      tabIndex={-1}
      aria-label={t('Evidence {number}', { number })}
    >
      <div className="row evihead">
        <span className="cite" aria-hidden="true">
          {number}
        </span>
        <Source evidence={evidence} />
        <span className="sp" />
        <time className="sm dim num" dateTime={timestamp}>
          {exactMoment(atMs)}
        </time>
      </div>
      {place.kind === 'screen' && (
        <Link href={addressOf(evidence)} aria-label={t('Open picture {number}', { number })}>
          <Shot
            frameId={place.frame_id}
            width={PICTURE_WIDTH}
            alt={t('Screen at {time}: {what}', {
              time: clock(atMs),
              what: evidence.app_name ?? '',
            })}
            positions={place.boxes.map((bounds) => ({ text: '', bounds, confidence: 1 }))}
          />
        </Link>
      )}
      <div className="row evitext">
        {place.kind === 'sound' && hasRecording(evidence) && (
          <PlayButton
            part={{
              chunkId: place.audio_chunk_id,
              startSecs: place.start_secs ?? 0,
              endSecs: place.end_secs ?? undefined,
            }}
            label={t('Evidence {number}', { number })}
          />
        )}
        <blockquote>{passage}</blockquote>
      </div>
      {place.kind === 'sound' && !hasRecording(evidence) && (
        <p className="sm dim evitext">{t('The text is here; the recording was not kept.')}</p>
      )}
      <div className="row wrap evifoot">
        {place.kind === 'screen' && (
          <Link className="btn sm" href={addressOf(evidence)}>
            {t('Open picture')}
          </Link>
        )}
        <Link className="btn sm" href={timelineAt(timestamp)}>
          {t('Show in timeline')}
        </Link>
        <span className="sp" />
        <span className="tag">{REASONS[by]}</span>
      </div>
    </article>
  );
}

function hasRecording({ item }: Evidence): boolean {
  return item.type === 'Audio' && item.content.file_path !== '';
}

/** Which app and window, who spoke, or that it is a note. */
function Source({ evidence }: { evidence: Evidence }) {
  const { place, speaker, app_name: app, window_name: title, browser_url: url } = evidence;
  if (place.kind === 'note')
    return (
      <>
        <StickyNote className="ic s" aria-hidden="true" />
        <span className="m">{t('Note')}</span>
      </>
    );
  if (place.kind === 'sound')
    return (
      <>
        <Avatar name={speaker?.name ?? ''} size="s" />
        <span className="m ell">{speaker?.name || t('Somebody')}</span>
      </>
    );
  const detail = siteOf(url) || title;
  return (
    <>
      <AppDot app={app} />
      <span className="m ell">{app || t('Unknown app')}</span>
      <span className="sm dim ell">{detail}</span>
    </>
  );
}
