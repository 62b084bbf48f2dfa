import { expect, test } from 'vitest';
import { type HealthReport, isStoreLocked } from './health.ts';
import { recordingOf } from './recording.ts';

const NOW = Date.parse('2026-11-13T17:00:00Z');
const report = (change: Partial<HealthReport>): HealthReport => ({
  status: 'healthy',
  last_frame_timestamp: '2026-11-13T16:59:58Z',
  last_audio_timestamp: '2026-11-13T16:58:00Z',
  frame_status: 'ok',
  audio_status: 'ok',
  message: 'all systems are working',
  verbose_instructions: null,
  device_status_details: null,
  paused: false,
  paused_until: null,
  paused_streams: [],
  ...change,
});
const pill = (change: Partial<HealthReport>) => {
  const { tone, word, detail } = recordingOf({ report: report(change), isReachable: true }, NOW);
  return `${tone}: ${word} · ${detail}`;
};

test.each([
  [{}, 'ok: Recording · just now'],
  [{ last_frame_timestamp: '2026-11-13T16:40:00Z' }, 'ok: Recording · screen unchanged'],
  [{ audio_status: 'disabled' }, 'ok: Recording · just now'],
  [{ audio_status: 'stale' }, 'warn: Screen only · sound lost 16:58:00'],
  [{ frame_status: 'stale' }, 'warn: Sound only · screen lost 16:59:58'],
  [{ frame_status: 'stale', audio_status: 'stale' }, 'bad: Not recording · screen lost 16:59:58'],
  [
    { frame_status: 'stale', audio_status: 'disabled' },
    'bad: Not recording · screen lost 16:59:58',
  ],
  [
    { frame_status: 'disabled', audio_status: 'disabled' },
    'warn: Not recording · screen and sound are off',
  ],
  [{ paused: true, paused_until: '2026-11-13T17:04:12Z' }, 'paused: Paused · 5 min left'],
  [
    { paused: true, paused_until: '2026-11-14T00:00:00Z' },
    'paused: Paused · until Sat 14 Nov 00:00',
  ],
  [
    { message: 'all systems are working (replay of a sample day)' },
    'unknown: Sample day · this machine is not recorded',
  ],
  [{ paused: true, paused_until: null }, 'paused: Paused · until you resume'],
  [
    { waiting_for_agreement: true, frame_status: 'disabled', audio_status: 'disabled' },
    'warn: Not recording · waiting for your agreement',
  ],
] as [Partial<HealthReport>, string][])('%j is shown as %s', (change, expected) => {
  expect(pill(change)).toBe(expected);
});

test('a service that does not answer is not called recording', () => {
  expect(recordingOf({ report: report({}), isReachable: false }, NOW)).toMatchObject({
    tone: 'bad',
    word: 'Not reachable',
  });
});

test('a store is called locked only by a service that answers', () => {
  const locked = report({ store: { free_bytes: null, error_code: 'VAULT_LOCKED' } });
  expect(recordingOf({ report: locked, isReachable: true }, NOW).word).toBe('Locked');
  expect(recordingOf({ report: locked, isReachable: false }, NOW).word).toBe('Not reachable');
  expect(isStoreLocked({ report: locked, isReachable: false })).toBe(false);
});
