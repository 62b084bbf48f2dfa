/** What the tray shows, from the health report alone: it never says recording when health does not. */
import type { SessionHealth } from '../service-client.ts';

export type TrayKind =
  | 'recording'
  | 'paused'
  | 'sample'
  | 'degraded'
  | 'locked'
  | 'waiting'
  | 'off'
  | 'unreachable';

export interface TrayState {
  readonly kind: TrayKind;
  /** A few words. */
  readonly title: string;
  /** Health's own sentence. */
  readonly sentence: string;
  readonly isPaused: boolean;
}

const TITLES: Readonly<Record<TrayKind, string>> = {
  recording: 'Recording',
  paused: 'Paused',
  sample: 'Sample day',
  degraded: 'Something does not work',
  locked: 'Locked',
  waiting: 'Waits for your agreement',
  off: 'Not recording',
  unreachable: 'Not answering',
};

export function trayState(health: SessionHealth | undefined): TrayState {
  const kind = kindOf(health);
  const isPaused = health?.paused === true && kind !== 'locked' && kind !== 'unreachable';
  return {
    kind,
    title: kind === 'paused' && health ? pausedTitle(health) : TITLES[kind],
    sentence: health?.message ?? 'the service does not answer',
    isPaused,
  };
}

function kindOf(health: SessionHealth | undefined): TrayKind {
  if (!health) return 'unreachable';
  if (health.store.error_code === 'VAULT_LOCKED') return 'locked';
  if (health.status !== 'healthy') return 'degraded';
  if (health.waiting_for_agreement) return 'waiting';
  if (health.paused) return 'paused';
  if (health.message.includes('sample day')) return 'sample';
  return [health.frame_status, health.audio_status].includes('ok') ? 'recording' : 'off';
}

function pausedTitle({ paused_until, paused_streams }: SessionHealth): string {
  const what = paused_streams.length === 1 ? `${paused_streams[0]} paused` : 'paused';
  const word = what.charAt(0).toUpperCase() + what.slice(1);
  if (paused_until === null) return `${word} until you resume`;
  const until = new Date(paused_until);
  const isToday = until.toDateString() === new Date().toDateString();
  const time = until.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return `${word} until ${isToday ? time : `${until.toLocaleDateString()} ${time}`}`;
}
