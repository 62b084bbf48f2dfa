import { expect, test } from 'vitest';
import type { SessionHealth } from '../service-client.ts';
import { actionOf, trayMenu } from './tray-menu.ts';
import { trayState } from './tray-state.ts';

const health = (change: Partial<SessionHealth> = {}): SessionHealth => ({
  status: 'healthy',
  message: 'all systems are working',
  frame_status: 'ok',
  audio_status: 'ok',
  paused: false,
  paused_until: null,
  paused_streams: [],
  waiting_for_agreement: false,
  store: { error_code: null },
  ...change,
});

test.each([
  ['recording', health()],
  ['recording', health({ audio_status: 'disabled' })],
  ['off', health({ frame_status: 'disabled', audio_status: 'disabled' })],
  ['off', health({ frame_status: 'not_started', audio_status: 'not_started' })],
  ['waiting', health({ waiting_for_agreement: true, frame_status: 'disabled' })],
  ['paused', health({ paused: true, paused_streams: ['screen', 'sound'] })],
  ['sample', health({ message: 'all systems are working (replay of a sample day)' })],
  ['degraded', health({ status: 'degraded', message: 'some systems are not working: vision' })],
  ['degraded', health({ status: 'degraded', paused: true })],
  ['locked', health({ status: 'degraded', store: { error_code: 'VAULT_LOCKED' } })],
  ['unreachable', undefined],
])('the state is %s', (kind, report) => {
  const state = trayState(report);
  expect(state.kind).toBe(kind);
  expect(state.sentence).toBe(report?.message ?? 'the service does not answer');
  expect(state.title === 'Recording').toBe(kind === 'recording');
});

test('a pause names its end, and what it is of', () => {
  const until = new Date();
  until.setHours(23, 59, 0, 0);
  const paused = { paused: true, paused_until: until.toISOString() };
  expect(trayState(health({ ...paused, paused_streams: ['screen', 'sound'] })).title).toMatch(
    /^Paused until \d/,
  );
  expect(trayState(health({ ...paused, paused_streams: ['sound'] })).title).toMatch(
    /^Sound paused until \d/,
  );
});

test('a locked store offers nothing that it would refuse', () => {
  const locked = trayState(health({ status: 'degraded', store: { error_code: 'VAULT_LOCKED' } }));
  const labels = trayMenu(locked).map(({ label }) => label);
  expect(labels.filter((label) => /Pause|Resume|Forget/.test(label ?? ''))).toEqual([]);
  expect(labels).toContain('Quit');
});

test('forgetting takes two steps', () => {
  const lines = trayMenu(trayState(health()));
  const forget = lines.find(({ label }) => label === 'Forget the last 10 minutes');
  expect(forget?.action).toBeUndefined();
  expect(actionOf(lines, forget?.children?.[0]?.id ?? 0)).toBe('forget');
});
