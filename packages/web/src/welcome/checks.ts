/** What works and what is missing, from the health report and the list of devices, with the exact way on. */
import { type HealthReport, type HealthState, isSampleDay } from '../data/health.ts';
import { t } from '../language/message.ts';

export interface CheckLine {
  title: string;
  state: 'ok' | 'missing' | 'waiting';
  text: string;
  figure: string;
  command: string | undefined;
}

interface Devices {
  displays: readonly unknown[];
  sounds: readonly { name: string }[];
}

interface About {
  settings?: readonly { key: string; value: unknown }[];
  /** What a person types to start the service. */
  startCommand?: string | undefined;
}

export function checksOf(
  report: HealthReport | undefined,
  devices: Devices | undefined,
  { settings = [], startCommand = 'hindcast start' }: About = {},
): CheckLine[] {
  return [
    screenLine(report, devices, startCommand),
    soundLine(report, devices),
    {
      title: t('Left out'),
      state: 'ok',
      text: leftOut(settings),
      figure: '',
      command: undefined,
    },
  ];
}

function screenLine(
  report: HealthReport | undefined,
  devices: Devices | undefined,
  startCommand: string,
): CheckLine {
  const line = { title: t('Screen and its text'), figure: '', command: undefined };
  if (!report) return { ...line, state: 'waiting', text: t('Asking the service.') };
  if (isSampleDay(report))
    return {
      ...line,
      state: 'missing',
      text: t(
        'A sample day is shown and this machine is not recorded: neither display nor sound was found, or the sample was asked for.',
      ),
      // npm keeps flags for itself unless they follow two dashes.
      command: `DISPLAY=:0 ${startCommand}${startCommand === 'npm start' ? ' --' : ''} --no-replay`,
    };
  if (isPaused(report, 'screen')) return { ...line, state: 'waiting', text: t('Paused by you.') };
  if (report.frame_status === 'disabled')
    return { ...line, state: 'missing', text: t('The screen is off in your settings.') };
  const figure = devices ? t('{count, number} found', { count: devices.displays.length }) : '';
  if (report.frame_status === 'ok')
    return { ...line, figure, state: 'ok', text: t('Pictures are kept when something changes.') };
  if (report.frame_status === 'not_started')
    return {
      ...line,
      figure,
      state: 'waiting',
      text: report.verbose_instructions ?? t('No picture yet.'),
    };
  return {
    ...line,
    figure,
    state: 'missing',
    text: report.verbose_instructions ?? report.message,
  };
}

function soundLine(report: HealthReport | undefined, devices: Devices | undefined): CheckLine {
  const line = { title: t('Sound'), figure: '', command: undefined };
  if (!report) return { ...line, state: 'waiting', text: t('Asking the service.') };
  if (isPaused(report, 'sound')) return { ...line, state: 'waiting', text: t('Paused by you.') };
  if (report.audio_status === 'disabled')
    return {
      ...line,
      state: 'missing',
      text: t('Sound is off in your settings. That is fine if you want it so.'),
    };
  if (isSampleDay(report))
    return { ...line, state: 'missing', text: t('Not recorded while the sample day is shown.') };
  if (devices && devices.sounds.length === 0)
    return {
      ...line,
      state: 'missing',
      text: t('No microphone or output was found. Meetings cannot be transcribed without one.'),
      command: 'apt-get install pulseaudio-utils && pactl info',
    };
  const figure = devices ? t('{count, number} found', { count: devices.sounds.length }) : '';
  const text = devices?.sounds.map(({ name }) => name).join('\n') ?? '';
  if (report.audio_status === 'stale')
    return {
      ...line,
      figure,
      state: 'missing',
      text: report.verbose_instructions ?? report.message,
    };
  return { ...line, figure, state: report.audio_status === 'ok' ? 'ok' : 'waiting', text };
}

/** Why there is no picture yet. Seconds are counted only while one is on its way. */
export function noPicture({ report, isReachable }: HealthState): {
  text: string;
  isComing: boolean;
} {
  if (!report || !isReachable) return { text: t('Waiting for the service…'), isComing: true };
  if (isPaused(report, 'screen'))
    return {
      text: t('Recording is paused. No picture is taken until you resume.'),
      isComing: false,
    };
  if (report.frame_status === 'disabled')
    return { text: t('The screen is not recorded, so there is no picture.'), isComing: false };
  if (report.frame_status !== 'ok')
    return { text: t('No picture yet: the screen cannot be recorded now.'), isComing: false };
  return { text: t('Waiting for the first picture…'), isComing: true };
}

function isPaused({ paused_streams }: HealthReport, stream: 'screen' | 'sound'): boolean {
  return paused_streams.includes(stream);
}

function leftOut(settings: readonly { key: string; value: unknown }[]): string {
  const keepsPrivate = settings.some(
    ({ key, value }) => key === 'vision.privateBrowsing' && value === true,
  );
  return keepsPrivate
    ? t(
        'Password managers and password fields are never recorded. Private windows are: you turned that on.',
      )
    : t('Password managers, private windows and password fields are never recorded.');
}

const MOST_WORDS = 4;
const SHORTEST = 5;
const LONGEST = 16;

/** A few words that stand out: the longest ones, each once, in the order they were read. */
export function wordsOf(text: string): string[] {
  const read = (text.match(/\p{L}+/gu) ?? []).filter(
    (word) => word.length >= SHORTEST && word.length <= LONGEST,
  );
  const words = [...new Map(read.map((word) => [word.toLowerCase(), word])).values()];
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS));
  return words.filter((word) => longest.has(word));
}
