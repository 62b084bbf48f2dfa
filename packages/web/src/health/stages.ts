/**
 * What each stage does, in a word and a figure: capture, read, store and search, of the screen and of sound. A stage that had nothing
 * to do is not called working. Pure, so that it can be tested without a page.
 */
import type { HealthReport, StreamStatus } from '../data/health.ts';
import type { AudioMetrics, VisionMetrics } from '../data/metrics.ts';
import { inContext, t } from '../language/message.ts';
import { age, count, percent, tenths } from '../parts/format.ts';

/** In the order of the work. */
export const STAGES = {
  capture: inContext('stage', 'Capture'),
  read: inContext('stage', 'Read'),
  store: inContext('stage', 'Store'),
  search: inContext('stage', 'Search'),
};

export type StageState = 'ok' | 'warn' | 'bad' | 'off';

export interface Stage {
  title: string;
  state: StageState;
  value: string;
  meaning: string;
}

/**
 * A small machine needs a second or two for a picture and keeps up with that, because pictures come only when something changes.
 * From here on text is late by the time a person looks for it. Pictures that are lost meanwhile show in the next stage.
 */
const SLOW_READ_MS = 5_000;
const NOTHING = '–';

export function screenStages(
  report: HealthReport | undefined,
  vision: VisionMetrics,
  tookMs: number,
): Stage[] {
  const lost = 100 * vision.frame_drop_rate;
  const isSlow = vision.avg_ocr_latency_ms > SLOW_READ_MS;
  const waiting = vision.ocr_queue_depth;
  const hasRead = vision.ocr_completed > 0;
  const hasStored = vision.frames_db_written > 0 || vision.frames_dropped > 0;
  return [
    captureStage(
      report?.frame_status,
      report,
      report?.last_frame_timestamp,
      t('Last picture · {rate} per second', { rate: tenths(vision.capture_fps_actual) }),
    ),
    {
      title: STAGES.read,
      state: hasRead ? (isSlow ? 'warn' : 'ok') : 'off',
      value: hasRead
        ? t('{value} ms', { value: Math.round(vision.avg_ocr_latency_ms).toString() })
        : NOTHING,
      meaning: hasRead
        ? isSlow
          ? t('Per picture · {waiting, number} waiting. Close what keeps the machine busy.', {
              waiting,
            })
          : t('Per picture · {waiting, number} waiting', { waiting })
        : t('No picture was read since the start'),
    },
    {
      title: STAGES.store,
      state: hasStored ? byShare(lost, 1, 5) : 'off',
      value: hasStored ? percent(tenths(lost)) : NOTHING,
      meaning: hasStored
        ? t('Lost of {count, number} · good is under 1 %', { count: vision.frames_captured })
        : t('No picture was stored since the start'),
    },
    {
      title: STAGES.search,
      state: 'ok',
      value: t('{value} ms', { value: tookMs.toString() }),
      meaning: t('Last answer to this page'),
    },
  ];
}

export function soundStages(report: HealthReport | undefined, audio: AudioMetrics): Stage[] {
  const errors = audio.transcription_errors;
  const tried = errors + audio.transcriptions_completed + audio.segments_not_understood;
  const share = (100 * errors) / Math.max(1, tried);
  const waiting = audio.segments_deferred;
  const hasStored = audio.db_inserted > 0 || waiting > 0;
  return [
    captureStage(report?.audio_status, report, report?.last_audio_timestamp, t('Last speech')),
    {
      title: STAGES.read,
      state: tried === 0 ? 'off' : byShare(share, 2, 10),
      value: tried === 0 ? NOTHING : percent(tenths(share)),
      meaning:
        tried === 0
          ? t('Nothing was said since the start')
          : `${t('Errors of {count, number} · good is under 2 %', { count: tried })}${unread(audio)}`,
    },
    {
      title: STAGES.store,
      state: !hasStored ? 'off' : waiting > 50 ? 'warn' : 'ok',
      value: hasStored ? count(waiting) : NOTHING,
      meaning: hasStored
        ? t('Parts waiting for their text')
        : t('No speech was stored since the start'),
    },
    {
      title: STAGES.search,
      state: audio.total_words > 0 ? 'ok' : 'off',
      value: audio.total_words > 0 ? count(audio.total_words) : NOTHING,
      meaning: t('Words heard since the start'),
    },
  ];
}

/** Speech in a language that the model does not know has no text; its recordings are kept. */
function unread({ segments_not_understood: recordings }: AudioMetrics): string {
  return recordings > 0
    ? ` · ${t('language not understood in {count, plural, one {# recording} other {# recordings}}', { count: recordings })}`
    : '';
}

function captureStage(
  status: StreamStatus | undefined,
  report: HealthReport | undefined,
  last: string | null | undefined,
  meaning: string,
): Stage {
  const isPaused = report?.paused === true;
  const state = status === 'stale' ? 'bad' : status === 'ok' && !isPaused ? 'ok' : 'off';
  const value = last ? age(Date.parse(last)) : t('nothing yet');
  return { title: STAGES.capture, state, value, meaning };
}

function byShare(percent: number, warn: number, bad: number): StageState {
  if (percent > bad) return 'bad';
  return percent > warn ? 'warn' : 'ok';
}
