import { describe, expect, test } from 'vitest';
import type { Fault } from '#core/fault.ts';
import type { PartState } from '#core/service.ts';
import { capturing, DESK, facts, listening, NOW_MS } from './facts.fixture.ts';
import type { CaptureFacts, ListeningFacts } from './facts.ts';
import { audioStatus, findProblems, frameStatus } from './rules.ts';

const fault = (agoMs: number): Fault => ({
  code: 'DISK_FULL',
  message: 'the disk is full: nothing was stored',
  hint: 'Free some space.',
  atMs: NOW_MS - agoMs,
});

const seeing = (change: Partial<CaptureFacts> = {}) =>
  facts({ vision: { enabled: true, capture: capturing(change) } });
const hearing = (change: Partial<ListeningFacts> = {}) =>
  facts({ audio: { enabled: true, listening: listening(change) } });
const reasons = (of: ReturnType<typeof facts>) =>
  findProblems(of).map(({ system, reason }) => `${system}: ${reason}`);

test('nothing is wrong when all is well', () => {
  expect(findProblems(facts())).toEqual([]);
  expect([frameStatus(facts()), audioStatus(facts())]).toEqual(['ok', 'ok']);
});

describe('what is no fault', () => {
  const { activity } = capturing();

  test('a screen that has not changed for minutes', () => {
    const metrics = { ...capturing().metrics, lastDbWriteAtMs: NOW_MS - 500_000 };
    expect(reasons(seeing({ metrics }))).toEqual([]);
  });

  test('the first burst after an idle spell', () => {
    const metrics = { ...capturing().metrics, queueDepth: 2, oldestWaitMs: 900 };
    const burst = seeing({ metrics: { ...metrics, lastDbWriteAtMs: NOW_MS - 500_000 } });
    expect([frameStatus(burst), reasons(burst)]).toEqual(['ok', []]);
  });

  test('a desktop that is opened again after a pause', () => {
    const status = { kind: 'no_monitors' as const, message: 'it is being opened' };
    const metrics = { ...capturing().metrics, framesDbWritten: 3 };
    const resumed = seeing({ status, metrics, activity: { ...activity, isStarting: true } });
    expect([frameStatus(resumed), reasons(resumed)]).toEqual(['ok', []]);
    const late = seeing({ status, metrics });
    expect([frameStatus(late), reasons(late)]).toEqual(['stale', ['vision: no recent data']]);
  });

  test('a locked screen', () => {
    expect(reasons(seeing({ activity: { ...activity, isLocked: true } }))).toEqual([]);
  });

  test('monitors that are all switched off', () => {
    const status = { kind: 'no_monitors' as const, message: 'no monitor is switched on' };
    const dark = seeing({ status, activity: { ...activity, isDark: true } });
    expect([frameStatus(dark), reasons(dark)]).toEqual(['ok', []]);
  });

  test('a machine that is just being opened', () => {
    const { activity } = capturing();
    const status = { kind: 'no_monitors' as const, message: 'the desktop is being opened' };
    const opening = seeing({ status, activity: { ...activity, isStarting: true } });
    expect([frameStatus(opening), reasons(opening)]).toEqual(['not_started', []]);
    const finding = { ...hearing({ devices: [] }), startedAtMs: NOW_MS - 14_999 };
    expect([audioStatus(finding), reasons(finding)]).toEqual(['not_started', []]);
    const late = { ...finding, startedAtMs: NOW_MS - 15_000 };
    expect(reasons(late)).toEqual(['audio: not started']);
  });

  test('capture that was stopped by hand', () => {
    const stopped = seeing({ isRunning: false });
    expect([frameStatus(stopped), reasons(stopped)]).toEqual(['disabled', []]);
  });

  test('a quiet room', () => {
    expect(reasons(hearing())).toEqual([]);
  });

  test('a device, or all sound, that was stopped by hand', () => {
    const stopped = { ...DESK, name: 'Room (output)', state: 'stopped' as const };
    expect(reasons(hearing({ devices: [DESK, stopped] }))).toEqual([]);
    expect(audioStatus(hearing({ devices: [stopped] }))).toBe('disabled');
    expect(audioStatus(hearing({ isRunning: false }))).toBe('disabled');
  });

  test('a headset that was unplugged while another device is heard', () => {
    const missing = {
      ...DESK,
      state: 'waiting' as const,
      detail: 'it is not there',
      isThere: false,
    };
    expect(reasons(hearing({ devices: [DESK, missing] }))).toEqual([]);
  });

  test('speech that was put off', () => {
    const metrics = { ...listening().metrics, stuckSinceMs: 0, isPaused: true };
    expect(audioStatus(hearing({ metrics }))).toBe('ok');
    expect(
      audioStatus(hearing({ metrics: { ...metrics, isPaused: false, mode: 'disabled' } })),
    ).toBe('ok');
  });
});

describe('vision is degraded', () => {
  test('by a display that is missing', () => {
    const status = { kind: 'error' as const, message: 'the display is missing' };
    expect(frameStatus(seeing({ status }))).toBe('not_started');
    const metrics = { ...capturing().metrics, framesDbWritten: 3 };
    const lost = seeing({ status, metrics });
    expect([frameStatus(lost), reasons(lost)]).toEqual(['stale', ['vision: no recent data']]);
    expect(findProblems(lost)[0]?.advice).toContain('the display is missing');
  });

  test('by a permission that is missing', () => {
    const status = { kind: 'permission_denied' as const, message: 'it refuses us' };
    expect(reasons(seeing({ status }))).toEqual(['vision: permission denied']);
  });

  test('by frames that wait for a minute', () => {
    const waiting = (oldestWaitMs: number) =>
      seeing({ metrics: { ...capturing().metrics, queueDepth: 2, oldestWaitMs } });
    expect(frameStatus(waiting(60_000))).toBe('stale');
    expect(frameStatus(waiting(59_999))).toBe('ok');
  });

  test('by lost frames, once the first minutes are over', () => {
    const metrics = { ...capturing().metrics, recentDropShare: 0.6 };
    expect(reasons(seeing({ metrics }))).toEqual(['vision: frames are lost']);
    expect(reasons({ ...seeing({ metrics }), startedAtMs: NOW_MS - 60_000 })).toEqual([]);
    expect(reasons(seeing({ metrics: { ...metrics, recentDropShare: 0.5 } }))).toEqual([]);
  });

  test('by stalls, once the first minutes are over', () => {
    const metrics = { ...capturing().metrics, recentStalls: 3 };
    expect(reasons(seeing({ metrics }))).toEqual(['vision: the pipeline stalls']);
    expect(reasons({ ...seeing({ metrics }), startedAtMs: NOW_MS - 60_000 })).toEqual([]);
    expect(reasons(seeing({ metrics: { ...metrics, recentStalls: 2 } }))).toEqual([]);
  });

  test('by a slow database', () => {
    const metrics = { ...capturing().metrics, averageDbLatencyMs: 10_001 };
    expect(reasons(seeing({ metrics }))).toEqual(['vision: the database is slow']);
  });

  test('by a frame that could not be stored, until the store has proven itself for a while', () => {
    const withFault = (agoMs: number) =>
      seeing({ metrics: { ...capturing().metrics, lastFault: fault(agoMs) } });
    expect(reasons(withFault(500))).toEqual(['vision: a frame could not be stored']);
    expect(reasons(withFault(30_000))).toHaveLength(1);
    expect(reasons(withFault(61_000))).toEqual([]);
    const unproven = { ...withFault(61_000).store, canaryPassedAtMs: NOW_MS - 100_000 };
    expect(reasons({ ...withFault(61_000), store: unproven })).toHaveLength(1);
  });

  test('by an event that could not be stored', () => {
    const { activity } = capturing();
    const input = { ...activity.input, lastFault: fault(10) };
    expect(reasons(seeing({ activity: { ...activity, input } }))).toEqual([
      'input: an event could not be stored',
    ]);
  });
});

describe('audio is degraded', () => {
  const lost = { ...DESK, state: 'waiting' as const, detail: 'its stream broke' };

  test('by a device that should record and cannot', () => {
    expect(audioStatus(hearing({ devices: [lost] }))).toBe('not_started');
    const metrics = { ...listening().metrics, chunksReceived: 9 };
    expect(audioStatus(hearing({ devices: [lost], metrics }))).toBe('stale');
    expect(findProblems(hearing({ devices: [lost] }))[0]?.advice).toContain('its stream broke');
  });

  test('by one of several devices', () => {
    const devices = [DESK, { ...lost, name: 'Room (output)' }];
    expect(reasons(hearing({ devices }))).toEqual(['audio: a device is not heard']);
  });

  test('by a device that says it records and delivers nothing', () => {
    const deaf = { ...DESK, lastHeardAtMs: NOW_MS - 4_001 };
    expect(reasons(hearing({ devices: [deaf] }))).toEqual(['audio: a device is not heard']);
  });

  test('by a machine without a sound server', () => {
    const status = { kind: 'unavailable' as const, message: 'no sound server answers' };
    expect(audioStatus(hearing({ status, devices: [] }))).toBe('not_started');
    expect(findProblems(hearing({ status }))[0]?.advice).toContain('no sound server answers');
  });

  test('by recordings without a model to read them', () => {
    const status = { kind: 'untranscribed' as const, message: 'the model is not installed' };
    expect(audioStatus(hearing({ status }))).toBe('stale');
    expect(findProblems(hearing({ status }))[0]?.advice).toContain('the model is not installed');
  });

  test('by speech that waits for minutes', () => {
    const metrics = { ...listening().metrics, stuckSinceMs: NOW_MS - 300_000 };
    expect(audioStatus(hearing({ metrics }))).toBe('stale');
    expect(findProblems(hearing({ metrics }))[0]?.advice).toContain('waits for its text');
    // The first words after a long silence are no fault.
    const fresh = { ...metrics, stuckSinceMs: NOW_MS - 1_000 };
    expect(audioStatus(hearing({ metrics: fresh }))).toBe('ok');
  });

  test('by transcriptions that fail', () => {
    const metrics = { ...listening().metrics, recentErrorShare: 0.5 };
    expect(reasons(hearing({ metrics }))).toEqual(['audio: transcriptions fail']);
  });

  test('by sound that is lost', () => {
    const metrics = { ...listening().metrics, recentChunksRefused: 1 };
    expect(reasons(hearing({ metrics }))).toEqual(['audio: sound is lost']);
  });

  test('by a recording that could not be kept', () => {
    const metrics = { ...listening().metrics, lastFault: fault(10) };
    expect(reasons(hearing({ metrics }))).toEqual(['audio: a recording could not be kept']);
  });
});

describe('a side without a source', () => {
  const written = (agoMs: number | null) => {
    const atMs = agoMs === null ? null : NOW_MS - agoMs;
    return facts({
      newest: { lastFrameAtMs: atMs, lastTranscriptAtMs: atMs },
      vision: { enabled: true },
      audio: { enabled: true },
    });
  };

  test('is judged by what was written', () => {
    expect(frameStatus(written(59_999))).toBe('ok');
    expect([frameStatus(written(60_000)), audioStatus(written(60_000))]).toEqual([
      'stale',
      'stale',
    ]);
    expect(frameStatus(written(null))).toBe('not_started');
    // An earlier run does not show that anything runs now.
    expect(frameStatus(written(600_001))).toBe('not_started');
  });

  test('is disabled when it is turned off', () => {
    const off = facts({ vision: { enabled: false }, audio: { enabled: false } });
    expect([frameStatus(off), audioStatus(off), reasons(off)]).toEqual([
      'disabled',
      'disabled',
      [],
    ]);
  });
});

describe('everything is degraded', () => {
  test('by a store that cannot be written, whose hint is reported once', () => {
    const broken = { ...facts().store, fault: fault(1) };
    const metrics = { ...capturing().metrics, lastFault: fault(1) };
    expect(findProblems({ ...seeing({ metrics }), store: broken })).toEqual([
      {
        system: 'store',
        reason: 'it cannot be written',
        advice: 'The disk is full: nothing was stored. Free some space.',
      },
    ]);
  });

  test('by a disk that is almost full', () => {
    const store = { ...facts().store, freeBytes: 499_999_999 };
    expect(reasons(facts({ store }))).toEqual(['disk: almost full']);
    expect(reasons(facts({ store: { ...store, freeBytes: undefined } }))).toEqual([]);
  });

  test('by a part that is down, and by one that has not held for long', () => {
    const part = (state: PartState['state']): PartState => ({
      name: 'ingest.vision',
      restarts: 1,
      lastFault: fault(1),
      state,
    });
    const reported = (state: PartState['state']) => reasons(facts({ parts: [part(state)] }));
    expect(reported({ kind: 'waiting', untilMs: NOW_MS + 1, failures: 1 })).toEqual([
      'ingest.vision: it is started again',
    ]);
    expect(reported({ kind: 'failed' })).toEqual(['ingest.vision: it has failed']);
    expect(reported({ kind: 'running', sinceMs: NOW_MS - 4_999, failures: 1 })).toHaveLength(1);
    expect(reported({ kind: 'running', sinceMs: NOW_MS - 5_000, failures: 1 })).toEqual([]);
    expect(reported({ kind: 'running', sinceMs: NOW_MS, failures: 0 })).toEqual([]);
    expect(reported({ kind: 'ended' })).toEqual([]);
  });
});
