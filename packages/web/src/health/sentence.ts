/** What is so, in one sentence, and the report that people copy: figures and states, never captured content. */
import { type HealthReport, type HealthState, isSampleDay } from '../data/health.ts';
import { t } from '../language/message.ts';
import { clock } from '../parts/format.ts';

export function sentenceOf({ report, isReachable }: HealthState): string {
  if (!isReachable) return t('Hindcast is not answering.');
  if (!report) return t('Looking at what is being recorded.');
  if (report.waiting_for_agreement)
    return t('Nothing is recorded: Hindcast waits for your agreement.');
  if (report.paused) return t('Recording is paused by you.');
  if (isSampleDay(report))
    return t('The bundled sample day is shown; this machine is not recorded.');
  const screen = streamOf('screen', report.frame_status, report.last_frame_timestamp);
  const sound = streamOf('sound', report.audio_status, report.last_audio_timestamp);
  if (screen.isWell && sound.isWell && screen.isOn && sound.isOn)
    return t('Everything is being recorded.');
  if (!screen.isWell && !sound.isWell)
    return `${t('Nothing is being recorded.')} ${screen.sentence}`;
  return [screen, sound]
    .sort((a, b) => Number(a.isWell) - Number(b.isWell))
    .map(({ sentence }) => sentence)
    .join(' ');
}

const SENTENCES = {
  screen: {
    disabled: t('The screen is off in your settings.'),
    ok: t('The screen is being recorded.'),
    not_started: t('The screen has not been recorded yet.'),
    lost: t('The screen has not been recorded.'),
    lostSince: (time: string) => t('The screen has not been recorded since {time}.', { time }),
  },
  sound: {
    disabled: t('Sound is off in your settings.'),
    ok: t('Sound is being recorded.'),
    not_started: t('Sound has not been recorded yet.'),
    lost: t('Sound has not been recorded.'),
    lostSince: (time: string) => t('Sound has not been recorded since {time}.', { time }),
  },
} as const;

function streamOf(name: keyof typeof SENTENCES, status: string, last: string | null) {
  const sentences = SENTENCES[name];
  if (status === 'disabled') return { isWell: true, isOn: false, sentence: sentences.disabled };
  if (status === 'ok') return { isWell: true, isOn: true, sentence: sentences.ok };
  if (status === 'not_started')
    return { isWell: true, isOn: false, sentence: sentences.not_started };
  const sentence = last === null ? sentences.lost : sentences.lostSince(clock(Date.parse(last)));
  return { isWell: false, isOn: true, sentence };
}

export interface WayOn {
  label: string;
  /** Absent: it is done here and now, by resuming. */
  href: string | undefined;
}

/** At most three, the one that solves it first. */
export function waysOn(report: HealthReport): WayOn[] {
  if (report.waiting_for_agreement) return [{ label: t('See and decide'), href: '/app/welcome' }];
  if (report.paused) return [{ label: t('Record again'), href: undefined }];
  const streams = [report.frame_status, report.audio_status];
  const isMissing = streams.includes('stale') || isSampleDay(report);
  const isOff = streams.includes('disabled');
  return [
    ...(report.store?.error_code
      ? [{ label: t('Look at the storage'), href: '/app/settings/storage' }]
      : []),
    ...(isMissing ? [{ label: t('See what is missing'), href: '/app/welcome' }] : []),
    ...(isMissing || isOff
      ? [{ label: t('Recording settings'), href: '/app/settings/recording' }]
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
