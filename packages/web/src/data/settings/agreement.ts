/** Whether the person has agreed to be recorded, and agreeing: the choices, then encryption, then the start. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '../api.ts';
import { askHealth } from '../health.ts';
import type { SettingValue } from './settings.ts';

const LOOK_EVERY_MS = 500;

export function useAgreement() {
  return useQuery({
    queryKey: ['agreement'],
    queryFn: ({ signal }) => routes.get('/agreement', { signal }),
  });
}

export interface Decision {
  /** Only what is to change. */
  settings: Readonly<Record<string, SettingValue>>;
  encryption: { password: string } | { keyring: true } | undefined;
  startAtLogin: boolean;
}

/** Resolves when recording has started. Nothing is recorded when a step before that fails. */
export function useAgree(): (decision: Decision) => Promise<void> {
  const queries = useQueryClient();
  return async ({ settings, encryption, startAtLogin }) => {
    if (Object.keys(settings).length > 0) {
      await call('/config', { method: 'PATCH', body: settings });
    }
    if (encryption) await encrypt(encryption);
    await call('/agreement', { method: 'POST', body: { start_at_login: startAtLogin } });
    await askHealth();
    await queries.invalidateQueries();
  };
}

async function encrypt(secret: NonNullable<Decision['encryption']>): Promise<void> {
  const { set_up } = await routes.get('/vault/status', {});
  // From an earlier try, after which another step failed.
  if (set_up) return;
  await call('/vault/setup', { method: 'POST', body: secret });
  for (;;) {
    const { state } = await routes.get('/vault/status', {});
    if (state === 'unlocked') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
