/** One question answered at the top: is everything being recorded? Then the stages, the ledger, and the figures for those who want them. */
import { CircleCheck, Copy, Mic, Minus, Monitor, TriangleAlert } from 'lucide-react';
import { type HealthReport, type StreamStatus, useHealth } from '../data/health.ts';
import { useDevices, useMetrics } from '../data/metrics.ts';
import { recordingOf } from '../data/recording.ts';
import { age, clock, count, plural } from '../parts/format.ts';
import { Banner, Loading } from '../parts/states.tsx';
import { copyText } from '../parts/toast.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { CoverageLedger } from './coverage-ledger.tsx';
import { reportText, sentenceOf } from './sentence.ts';
import './health.css';

export function HealthView() {
  const health = useHealth();
  const heading = useHeadingFocus();
  useTitle('Health');
  const { report } = health;
  const { tone } = recordingOf(health, Date.now());
  const { data: metrics, dataUpdatedAt } = useMetrics();
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Health
          </h1>
          <p>What is really being written, checked every 5 seconds.</p>
        </div>
        <span className="sp" />
        {dataUpdatedAt > 0 && (
          <span className="sm dim num hide-n">Live · updated {clock(dataUpdatedAt)}</span>
        )}
        <button
          type="button"
          className="btn"
          onClick={() => void copyText(reportText(report, metrics), 'the report')}
        >
          <Copy className="ic s" aria-hidden="true" />
          Copy report
        </button>
      </div>
      <div className="mb-4">
        <Banner
          tone={tone === 'ok' ? 'ok' : tone === 'bad' ? 'bad' : 'warn'}
          title={sentenceOf(health)}
          text={detailOf(report)}
        />
      </div>
      {metrics ? <Chain report={report} metrics={metrics} /> : <Loading rows={2} shape="card" />}
      <CoverageLedger />
      <details className="card pad mt-4">
        <summary className="b">Details</summary>
        <pre className="mono sm pre mt-3">{JSON.stringify(metrics ?? {}, null, 2)}</pre>
      </details>
    </div>
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
  const { vision, audio } = metrics;
  const isSample = /sample day/.test(report?.message ?? '');
  const lostShare = 100 * vision.frame_drop_rate;
  const errors = audio.transcription_errors;
  const errorShare = (100 * errors) / Math.max(1, errors + audio.transcriptions_completed);
  return (
    <div className="chain mb-4">
      <span />
      {['Capture', 'Read', 'Store', 'Search'].map((name) => (
        <span key={name} className="h">
          {name}
        </span>
      ))}
      <div className="who">
        <span className="row b">
          <Monitor className="ic" aria-hidden="true" />
          Screen
        </span>
        <span className="xs dim">{plural(devices?.displays.length ?? 0, 'display')}</span>
      </div>
      <StageCell
        title="Capture"
        state={isSample ? 'off' : stateOf(report?.frame_status)}
        value={lastOf(report?.last_frame_timestamp)}
        meaning={`Last picture · ${vision.capture_fps_actual.toFixed(1)} per second`}
      />
      <StageCell
        title="Read"
        state={vision.avg_ocr_latency_ms > 1000 ? 'warn' : 'ok'}
        value={`${Math.round(vision.avg_ocr_latency_ms)} ms`}
        meaning={`Per picture · ${count(vision.ocr_queue_depth)} waiting, good is under 10`}
      />
      <StageCell
        title="Store"
        state={lostShare > 5 ? 'bad' : lostShare > 1 ? 'warn' : 'ok'}
        value={`${lostShare.toFixed(1)} %`}
        meaning={`Lost of ${count(vision.frames_captured)} · good is under 1 %`}
      />
      <StageCell
        title="Search"
        state="ok"
        value={`${metrics.tookMs} ms`}
        meaning="Last answer to this page"
        isLast
      />
      <div className="who">
        <span className="row b">
          <Mic className="ic" aria-hidden="true" />
          Sound
        </span>
        <span className="xs dim">{plural(devices?.sounds.length ?? 0, 'device')}</span>
      </div>
      <StageCell
        title="Capture"
        state={isSample ? 'off' : stateOf(report?.audio_status)}
        value={lastOf(report?.last_audio_timestamp)}
        meaning="Last speech"
      />
      <StageCell
        title="Read"
        state={errorShare > 2 ? 'warn' : 'ok'}
        value={`${errorShare.toFixed(1)} %`}
        meaning={`Errors of ${count(errors + audio.transcriptions_completed)} · good is under 2 %`}
      />
      <StageCell
        title="Store"
        state={audio.segments_deferred > 50 ? 'warn' : 'ok'}
        value={count(audio.segments_deferred)}
        meaning="Parts waiting for their text"
      />
      <StageCell
        title="Search"
        state="ok"
        value={count(audio.total_words)}
        meaning="Words since the start"
        isLast
      />
    </div>
  );
}

type CellState = 'ok' | 'warn' | 'bad' | 'off';

function stateOf(status: StreamStatus | undefined): CellState {
  if (status === 'stale') return 'bad';
  return status === 'ok' ? 'ok' : 'off';
}

function lastOf(timestamp: string | null | undefined): string {
  return timestamp ? age(Date.parse(timestamp)) : 'nothing yet';
}

const WORDS: Readonly<Record<CellState, string>> = {
  ok: 'Working',
  warn: 'Slow',
  bad: 'Not working',
  off: 'Off or quiet',
};

function StageCell(props: {
  title: string;
  state: CellState;
  value: string;
  meaning: string;
  isLast?: boolean;
}) {
  const { title, state, value, meaning } = props;
  const Icon = state === 'ok' ? CircleCheck : state === 'off' ? Minus : TriangleAlert;
  return (
    <div
      className={`card stagec ${state === 'ok' || state === 'off' ? '' : 'warn'} ${props.isLast ? 'z' : ''}`}
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
}
