/** The chosen result: its picture with the matches marked, the similar ones as a strip, what to do with it, and what was heard then. */
import { ChevronLeft, ChevronRight, Link as LinkIcon, Type } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { textOfFrame, useFrame } from '../data/frames.ts';
import { type Hit, useHeard, useHitOf, useStripTexts } from '../data/search.ts';
import { t } from '../language/message.ts';
import { AppDot, Kbd, Marked } from '../parts/bits.tsx';
import { joinedBoxes } from '../parts/boxes.ts';
import { copyText, toastError } from '../parts/dialogs/toast.tsx';
import { clock, exactMoment, isoOf, MINUTE_MS, shortClock, span } from '../parts/format.ts';
import { useKeys } from '../parts/keys.ts';
import { Shot, Thumb } from '../parts/shot.tsx';
import { isOtherText, piecesOf } from '../parts/snippet.ts';
import { MomentsLikeThis } from '../related/moments-like-this.tsx';
import { frameAddress } from './search-link.ts';

const MOST_IN_STRIP = 60;

export function HitPreview(props: {
  hit: Hit;
  q: string;
  text: string;
  onOpen(hit: Hit): void;
  onStep(steps: number): void;
}) {
  const { hit, text } = props;
  if (hit.kind === 'audio') return <SoundPreview hit={hit} />;
  return <FramePreview key={hit.key} {...props} text={text} />;
}

function FramePreview(props: {
  hit: Hit;
  q: string;
  text: string;
  onOpen(hit: Hit): void;
  onStep(steps: number): void;
}) {
  const { hit, q, text, onStep } = props;
  const [frameId, setFrameId] = useState(hit.id);
  const [current, setCurrent] = useState(0);
  const isFirst = frameId === hit.id;
  const frame = useFrame(isFirst ? undefined : frameId).data;
  const atMs = isFirst || !frame ? hit.atMs : Date.parse(frame.timestamp);
  const other = useHitOf(
    frameId,
    isFirst || frame?.frame_id !== frameId ? undefined : atMs,
    q,
  ).data;
  const positions = isFirst ? hit.positions : (other?.positions ?? []);
  const boxes = joinedBoxes(positions, 1.6);
  const stepMatch = (steps: number) => {
    const next = current + steps;
    if (next >= 0 && next < boxes.length) setCurrent(next);
    else onStep(steps);
  };
  const pick = (id: number) => {
    setFrameId(id);
    setCurrent(0);
  };
  const stepSimilar = (steps: number) => {
    const next = hit.ids.slice(0, MOST_IN_STRIP).at(Math.max(0, hit.ids.indexOf(frameId) + steps));
    if (next !== undefined) pick(next);
  };
  const copy = () =>
    textOfFrame(frameId).then((all) => copyText(all, t('Copied the text.')), toastError);
  useKeys({
    '[': () => stepMatch(-1),
    ']': () => stepMatch(1),
    ArrowRight: () => stepSimilar(1),
    ArrowLeft: () => stepSimilar(-1),
    c: () => void copy(),
  });
  return (
    <section className="prev" aria-label={t('Selected result')}>
      <div className="row mb-3">
        <AppDot app={hit.app} />
        <div className="min0">
          <h2 className="ell">{hit.title || hit.app}</h2>
          <p className="sm dim num">
            {[hit.app, exactMoment(atMs), hit.device].filter(Boolean).join(' · ')}
          </p>
        </div>
        <span className="sp" />
        {boxes.length > 0 && (
          <MatchStepper current={current} count={boxes.length} onStep={stepMatch} />
        )}
      </div>
      {hit.hasPicture ? (
        <Shot
          frameId={frameId}
          alt={t('Screen at {time}: {what}', {
            time: clock(atMs),
            what: `${hit.app}, ${hit.title}`,
          })}
          positions={positions}
          current={current}
        />
      ) : (
        <TextOnly hit={hit} />
      )}
      {hit.ids.length > 1 && <Strip hit={hit} q={q} frameId={frameId} onPick={pick} />}
      <div className="row wrap mt-4">
        <Link className="btn pri" href={frameAddress(frameId, text)}>
          {t('Open')}
          <Kbd>↵</Kbd>
        </Link>
        <Link className="btn" href={`/app/timeline?at=${isoOf(atMs)}`}>
          {t('Show in timeline')}
          <Kbd>T</Kbd>
        </Link>
        <button type="button" className="btn" onClick={() => void copy()}>
          <Type className="ic s" aria-hidden="true" />
          {t('Copy text')}
          <Kbd>C</Kbd>
        </button>
        <button
          type="button"
          className="btn"
          onClick={() =>
            void copyText(`${location.origin}${frameAddress(frameId, text)}`, t('Copied the link.'))
          }
        >
          <LinkIcon className="ic s" aria-hidden="true" />
          {t('Copy link')}
          <Kbd>L</Kbd>
        </button>
      </div>
      <div className="card pad mt-4">
        <dl className="kv">
          <dt>{t('Found in')}</dt>
          <dd>{foundIn(hit, boxes.length)}</dd>
          {hit.url && (
            <>
              <dt>{t('Site')}</dt>
              <dd className="mono">{hit.url}</dd>
            </>
          )}
          <dt>{t('Also then')}</dt>
          <dd>
            <AlsoThen atMs={atMs} />
          </dd>
        </dl>
      </div>
      <div className="mt-4">
        <MomentsLikeThis key={frameId} moment={{ frameId }} />
      </div>
    </section>
  );
}

function MatchStepper(props: { current: number; count: number; onStep(steps: number): void }) {
  const { current, count, onStep } = props;
  return (
    <div className="row gap-1">
      <button
        type="button"
        className="btn ico sm ghost"
        aria-label={t('Previous match')}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft className="ic s" aria-hidden="true" />
      </button>
      <span className="sm num mute nowrap" aria-live="polite">
        {t('{current, number} of {count, number} on this picture', { current: current + 1, count })}
      </span>
      <button
        type="button"
        className="btn ico sm ghost"
        aria-label={t('Next match')}
        onClick={() => onStep(1)}
      >
        <ChevronRight className="ic s" aria-hidden="true" />
      </button>
    </div>
  );
}

/** In place of the picture of a moment that was kept as text. */
function TextOnly({ hit }: { hit: Hit }) {
  return (
    <div className="card pad">
      <p className="sm dim mb-2">{t('No picture was kept of this moment.')}</p>
      <p className="read">
        <Marked pieces={piecesOf(hit.snippet.text, hit.snippet.marks)} />
      </p>
    </div>
  );
}

function foundIn(hit: Hit, boxes: number): string {
  if (hit.matchedIn === 'meaning') return t('Screen text that means the same');
  if (boxes > 0) return t('Screen text ({count, number})', { count: boxes });
  return hit.matchedIn === 'text'
    ? t('Screen text, without a place on the picture')
    : t('Every picture of this filter');
}

function Strip(props: { hit: Hit; q: string; frameId: number; onPick(id: number): void }) {
  const { hit, q, frameId, onPick } = props;
  const texts = useStripTexts(hit, q);
  const isOther = (id: number) => {
    const text = texts.get(id)?.text;
    return text !== undefined && isOtherText(text, hit.snippet.text);
  };
  const labelOf = (id: number) => {
    const at = texts.get(id)?.atMs;
    if (at === undefined)
      return isOther(id) ? t('Similar picture, with other words') : t('Similar picture');
    return isOther(id)
      ? t('Picture at {time}, with other words', { time: clock(at) })
      : t('Picture at {time}', { time: clock(at) });
  };
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frameId === hit.id) return;
    const picked = strip.current?.querySelector('[aria-pressed=true]');
    picked?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [frameId, hit.id]);
  return (
    <>
      <p className="sm mt-4">
        <span className="m">
          {t('{count, plural, one {# similar picture} other {# similar pictures}}', {
            count: hit.size,
          })}
        </span>{' '}
        <span className="dim">{span(hit.startMs, hit.endMs)}</span>{' '}
        <span className="hide-n">
          <Kbd>←</Kbd>
          <Kbd>→</Kbd>
        </span>
      </p>
      <div className="strip" ref={strip}>
        {hit.ids.slice(0, MOST_IN_STRIP).map((id) => (
          <button
            key={id}
            type="button"
            aria-label={labelOf(id)}
            aria-pressed={id === frameId}
            title={labelOf(id)}
            onClick={() => onPick(id)}
          >
            <Thumb
              frameId={id}
              className={id === frameId ? 'cur' : ''}
              hasPicture={hit.hasPicture}
            />
            {isOther(id) && <span className="otherdot" />}
          </button>
        ))}
      </div>
    </>
  );
}

/** Before the moment and after it. */
const AROUND_MS = 15 * MINUTE_MS;

function AlsoThen({ atMs }: { atMs: number }) {
  const { data: lines } = useHeard(atMs - AROUND_MS, atMs + MINUTE_MS);
  const last = lines?.at(-1);
  if (!last) return t('Nothing was heard.');
  const time = shortClock(Date.parse(last.timestamp));
  const { transcription: text, speaker } = last;
  return speaker?.name
    ? t('Heard {time}, {speaker}: “{text}”', { time, speaker: speaker.name, text })
    : t('Heard {time}, “{text}”', { time, text });
}

function SoundPreview({ hit }: { hit: Hit }) {
  const { data: lines } = useHeard(hit.startMs - AROUND_MS, hit.endMs + AROUND_MS, 60);
  return (
    <section className="prev" aria-label={t('Selected result')}>
      <h2>{hit.title}</h2>
      <p className="sm dim num mb-3">
        {t('Heard {moment}', { moment: exactMoment(hit.atMs) })} · {hit.device}
      </p>
      <p className="card pad read mb-4">
        <Marked pieces={piecesOf(hit.snippet.text, hit.snippet.marks)} />
      </p>
      <div className="row wrap mb-4">
        <Link className="btn pri" href={`/app/timeline?at=${isoOf(hit.atMs)}`}>
          {t('Show in timeline')}
          <Kbd>T</Kbd>
        </Link>
      </div>
      <div className="mb-4">
        <MomentsLikeThis moment={{ chunkId: hit.id }} />
      </div>
      <h3 className="mb-2">{t('Around it')}</h3>
      <ul>
        {lines?.map((line) => (
          <li key={`${line.chunk_id} ${line.timestamp}`} className="sm mb-2">
            <span className="num dim">{shortClock(Date.parse(line.timestamp))}</span>{' '}
            <span className="m">{line.speaker?.name}</span> {line.transcription}
          </li>
        ))}
      </ul>
    </section>
  );
}
