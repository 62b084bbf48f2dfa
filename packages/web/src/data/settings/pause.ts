/** Pausing and resuming what is recorded. */

import { t } from '../../language/message.ts';
import { dayStart } from '../../parts/format.ts';
import { call } from '../api.ts';
import { askHealth } from '../health.ts';

export type PauseChoice = '5min' | '1h' | 'tomorrow' | 'resume';

export const PAUSE_CHOICES: readonly { choice: PauseChoice; label: string }[] = [
  { choice: '5min', label: t('5 minutes') },
  { choice: '1h', label: t('1 hour') },
  { choice: 'tomorrow', label: t('Until tomorrow') },
  { choice: 'resume', label: t('Until I resume') },
];

function bodyOf(choice: PauseChoice, nowMs: number): Record<string, unknown> {
  if (choice === '5min') return { minutes: 5 };
  if (choice === '1h') return { minutes: 60 };
  if (choice === 'tomorrow') return { until: new Date(dayStart(nowMs, 1)).toISOString() };
  return {};
}

export async function pause(choice: PauseChoice): Promise<void> {
  await call('/capture/pause', { method: 'POST', body: bodyOf(choice, Date.now()) });
  await askHealth();
}

export async function resume(): Promise<void> {
  await call('/capture/resume', { method: 'POST', body: {} });
  await askHealth();
}
