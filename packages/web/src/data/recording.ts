/**
 * What the status pill says, decided from the health report alone so that it can be tested without a page. It counts no seconds: the
 * pill is on every view, and a page that nobody touches should not redraw itself.
 */
import { clock, dayName, dayStart, shortClock } from '../parts/format.ts';
import { type HealthState, isSampleDay, isStoreLocked } from './health.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'paused' | 'unknown';

export interface Recording {
  tone: Tone;
  word: string;
  detail: string;
}

/** Within this time a picture is fresh; after it a healthy screen simply did not change. */
const FRESH_MS = 30_000;

export function recordingOf({ report, isReachable }: HealthState, nowMs: number): Recording {
  if (!isReachable) return { tone: 'bad', word: 'Not reachable', detail: 'retrying' };
  if (!report) return { tone: 'unknown', word: 'Looking', detail: '' };
  if (isStoreLocked({ report, isReachable }))
    return { tone: 'bad', word: 'Locked', detail: 'nothing is recorded' };
  if (report.waiting_for_agreement)
    return { tone: 'warn', word: 'Not recording', detail: 'waiting for your agreement' };
  if (report.paused) return pausedOf(report.paused_until, nowMs);
  if (isSampleDay(report))
    return { tone: 'unknown', word: 'Sample day', detail: 'this machine is not recorded' };
  const screen = report.frame_status;
  const sound = report.audio_status;
  const isWell = (status: string) => status === 'ok' || status === 'disabled';
  if (screen === 'disabled' && sound === 'disabled')
    return { tone: 'warn', word: 'Not recording', detail: 'screen and sound are off' };
  if (isWell(screen) && isWell(sound)) return workingOf(screen, report, nowMs);
  if (screen === 'not_started' && sound !== 'stale')
    return { tone: 'unknown', word: 'Starting', detail: 'no picture yet' };
  if (screen === 'ok')
    return {
      tone: 'warn',
      word: 'Screen only',
      detail: lost('sound', report.last_audio_timestamp),
    };
  if (sound === 'ok')
    return {
      tone: 'warn',
      word: 'Sound only',
      detail: lost('screen', report.last_frame_timestamp),
    };
  return {
    tone: 'bad',
    word: 'Not recording',
    detail: lost('screen', report.last_frame_timestamp),
  };
}

function workingOf(
  screen: string,
  report: { last_frame_timestamp: string | null; last_audio_timestamp: string | null },
  nowMs: number,
): Recording {
  if (screen === 'disabled')
    return { tone: 'ok', word: 'Recording sound', detail: 'screen is off' };
  if (report.last_frame_timestamp === null)
    return { tone: 'ok', word: 'Recording', detail: 'no picture yet' };
  const atMs = Date.parse(report.last_frame_timestamp);
  const detail = nowMs - atMs > FRESH_MS ? 'screen unchanged' : 'just now';
  return { tone: 'ok', word: 'Recording', detail };
}

function pausedOf(until: string | null | undefined, nowMs: number): Recording {
  if (until === null || until === undefined)
    return { tone: 'paused', word: 'Paused', detail: 'until you resume' };
  const untilMs = Date.parse(until);
  const leftMs = untilMs - nowMs;
  const detail =
    leftMs < 3_600_000
      ? `${Math.max(1, Math.ceil(leftMs / 60_000))} min left`
      : `until ${dayIfOther(untilMs, nowMs)}`;
  return { tone: 'paused', word: 'Paused', detail };
}

function dayIfOther(ms: number, nowMs: number): string {
  const isToday = dayStart(ms) === dayStart(nowMs);
  return isToday ? shortClock(ms) : `${dayName(ms, nowMs)} ${shortClock(ms)}`;
}

function lost(what: string, last: string | null): string {
  return last === null ? `no ${what} yet` : `${what} lost ${clock(Date.parse(last))}`;
}
