/** One question answered at the top: is everything being recorded? Then the stages, the ledger, and the figures for those who want them. */
import { CircleCheck, Copy, Mic, Minus, Monitor, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { type HealthReport, useHealth } from '../data/health.ts';
import { useDevices, useMetrics } from '../data/metrics.ts';
import { recordingOf } from '../data/recording.ts';
import { resume } from '../data/settings/pause.ts';
import { t } from '../language/message.ts';
import { copyText, toastError } from '../parts/dialogs/toast.tsx';
import { clock } from '../parts/format.ts';
import { Banner, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { CoverageLedger } from './coverage-ledger.tsx';
import { GovernorCard } from './governor-card.tsx';
import { reportText, sentenceOf, waysOn } from './sentence.ts';
import { STAGES, type Stage, type StageState, screenStages, soundStages } from './stages.ts';
import './health.css';

export function HealthView() {
  const health = useHealth();
  const heading = useHeadingFocus();
  useTitle(t('Health'));
  const { report } = health;
  const { tone } = recordingOf(health, Date.now());
  const { data: metrics, dataUpdatedAt } = useMetrics();
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('Health')}
          </h1>
          <p>{t('What is really being written, as the service reports it.')}</p>
        </div>
        <span className="sp" />
        {dataUpdatedAt > 0 && (
          <span className="sm dim num hide-n">
            {t('Live · updated {time}', { time: clock(dataUpdatedAt) })}
          </span>
        )}
        <button
          type="button"
          className="btn"
          onClick={() => void copyText(reportText(report, metrics), t('Copied the report.'))}
        >
          <Copy className="ic s" aria-hidden="true" />
          {t('Copy report')}
        </button>
      </div>
      <div className="mb-4">
        <Banner
          tone={tone === 'ok' ? 'ok' : tone === 'bad' ? 'bad' : 'warn'}
          title={sentenceOf(health)}
          text={detailOf(report)}
          actions={<WaysOn report={report} />}
        />
      </div>
      {metrics ? <Chain report={report} metrics={metrics} /> : <Loading rows={2} shape="card" />}
      <CoverageLedger />
      <GovernorCard />
      <details className="card pad mt-4">
        <summary className="b">{t('Details')}</summary>
        <pre className="mono sm pre mt-3">{JSON.stringify(metrics ?? {}, null, 2)}</pre>
      </details>
    </div>
  );
}

/** What to do about it, the likeliest first. */
function WaysOn({ report }: { report: HealthReport | undefined }) {
  const ways = report ? waysOn(report) : [];
  if (ways.length === 0) return null;
  return ways.map((way, i) =>
    way.href === undefined ? (
      <button
        key={way.label}
        type="button"
        className="btn pri"
        onClick={() => void resume().catch(toastError)}
      >
        {way.label}
      </button>
    ) : (
      <Link key={way.label} className={i === 0 ? 'btn pri' : 'btn'} href={way.href}>
        {way.label}
      </Link>
    ),
  );
}

function detailOf(report: HealthReport | undefined): string | undefined {
  if (!report) return undefined;
  const parts = [report.verbose_instructions, report.device_status_details].filter(Boolean);
  return parts.length > 0 ? parts.join('\n') : undefined;
}

type Metrics = NonNullable<ReturnType<typeof useMetrics>['data']>;

function Chain({ report, metrics }: { report: HealthReport | undefined; metrics: Metrics }) {
  const { data: devices } = useDevices();
  const { vision, audio, tookMs } = metrics;
  return (
    <div className="chain mb-4">
      <span />
      {Object.values(STAGES).map((name) => (
        <span key={name} className="h">
          {name}
        </span>
      ))}
      <div className="who">
        <span className="row b">
          <Monitor className="ic" aria-hidden="true" />
          {t('Screen')}
        </span>
        <span className="xs dim">
          {t('{count, plural, one {# display} other {# displays}}', {
            count: devices?.displays.length ?? 0,
          })}
        </span>
      </div>
      <StageCells stages={screenStages(report, vision, tookMs)} />
      <div className="who">
        <span className="row b">
          <Mic className="ic" aria-hidden="true" />
          {t('Sound')}
        </span>
        <span className="xs dim">
          {t('{count, plural, one {# device} other {# devices}}', {
            count: devices?.sounds.length ?? 0,
          })}
        </span>
      </div>
      <StageCells stages={soundStages(report, audio)} />
    </div>
  );
}

const WORDS: Readonly<Record<StageState, string>> = {
  ok: t('Working'),
  warn: t('Slow'),
  bad: t('Not working'),
  off: t('Off or quiet'),
};

function StageCells({ stages }: { stages: readonly Stage[] }) {
  return stages.map(({ title, state, value, meaning }, i) => {
    const Icon = state === 'ok' ? CircleCheck : state === 'off' ? Minus : TriangleAlert;
    const look = state === 'ok' || state === 'off' ? '' : 'warn';
    return (
      <div
        key={title}
        className={`card stagec ${look} ${i === stages.length - 1 ? 'z' : ''}`}
        data-h={title}
      >
        <p className={`st ${state}`}>
          <Icon className="ic s" aria-hidden="true" />
          {WORDS[state]}
        </p>
        <p className="big">{value}</p>
        <p className="xs dim">{meaning}</p>
      </div>
    );
  });
}
