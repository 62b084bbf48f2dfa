/** "Moments like this": what means nearly the same as a picture or a recording. Asked for when the person opens it. */
import { ChevronDown, ChevronRight, Mic } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Moment, type Related, useRelated } from '../data/meaning/related.ts';
import { t } from '../language/message.ts';
import { AppDot } from '../parts/bits.tsx';
import { isoOf, moment as momentText } from '../parts/format.ts';
import { Thumb } from '../parts/shot.tsx';
import { ErrorState, Loading } from '../parts/states.tsx';
import './related.css';

/** A heading that opens; the list belongs to one moment and closes with it. */
export function MomentsLikeThis({ moment }: { moment: Moment }) {
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className="likethis">
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon className="ic s" aria-hidden="true" />
          {t('Moments like this')}
        </button>
      </h3>
      {isOpen && <RelatedList moment={moment} />}
    </section>
  );
}

export function RelatedList({ moment }: { moment: Moment }) {
  const { data, error, refetch } = useRelated(moment);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading rows={3} />;
  if (data.data.length === 0)
    return (
      <p className="sm dim">
        {data.meaning.hint ?? t('Nothing else that was recorded is like this.')}
      </p>
    );
  return (
    <ul className="relatedlist">
      {data.data.map((one) => (
        <li key={`${one.type} ${one.content.timestamp} ${one.why.passage}`}>
          <RelatedLink related={one} />
        </li>
      ))}
    </ul>
  );
}

function RelatedLink({ related }: { related: Related }) {
  const { type, content, why } = related;
  const atMs = Date.parse(content.timestamp);
  const frameId = type === 'OCR' ? content.frame_id : undefined;
  const href = frameId === undefined ? `/app/timeline?at=${isoOf(atMs)}` : `/app/frame/${frameId}`;
  return (
    <Link href={href}>
      {frameId === undefined ? (
        <span className="shot soundmark">
          <Mic className="ic" aria-hidden="true" />
        </span>
      ) : (
        <Thumb frameId={frameId} />
      )}
      <span className="min0">
        <span className="row sm">
          <AppDot app={sourceOf(related)} />
          <span className="ell m">{sourceOf(related)}</span>
        </span>
        <span className="xs dim num">{momentText(atMs)}</span>
        <span className="sm passage">{why.passage ?? ''}</span>
      </span>
    </Link>
  );
}

function sourceOf({ type, content }: Related): string {
  if (type === 'Audio') return content.speaker?.name || t('Somebody');
  return content.app_name || t('Unknown app');
}
