/** The first minutes: what is being recorded, what is missing and the exact way to fix it, and something to find at once. */
import { useQuery } from '@tanstack/react-query';
import { Check, Copy, Ellipsis, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../data/api.ts';
import { type HealthState, isSampleDay, useHealth } from '../data/health.ts';
import { useDevices } from '../data/metrics.ts';
import { useAgreement } from '../data/settings/agreement.ts';
import { useSettings } from '../data/settings/settings.ts';
import type { FrameContent, Page } from '../data/wire.ts';
import { t } from '../language/message.ts';
import { copyText } from '../parts/dialogs/toast.tsx';
import { labelled } from '../parts/format.ts';
import { prefer } from '../parts/preferences.ts';
import { Shot } from '../parts/shot.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { AgreeView } from './agree-view.tsx';
import { type CheckLine, checksOf, noPicture, wordsOf } from './checks.ts';
import './welcome.css';

export function WelcomeView() {
  const { report } = useHealth();
  return report?.waiting_for_agreement ? <AgreeView /> : <FirstSteps />;
}

function FirstSteps() {
  const heading = useHeadingFocus();
  const [, navigate] = useLocation();
  useTitle(t('Welcome'));
  const health = useHealth();
  const { report } = health;
  const { data: devices } = useDevices();
  const { data: config } = useSettings();
  const { data: agreement } = useAgreement();
  const lines = checksOf(report, devices, {
    settings: config?.data ?? [],
    startCommand: agreement?.start_command,
  });
  return (
    <div className="fr">
      <h1 ref={heading} tabIndex={-1}>
        {t('Your memory starts here')}
      </h1>
      <p className="mute mt-1 mb-4">
        {t(
          'Kept on this machine; nothing is sent unless you set up sync, a speech service or an assistant. Checked every 5 seconds, no restart needed.',
        )}
      </p>
      <div className="frg">
        <section className="card list" aria-label={t('What is being recorded')}>
          {lines.map((line) => (
            <CheckRow key={line.title} line={line} />
          ))}
        </section>
        <FindSomething health={health} />
      </div>
      <div className="row mt-4">
        <button
          type="button"
          className="btn pri"
          onClick={() => {
            prefer({ welcomeDone: true });
            navigate('/app/timeline');
          }}
        >
          {t('Open the timeline')}
        </button>
        <Link className="btn ghost" href="/app/settings/privacy">
          {t('What is left out')}
        </Link>
      </div>
    </div>
  );
}

const MARKS = { ok: Check, missing: TriangleAlert, waiting: Ellipsis } as const;

function CheckRow({ line }: { line: CheckLine }) {
  const Icon = MARKS[line.state];
  const look = { ok: '', missing: 'w', waiting: 't' }[line.state];
  const word = { ok: t('Working'), missing: t('Missing'), waiting: t('Waiting') }[line.state];
  return (
    <div className={`chk ${look}`}>
      <span className="n">
        <Icon className="ic s" aria-hidden="true" />
      </span>
      <div className="min0">
        <p className="b">
          {line.title} <span className="sr">{word}</span>
        </p>
        <p className="sm mute pre">{line.text}</p>
        {line.command && (
          <div className="code">
            <span className="grow pre">{line.command}</span>
            <button
              type="button"
              className="btn ico sm ghost"
              aria-label={labelled(t('Copy'), line.command)}
              onClick={() => void copyText(line.command ?? '', t('Copied the command.'))}
            >
              <Copy className="ic s" aria-hidden="true" />
            </button>
          </div>
        )}
      </div>
      <span className="sm dim">{line.figure}</span>
    </div>
  );
}

function FindSomething({ health }: { health: HealthState }) {
  const { report } = health;
  const [word, setWord] = useState<string>();
  const latest = useQuery({
    queryKey: ['latest picture'],
    refetchInterval: word === undefined ? 5_000 : false,
    queryFn: async ({ signal }) => {
      const query = { content_type: 'ocr', limit: 5 };
      return (await call<Page<FrameContent>>('/search', { signal, query })).data.map(
        ({ content }) => content,
      );
    },
  });
  const frame = latest.data?.find(({ text }) => wordsOf(text).length >= 4) ?? latest.data?.[0];
  const found = useQuery({
    queryKey: ['found', word],
    enabled: word !== undefined,
    queryFn: ({ signal }) =>
      call<{
        data: {
          content: FrameContent;
          match?: { text_positions?: Parameters<typeof Shot>[0]['positions'] };
        }[];
      }>('/search', { signal, query: { q: word, content_type: 'ocr', limit: 1, positions: true } }),
  });
  const hit = found.data?.data[0];
  return (
    <section className="card pad" aria-label={t('Find something now')}>
      <h2 className="mb-2">{t('Find something now')}</h2>
      {frame ? (
        <>
          <p className="sm mute mb-3">
            {report && isSampleDay(report)
              ? t('These words were on the sample screen. Press one.')
              : t('These words were on your screen. Press one.')}
          </p>
          <div className="row wrap mb-3">
            {wordsOf(frame.text).map((one) => (
              <button
                key={one}
                type="button"
                className={`chip ${one === word ? 'on' : ''}`}
                aria-pressed={one === word}
                onClick={() => setWord(one)}
              >
                {one}
              </button>
            ))}
          </div>
          {hit ? (
            <>
              {hit.content.picture_gone === undefined && (
                <Shot
                  frameId={hit.content.frame_id}
                  width={960}
                  alt={t('Screen with {word} marked', { word: word ?? '' })}
                  positions={hit.match?.text_positions ?? []}
                  current={0}
                />
              )}
              <p className="sm mt-3">
                <Link href={`/app/search?q=${encodeURIComponent(word ?? '')}`}>
                  {t('All results for “{query}”', { query: word ?? '' })}
                </Link>
              </p>
            </>
          ) : (
            frame.picture_gone === undefined && (
              <Shot
                frameId={frame.frame_id}
                width={960}
                alt={t('The last picture of your screen')}
              />
            )
          )}
        </>
      ) : (
        <Waiting health={health} />
      )}
    </section>
  );
}

function Waiting({ health }: { health: HealthState }) {
  const { text, isComing } = noPicture(health);
  return (
    <p className="mute">
      {text} {isComing && <SecondsHere key={text} />}
    </p>
  );
}

function SecondsHere() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="num dim">
      {t('{count, plural, one {# second} other {# seconds}}', { count: seconds })}
    </span>
  );
}
