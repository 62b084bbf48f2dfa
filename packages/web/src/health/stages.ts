/**
 * What each stage does, in a word and a figure: capture, read, store and search, of the screen and of sound. A stage that had nothing
 * to do is not called working. Pure, so that it can be tested without a page.
 */
import type { HealthReport, StreamStatus } from '../data/health.ts';
import type { AudioMetrics, VisionMetrics } from '../data/metrics.ts';
import { age, count, plural } from '../parts/format.ts';

export type StageState = 'ok' | 'warn' | 'bad' | 'off';

export interface Stage {
  title: 'Capture' | 'Read' | 'Store' | 'Search';
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
  const waiting = `${count(vision.ocr_queue_depth)} waiting`;
  const hasRead = vision.ocr_completed > 0;
  const hasStored = vision.frames_db_written > 0 || vision.frames_dropped > 0;
  return [
    captureStage(
      report?.frame_status,
      report,
      report?.last_frame_timestamp,
      `Last picture · ${vision.capture_fps_actual.toFixed(1)} per second`,
    ),
    {
      title: 'Read',
      state: hasRead ? (isSlow ? 'warn' : 'ok') : 'off',
      value: hasRead ? `${Math.round(vision.avg_ocr_latency_ms)} ms` : NOTHING,
      meaning: hasRead
        ? `Per picture · ${waiting}${isSlow ? '. Close what keeps the machine busy.' : ''}`
        : 'No picture was read since the start',
    },
    {
      title: 'Store',
      state: hasStored ? byShare(lost, 1, 5) : 'off',
      value: hasStored ? `${lost.toFixed(1)} %` : NOTHING,
      meaning: hasStored
        ? `Lost of ${count(vision.frames_captured)} · good is under 1 %`
        : 'No picture was stored since the start',
    },
    {
      title: 'Search',
      state: 'ok',
      value: `${tookMs} ms`,
      meaning: 'Last answer to this page',
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
    captureStage(report?.audio_status, report, report?.last_audio_timestamp, 'Last speech'),
    {
      title: 'Read',
      state: tried === 0 ? 'off' : byShare(share, 2, 10),
      value: tried === 0 ? NOTHING : `${share.toFixed(1)} %`,
      meaning:
        tried === 0
          ? 'Nothing was said since the start'
          : `Errors of ${count(tried)} · good is under 2 %${unread(audio)}`,
    },
    {
      title: 'Store',
      state: !hasStored ? 'off' : waiting > 50 ? 'warn' : 'ok',
      value: hasStored ? count(waiting) : NOTHING,
      meaning: hasStored ? 'Parts waiting for their text' : 'No speech was stored since the start',
    },
    {
      title: 'Search',
      state: audio.total_words > 0 ? 'ok' : 'off',
      value: audio.total_words > 0 ? count(audio.total_words) : NOTHING,
      meaning: 'Words heard since the start',
    },
  ];
}

/** Speech in a language that the model does not know has no text; its recordings are kept. */
function unread({ segments_not_understood: recordings }: AudioMetrics): string {
  return recordings > 0 ? ` · language not understood in ${plural(recordings, 'recording')}` : '';
}

function captureStage(
  status: StreamStatus | undefined,
  report: HealthReport | undefined,
  last: string | null | undefined,
  meaning: string,
): Stage {
  const isPaused = report?.paused === true;
  const state = status === 'stale' ? 'bad' : status === 'ok' && !isPaused ? 'ok' : 'off';
  const value = last ? age(Date.parse(last)) : 'nothing yet';
  return { title: 'Capture', state, value, meaning };
}

function byShare(percent: number, warn: number, bad: number): StageState {
  if (percent > bad) return 'bad';
  return percent > warn ? 'warn' : 'ok';
}
