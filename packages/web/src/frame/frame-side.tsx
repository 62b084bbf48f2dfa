/** Text, details and what was heard; tags; what can be done for privacy. */
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useHeard } from '../data/search.ts';
import type { FrameMetadata } from '../data/wire.ts';
import { t } from '../language/message.ts';
import { AppDot, Avatar, Marked } from '../parts/bits.tsx';
import { copyText } from '../parts/dialogs/toast.tsx';
import { exactMoment, MINUTE_MS, shortClock } from '../parts/format.ts';
import { usePreferences } from '../parts/preferences.ts';
import { marked } from '../parts/snippet.ts';
import { TagEditor } from '../parts/tag-editor.tsx';
import { MomentsLikeThis } from '../related/moments-like-this.tsx';
import { FramePrivacy } from './frame-privacy.tsx';

const TABS = ['text', 'details', 'heard'] as const;
const TAB_NAMES = { text: t('Text'), details: t('Details'), heard: t('Heard') };
type Tab = (typeof TABS)[number];

interface Props {
  frameId: number;
  frame: FrameMetadata | undefined;
  text: string | undefined;
  q: string;
  atMs: number | undefined;
}

export function FrameSide(props: Props) {
  const { frame, frameId } = props;
  const [tab, setTab] = useState<Tab>('text');
  return (
    <>
      <section>
        <div className="row">
          <AppDot app={frame?.app_name} />
          <h2 className="ell">{frame?.app_name || t('Unknown app')}</h2>
        </div>
        <p className="mute">{frame?.window_name}</p>
        <div className="tabs mt-3" role="tablist" aria-label={t('About this picture')}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls="frame-panel"
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={({ key, currentTarget }) => {
                const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
                if (step === 0) return;
                const next =
                  TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length] ?? 'text';
                setTab(next);
                currentTarget.parentElement?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
              }}
            >
              {TAB_NAMES[name]}
            </button>
          ))}
        </div>
        <div id="frame-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="mt-3">
          {tab === 'text' && <TextTab {...props} />}
          {tab === 'details' && <DetailsTab {...props} />}
          {tab === 'heard' && <HeardTab atMs={props.atMs} />}
        </div>
      </section>
      <MomentsLikeThis key={frameId} moment={{ frameId }} />
      <section>
        <h3>{t('Tags')}</h3>
        <TagEditor kind="vision" id={frameId} key={frameId} />
      </section>
      <FramePrivacy frameId={frameId} app={frame?.app_name ?? ''} atMs={props.atMs} />
    </>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  ocr: t('read from the picture'),
  accessibility: t('reported by the app'),
  hybrid: t('reported by the app and read from the picture'),
};

function sourceOf(frame: Props['frame']): string | undefined {
  return SOURCES[frame?.text_source ?? ''];
}

function TextTab({ text, frame, q }: Props) {
  const { hidePersonalData } = usePreferences();
  if (hidePersonalData)
    return (
      <p className="sm dim">{t('The text is hidden together with the personal data in it.')}</p>
    );
  if (text === undefined) return null;
  if (text === '') return <p className="sm dim">{t('No text was found on this picture.')}</p>;
  const words = text.split(/\s+/).length;
  return (
    <>
      <div className="row mb-2">
        <span className="sm dim">
          {[t('{count, plural, one {# word} other {# words}}', { count: words }), sourceOf(frame)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="sp" />
        <button
          type="button"
          className="btn sm"
          onClick={() => void copyText(text, t('Copied all text.'))}
        >
          <Copy className="ic s" aria-hidden="true" />
          {t('Copy all')}
        </button>
      </div>
      <div className="read">
        <Marked pieces={marked(text, q)} />
      </div>
    </>
  );
}

function DetailsTab({ frame, frameId, atMs }: Props) {
  if (!frame) return null;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [t('Time'), atMs ? exactMoment(atMs) : ''],
    [t('App'), frame.app_name],
    [t('Window'), frame.window_name],
    [t('Site'), frame.browser_url],
    [t('Display'), frame.device_name],
    [t('Taken on'), frame.capture_trigger?.replaceAll('_', ' ')],
    [t('Text'), sourceOf(frame)],
    [t('Size'), frame.width ? `${frame.width} × ${frame.height}` : null],
    [t('Device'), frame.machine_id],
    ['Id', String(frameId)],
  ];
  return (
    <dl className="kv">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} className="keyrow">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const HEARD_AROUND_MS = 5 * MINUTE_MS;

function HeardTab({ atMs }: { atMs: number | undefined }) {
  const { data } = useHeard((atMs ?? 0) - HEARD_AROUND_MS, (atMs ?? 0) + HEARD_AROUND_MS);
  if (!data || data.length === 0)
    return <p className="sm dim">{t('Quiet, five minutes before and after.')}</p>;
  return data.map((line) => (
    <div key={`${line.chunk_id} ${line.timestamp}`} className="heard">
      <Avatar name={line.speaker?.name ?? ''} size="s" />
      <p className="sm">
        <span className="m">{line.speaker?.name || t('Somebody')}</span>{' '}
        <span className="dim num">{shortClock(Date.parse(line.timestamp))}</span>
        <br />
        {line.transcription}
      </p>
    </div>
  ));
}
