/**
 * What the status pill says, decided from the health report alone so that it can be tested without a page. It counts no seconds: the
 * pill is on every view, and a page that nobody touches should not redraw itself.
 */

import { inContext, t } from '../language/message.ts';
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
  if (!isReachable) return { tone: 'bad', word: t('Not reachable'), detail: t('retrying') };
  if (!report) return { tone: 'unknown', word: t('Looking'), detail: '' };
  if (isStoreLocked({ report, isReachable }))
    return { tone: 'bad', word: t('Locked'), detail: t('nothing is recorded') };
  if (report.waiting_for_agreement)
    return { tone: 'warn', word: t('Not recording'), detail: t('waiting for your agreement') };
  if (report.paused) return pausedOf(report.paused_until, nowMs);
  if (isSampleDay(report))
    return { tone: 'unknown', word: t('Sample day'), detail: t('this machine is not recorded') };
  const screen = report.frame_status;
  const sound = report.audio_status;
  const isWell = (status: string) => status === 'ok' || status === 'disabled';
  if (screen === 'disabled' && sound === 'disabled')
    return { tone: 'warn', word: t('Not recording'), detail: t('screen and sound are off') };
  if (isWell(screen) && isWell(sound)) return workingOf(screen, report, nowMs);
  if (screen === 'not_started' && sound !== 'stale')
    return { tone: 'unknown', word: t('Starting'), detail: t('no picture yet') };
  if (screen === 'ok')
    return {
      tone: 'warn',
      word: t('Screen only'),
      detail: soundLost(report.last_audio_timestamp),
    };
  if (sound === 'ok')
    return {
      tone: 'warn',
      word: t('Sound only'),
      detail: screenLost(report.last_frame_timestamp),
    };
  return {
    tone: 'bad',
    word: t('Not recording'),
    detail: screenLost(report.last_frame_timestamp),
  };
}

function workingOf(
  screen: string,
  report: { last_frame_timestamp: string | null; last_audio_timestamp: string | null },
  nowMs: number,
): Recording {
  if (screen === 'disabled')
    return { tone: 'ok', word: t('Recording sound'), detail: t('screen is off') };
  if (report.last_frame_timestamp === null)
    return { tone: 'ok', word: inContext('state', 'Recording'), detail: t('no picture yet') };
  const atMs = Date.parse(report.last_frame_timestamp);
  const detail = nowMs - atMs > FRESH_MS ? t('screen unchanged') : t('just now');
  return { tone: 'ok', word: inContext('state', 'Recording'), detail };
}

function pausedOf(until: string | null | undefined, nowMs: number): Recording {
  if (until === null || until === undefined)
    return { tone: 'paused', word: t('Paused'), detail: t('until you resume') };
  const untilMs = Date.parse(until);
  const leftMs = untilMs - nowMs;
  const detail =
    leftMs < 3_600_000
      ? t('{minutes, number} min left', { minutes: Math.max(1, Math.ceil(leftMs / 60_000)) })
      : untilText(untilMs, nowMs);
  return { tone: 'paused', word: t('Paused'), detail };
}

function untilText(ms: number, nowMs: number): string {
  const time = shortClock(ms);
  return dayStart(ms) === dayStart(nowMs)
    ? t('until {time}', { time })
    : t('until {day} {time}', { day: dayName(ms, nowMs), time });
}

function screenLost(last: string | null): string {
  return last === null
    ? t('no screen yet')
    : t('screen lost {time}', { time: clock(Date.parse(last)) });
}

function soundLost(last: string | null): string {
  return last === null
    ? t('no sound yet')
    : t('sound lost {time}', { time: clock(Date.parse(last)) });
}
