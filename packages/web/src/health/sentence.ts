/** What is so, in one sentence, and the report that people copy: figures and states, never captured content. */
import { type HealthReport, type HealthState, isSampleDay } from '../data/health.ts';
import { clock } from '../parts/format.ts';

export function sentenceOf({ report, isReachable }: HealthState): string {
  if (!isReachable) return 'Hindcast is not answering.';
  if (!report) return 'Looking at what is being recorded.';
  if (report.waiting_for_agreement)
    return 'Nothing is recorded: Hindcast waits for your agreement.';
  if (report.paused) return 'Recording is paused by you.';
  if (isSampleDay(report)) return 'The bundled sample day is shown; this machine is not recorded.';
  const screen = streamOf('screen', report.frame_status, report.last_frame_timestamp);
  const sound = streamOf('sound', report.audio_status, report.last_audio_timestamp);
  if (screen.isWell && sound.isWell && screen.isOn && sound.isOn)
    return 'Everything is being recorded.';
  if (!screen.isWell && !sound.isWell) return `Nothing is being recorded. ${screen.sentence}`;
  return [screen, sound]
    .sort((a, b) => Number(a.isWell) - Number(b.isWell))
    .map(({ sentence }) => sentence)
    .join(' ');
}

function streamOf(name: string, status: string, last: string | null) {
  const subject = name === 'screen' ? 'The screen' : 'Sound';
  if (status === 'disabled')
    return { isWell: true, isOn: false, sentence: `${subject} is off in your settings.` };
  if (status === 'ok')
    return { isWell: true, isOn: true, sentence: `${subject} is being recorded.` };
  if (status === 'not_started')
    return { isWell: true, isOn: false, sentence: `${subject} has not been recorded yet.` };
  const since = last === null ? '' : ` since ${clock(Date.parse(last))}`;
  return { isWell: false, isOn: true, sentence: `${subject} has not been recorded${since}.` };
}

export interface WayOn {
  label: string;
  /** Absent: it is done here and now, by resuming. */
  href: string | undefined;
}

/** At most three, the one that solves it first. */
export function waysOn(report: HealthReport): WayOn[] {
  if (report.waiting_for_agreement) return [{ label: 'See and decide', href: '/app/welcome' }];
  if (report.paused) return [{ label: 'Record again', href: undefined }];
  const streams = [report.frame_status, report.audio_status];
  const isMissing = streams.includes('stale') || isSampleDay(report);
  const isOff = streams.includes('disabled');
  return [
    ...(report.store?.error_code
      ? [{ label: 'Look at the storage', href: '/app/settings/storage' }]
      : []),
    ...(isMissing ? [{ label: 'See what is missing', href: '/app/welcome' }] : []),
    ...(isMissing || isOff
      ? [{ label: 'Recording settings', href: '/app/settings/recording' }]
      : []),
  ];
}

export function reportText(report: HealthReport | undefined, metrics: unknown): string {
  const {
    status,
    frame_status,
    audio_status,
    message,
    last_frame_timestamp,
    last_audio_timestamp,
  } = report ?? ({} as Partial<HealthReport>);
  return JSON.stringify(
    {
      status,
      frame_status,
      audio_status,
      message,
      last_frame_timestamp,
      last_audio_timestamp,
      browser: navigator.userAgent,
      metrics,
    },
    null,
    2,
  );
}
