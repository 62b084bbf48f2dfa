import { describe, expect, test } from 'vitest';
import type { Fault } from '#core/fault.ts';
import type { PartState } from '#core/service.ts';
import { observe } from './coverage-rules.ts';
import { capturing, DESK, facts, listening, NOW_MS } from './facts.fixture.ts';
import type { CaptureFacts, ListeningFacts } from './facts.ts';

const fault: Fault = { code: 'DISK_FULL', message: 'the disk is full', hint: '', atMs: NOW_MS - 1 };
const screen = (change: Partial<CaptureFacts> = {}) =>
  observe(facts({ vision: { enabled: true, capture: capturing(change) } })).screen;
const audio = (change: Partial<ListeningFacts> = {}) =>
  observe(facts({ audio: { enabled: true, listening: listening(change) } })).audio;
const { activity, metrics } = capturing();

describe('the screen', () => {
  test('is captured while rows are written, and only up to its last sign of life', () => {
    const written = { ...metrics, lastDbWriteAtMs: NOW_MS - 59_999 };
    expect(screen({ metrics: written })).toEqual({
      state: 'captured',
      cause: undefined,
      provenAtMs: NOW_MS - 1_000,
    });
    expect(screen({ metrics: { ...written, lastDbWriteAtMs: NOW_MS - 60_000 } })?.state).toBe(
      'idle',
    );
  });

  test.each([
    ['locked', { isLocked: true }],
    ['excluded', { isExcluded: true }],
    ['idle', { isDark: true }],
  ])('is %s when the desktop says so', (state, change) => {
    expect(screen({ activity: { ...activity, ...change } })?.state).toBe(state);
  });

  test('is paused by hand and off by the settings', () => {
    expect(screen({ isRunning: false })?.state).toBe('paused');
    expect(observe(facts({ vision: { enabled: false } })).screen).toMatchObject({
      state: 'off',
      cause: 'it is turned off',
    });
  });

  test('has failed with its cause when the display is missing or frozen, even after fresh rows', () => {
    const status = { kind: 'error' as const, message: 'the display does not answer' };
    const fresh = { ...metrics, lastDbWriteAtMs: NOW_MS - 1 };
    expect(screen({ status, metrics: fresh })).toEqual({
      state: 'failed',
      cause: 'the display does not answer',
      provenAtMs: NOW_MS,
    });
  });

  test('has failed when frames are lost or wait', () => {
    expect(screen({ metrics: { ...metrics, lastFault: fault } })).toMatchObject({
      state: 'failed',
      cause: 'the disk is full',
    });
    expect(screen({ metrics: { ...metrics, oldestWaitMs: 60_000 } })?.state).toBe('failed');
  });

  test('is not known while it is opened for the first time', () => {
    expect(screen({ activity: { ...activity, isStarting: true } })).toBeUndefined();
    expect(screen({ activity: { ...activity, aliveAtMs: undefined } })).toBeUndefined();
  });
});

describe('sound', () => {
  test('is idle in a quiet room and captured when recordings are kept', () => {
    expect(audio()).toEqual({ state: 'idle', cause: undefined, provenAtMs: NOW_MS - 300 });
    const kept = { ...listening().metrics, lastKeptAtMs: NOW_MS - 1_000 };
    expect(audio({ metrics: kept })?.state).toBe('captured');
  });

  test('stays idle in a quiet room while old recordings get their text', () => {
    const texts = { ...listening().metrics, lastDbWriteAtMs: NOW_MS - 5 };
    expect(audio({ metrics: texts })?.state).toBe('idle');
  });

  test('has failed when nothing is heard since the clock was set back', () => {
    const set = { ...DESK, lastHeardAtMs: NOW_MS + 3_600_000 };
    expect(audio({ devices: [set] })?.state).toBe('failed');
    const kept = { ...listening().metrics, lastKeptAtMs: NOW_MS + 3_600_000 };
    expect(audio({ metrics: kept })?.state).toBe('idle');
  });

  test('is proven only as far as all devices delivered it', () => {
    const late = { ...DESK, name: 'Room (output)', lastHeardAtMs: NOW_MS - 2_000 };
    expect(audio({ devices: [DESK, late] })?.provenAtMs).toBe(NOW_MS - 2_000);
  });

  test('has failed when a device delivers nothing, although another does', () => {
    const frozen = { ...DESK, name: 'Room (output)', lastHeardAtMs: NOW_MS - 5_000 };
    expect(audio({ devices: [DESK, frozen] })).toMatchObject({
      state: 'failed',
      cause: 'Room (output): it delivers no sound',
    });
  });

  test('is paused when a person has stopped it', () => {
    expect(audio({ isRunning: false })?.state).toBe('paused');
    expect(audio({ devices: [{ ...DESK, state: 'stopped' }] })?.state).toBe('paused');
  });

  test('has failed without a sound server', () => {
    const status = { kind: 'unavailable' as const, message: 'no sound server answers' };
    expect(audio({ status, devices: [] })?.cause).toBe('no sound server answers');
  });

  test('is not known before the first sound, and failed when there is no device for long', () => {
    expect(audio({ devices: [{ ...DESK, lastHeardAtMs: undefined }] })).toBeUndefined();
    expect(audio({ devices: [] })?.state).toBe('failed');
    const started = facts({
      audio: { enabled: true, listening: listening({ devices: [] }) },
      startedAtMs: NOW_MS - 5_000,
    });
    expect(observe(started).audio).toBeUndefined();
  });
});

describe('input', () => {
  const input = (change: Partial<typeof activity.input>) => {
    const busy = { ...activity, input: { ...activity.input, ...change } };
    return observe(facts({ vision: { enabled: true, capture: capturing({ activity: busy }) } }))
      .input;
  };

  test('is captured while events are written, idle while nobody does anything', () => {
    expect(input({ lastWriteAtMs: NOW_MS - 5 })?.state).toBe('captured');
    expect(input({})?.state).toBe('idle');
  });

  test('is off where it is not reported, and has failed when it cannot be stored', () => {
    expect(input({ isHeard: false })?.state).toBe('off');
    expect(input({ lastFault: fault })).toMatchObject({
      state: 'failed',
      cause: 'the disk is full',
    });
  });
});

test('a store that cannot be written fails every stream that is on', () => {
  const broken = facts({ store: { ...facts().store, fault, captureFault: fault } });
  const states = Object.values(observe(broken)).map((one) => one?.state);
  expect(states).toEqual(['failed', 'failed', 'failed']);
});

test('a write that is none of capture fails no stream', () => {
  const elsewhere = facts({ store: { ...facts().store, fault } });
  const states = Object.values(observe(elsewhere)).map((one) => one?.state);
  expect(states).toEqual(['idle', 'idle', 'idle']);
});

test.each([
  ['ingest.vision', 'screen'],
  ['ingest.input', 'input'],
] as const)('%s that is down fails what it would have stored', (name, stream) => {
  const part = (state: PartState['state']) =>
    facts({ parts: [{ name, restarts: 1, lastFault: fault, state }] });
  const waiting = observe(part({ kind: 'waiting', untilMs: NOW_MS + 9, failures: 1 }));
  expect(waiting[stream]).toMatchObject({ state: 'failed', cause: 'the disk is full' });
  expect(observe(part({ kind: 'failed' }))[stream]?.state).toBe('failed');
  expect(observe(part({ kind: 'running', sinceMs: 0, failures: 1 }))[stream]?.state).toBe('idle');
  expect(waiting.audio?.state).toBe('idle');
});
