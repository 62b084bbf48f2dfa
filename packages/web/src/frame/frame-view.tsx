/** One picture closely: zoom, select its text, see its neighbours, hide personal data, tag it, delete it. */
import { ChevronLeft, Download, EyeOff, Rows3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { HindcastError } from '../data/api.ts';
import { useFrame, useFrameText } from '../data/frames.ts';
import { useHitOf } from '../data/search.ts';
import type { FrameMetadata } from '../data/wire.ts';
import { t } from '../language/message.ts';
import { Switch } from '../parts/bits.tsx';
import { copyText } from '../parts/dialogs/toast.tsx';
import { clock, exactMoment, isoOf, labelled } from '../parts/format.ts';
import { useKeys } from '../parts/keys.ts';
import { prefer, usePreferences } from '../parts/preferences.ts';
import { ErrorState } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { asTyped } from '../search/filters.ts';
import { FilmStrip, useNeighbours } from './film-strip.tsx';
import { FrameSide } from './frame-side.tsx';
import { FrameStage, type ZoomHandle } from './frame-stage.tsx';
import '../parts/stage.css';
import './frame.css';

export function FrameView() {
  const { id } = useParams<{ id: string }>();
  const frameId = Number(id);
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const heading = useHeadingFocus();
  const q = parameters.get('q') ?? '';
  const frame = useFrame(frameId);
  const text = useFrameText(frameId);
  const isCurrent = frame.data?.frame_id === frameId;
  const atMs = isCurrent ? Date.parse(frame.data?.timestamp ?? '') : undefined;
  const hasPicture = isCurrent ? frame.data?.picture_gone === undefined : undefined;
  const hit = useHitOf(frameId, atMs, q === '' ? '' : asTyped(q)).data;
  const { hidePersonalData } = usePreferences();
  const [match, setMatch] = useState(0);
  const neighbours = useNeighbours(atMs, frameId);
  const stage = useRef<ZoomHandle>(null);
  const address = (to: number) =>
    `/app/frame/${to}${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`;
  const go = (steps: number) => {
    const at = neighbours.findIndex((one) => one.id === frameId);
    const next = neighbours[at + steps];
    if (next) navigate(address(next.id), { replace: true });
  };
  const back = q === '' ? timelineAt(atMs) : `/app/search?q=${encodeURIComponent(q)}`;
  useKeys({
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    f: () => stage.current?.fit(),
    '1': () => stage.current?.actual(),
    '+': () => stage.current?.by(1.25),
    '=': () => stage.current?.by(1.25),
    '-': () => stage.current?.by(0.8),
    ']': () => setMatch((now) => now + 1),
    '[': () => setMatch((now) => Math.max(0, now - 1)),
    c: () => void copyText(text.data?.text ?? '', t('Copied the text.')),
    l: () => void copyText(location.href, t('Copied the link.')),
    t: () => navigate(timelineAt(atMs)),
    Escape: () => navigate(back),
  });
  useTitle(titleOf(frame.data));

  if (frame.isError) return <NoFrame error={frame.error} />;
  return (
    <div className="fv">
      <div className="bar1">
        <Link className="btn ghost" href={back}>
          <ChevronLeft className="ic s" aria-hidden="true" />
          <span className="ell">
            {q === '' ? t('Timeline') : t('Results for “{query}”', { query: q })}
          </span>
        </Link>
        <span className="sp" />
        <h1 className="num frametime hide-n" ref={heading} tabIndex={-1}>
          {atMs ? exactMoment(atMs) : t('Picture')}
        </h1>
        <span className="sp" />
        <EyeOff className="ic" aria-hidden="true" />
        <span className="sm mute hide-n">{t('Hide personal data')}</span>
        <Switch
          label={t('Hide personal data')}
          checked={hidePersonalData}
          onChange={(checked) => prefer({ hidePersonalData: checked })}
        />
        {hasPicture !== false && (
          <a
            className="btn"
            href={`/frames/${frameId}?redact_pii=true`}
            download={`hindcast-${frameId}.jpg`}
            title={t('Personal data is hidden in what is saved')}
          >
            <Download className="ic s" aria-hidden="true" />
            {t('Save')}
          </a>
        )}
        <Link className="btn hide-n" href={timelineAt(atMs)}>
          <Rows3 className="ic s" aria-hidden="true" />
          {t('Timeline')}
        </Link>
      </div>
      <FrameStage
        ref={stage}
        frameId={frameId}
        alt={labelled(t('Screen'), titleOf(frame.data))}
        isRedacted={hidePersonalData}
        hasPicture={hasPicture}
        matches={hit?.positions ?? []}
        currentMatch={match}
        words={hidePersonalData ? [] : (text.data?.positions ?? [])}
        onSearch={(words) => navigate(`/app/search?q=${encodeURIComponent(words)}`)}
      />
      <FilmStrip
        frames={neighbours}
        currentId={frameId}
        q={q === '' ? '' : asTyped(q)}
        addressOf={address}
      />
      <aside className="side" aria-label={t('About this picture')}>
        <FrameSide frameId={frameId} frame={frame.data} text={text.data?.text} q={q} atMs={atMs} />
      </aside>
    </div>
  );
}

const timelineAt = (atMs: number | undefined) =>
  atMs === undefined ? '/app/timeline' : `/app/timeline?at=${isoOf(atMs)}`;

function titleOf(frame: FrameMetadata | undefined): string {
  return frame ? `${frame.app_name}, ${clock(Date.parse(frame.timestamp))}` : t('Picture');
}

function NoFrame({ error }: { error: unknown }) {
  const isUnknown = error instanceof HindcastError && error.status === 404;
  return (
    <>
      <h1 className="sr">{t('Picture')}</h1>
      <ErrorState
        error={
          isUnknown
            ? new HindcastError('FRAME_NOT_FOUND', t('There is no such picture'), {
                hint: t('It may have been deleted, or the link is from another device.'),
              })
            : error
        }
      />
    </>
  );
}
