/** Text, details and what was heard; tags; what can be done for privacy. */
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useHeard } from '../data/search.ts';
import type { FrameMetadata } from '../data/wire.ts';
import { AppDot, Avatar, Marked } from '../parts/bits.tsx';
import { copyText } from '../parts/dialogs/toast.tsx';
import { clock, dayName, MINUTE_MS, plural, shortClock } from '../parts/format.ts';
import { usePreferences } from '../parts/preferences.ts';
import { marked } from '../parts/snippet.ts';
import { TagEditor } from '../parts/tag-editor.tsx';
import { MomentsLikeThis } from '../related/moments-like-this.tsx';
import { FramePrivacy } from './frame-privacy.tsx';

const TABS = ['Text', 'Details', 'Heard'] as const;
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
  const [tab, setTab] = useState<Tab>('Text');
  return (
    <>
      <section>
        <div className="row">
          <AppDot app={frame?.app_name} />
          <h2 className="ell">{frame?.app_name || 'Unknown app'}</h2>
        </div>
        <p className="mute">{frame?.window_name}</p>
        <div className="tabs mt-3" role="tablist" aria-label="About this picture">
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
                  TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length] ?? 'Text';
                setTab(next);
                currentTarget.parentElement?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <div id="frame-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="mt-3">
          {tab === 'Text' && <TextTab {...props} />}
          {tab === 'Details' && <DetailsTab {...props} />}
          {tab === 'Heard' && <HeardTab atMs={props.atMs} />}
        </div>
      </section>
      <MomentsLikeThis key={frameId} moment={{ frameId }} />
      <section>
        <h3>Tags</h3>
        <TagEditor kind="vision" id={frameId} key={frameId} />
      </section>
      <FramePrivacy frameId={frameId} app={frame?.app_name ?? ''} atMs={props.atMs} />
    </>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  ocr: 'read from the picture',
  accessibility: 'reported by the app',
  hybrid: 'reported by the app and read from the picture',
};

function sourceOf(frame: Props['frame']): string | undefined {
  return SOURCES[frame?.text_source ?? ''];
}

function TextTab({ text, frame, q }: Props) {
  const { hidePersonalData } = usePreferences();
  if (hidePersonalData)
    return <p className="sm dim">The text is hidden together with the personal data in it.</p>;
  if (text === undefined) return null;
  if (text === '') return <p className="sm dim">No text was found on this picture.</p>;
  const words = text.split(/\s+/).length;
  return (
    <>
      <div className="row mb-2">
        <span className="sm dim">
          {[plural(words, 'word'), sourceOf(frame)].filter(Boolean).join(' · ')}
        </span>
        <span className="sp" />
        <button type="button" className="btn sm" onClick={() => void copyText(text, 'all text')}>
          <Copy className="ic s" aria-hidden="true" />
          Copy all
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
    ['Time', atMs ? `${dayName(atMs)}, ${clock(atMs)}` : ''],
    ['App', frame.app_name],
    ['Window', frame.window_name],
    ['Site', frame.browser_url],
    ['Display', frame.device_name],
    ['Taken on', frame.capture_trigger?.replaceAll('_', ' ')],
    ['Text', sourceOf(frame)],
    ['Size', frame.width ? `${frame.width} × ${frame.height}` : null],
    ['Device', frame.machine_id],
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
    return <p className="sm dim">Quiet, five minutes before and after.</p>;
  return data.map((line) => (
    <div key={`${line.chunk_id} ${line.timestamp}`} className="heard">
      <Avatar name={line.speaker?.name ?? ''} size="s" />
      <p className="sm">
        <span className="m">{line.speaker?.name || 'Somebody'}</span>{' '}
        <span className="dim num">{shortClock(Date.parse(line.timestamp))}</span>
        <br />
        {line.transcription}
      </p>
    </div>
  ));
}
