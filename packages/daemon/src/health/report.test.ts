import { expect, test } from 'vitest';
import { capturing, DESK, facts, listening, NOW_MS } from './facts.fixture.ts';
import { needsProof } from './facts.ts';
import { healthReport } from './report.ts';

test('a healthy service says so, with every figure', () => {
  const newest = { lastFrameAtMs: NOW_MS - 1000, lastTranscriptAtMs: NOW_MS - 2000 };
  const monitor = { id: 1, name: 'DP-1', stableId: 'DP-1', width: 1920, height: 1080 };
  const status = {
    kind: 'ok' as const,
    monitors: [{ ...monitor, x: 0, y: 0, isPrimary: true }] as never,
  };
  const given = facts({ newest, vision: { enabled: true, capture: capturing({ status }) } });
  expect(healthReport(given)).toEqual({
    status: 'healthy',
    dataDir: '/data',
    lastFrameAtMs: NOW_MS - 1000,
    lastAudioAtMs: NOW_MS - 2000,
    frameStatus: 'ok',
    audioStatus: 'ok',
    message: 'all systems are working',
    verboseInstructions: null,
    deviceStatusDetails: null,
    pauses: {},
    isWaitingForAgreement: false,
    monitors: ['Display 1 (1920x1080)'],
    vision: given.vision.capture?.metrics,
    audio: given.audio.listening?.metrics,
    store: given.store,
    isStalled: { vision: false, audio: false },
    parts: [],
  });
});

test('a degraded one names what is wrong and what to do, each thing once', () => {
  const lost = { ...DESK, state: 'waiting' as const, detail: 'its stream broke' };
  const report = healthReport(
    facts({
      vision: {
        enabled: true,
        capture: capturing({ status: { kind: 'error', message: 'the display is missing' } }),
      },
      audio: { enabled: true, listening: listening({ devices: [DESK, lost, lost] }) },
    }),
  );
  expect(report.message).toBe(
    'some systems are not working: vision (not started), audio (a device is not heard)',
  );
  expect(report.verboseInstructions).toBe(
    'The screen cannot be captured: the display is missing. Sound cannot be recorded: Desk (input): its stream broke.',
  );
  expect(report.deviceStatusDetails).toBe(
    'Desk (input): recording (heard 0 s ago), Desk (input): its stream broke (heard 0 s ago), Desk (input): its stream broke (heard 0 s ago)',
  );
});

test('notes about what is left out do not make it degraded', () => {
  const status = { kind: 'ok' as const, monitors: [], note: 'A browser is left out.' };
  const report = healthReport(facts({ vision: { enabled: true, capture: capturing({ status }) } }));
  expect([report.status, report.verboseInstructions]).toEqual([
    'healthy',
    'A browser is left out.',
  ]);
});

test('damaged files and a budget that is used up are reported, and recording is well', () => {
  const report = healthReport(
    facts({
      scrub: { checked: 9, broken: 2, lastCheckedMs: NOW_MS },
      governor: { note: 'Less is done, because of the budget.', isPaused: false },
    }),
  );
  expect(report.status).toBe('healthy');
  expect(report.verboseInstructions).toContain('Less is done, because of the budget.');
  expect(report.verboseInstructions).toContain('2 media files are damaged');
  expect(report.verboseInstructions).toContain('"hindcast doctor --fix"');
  expect(report.scrub).toMatchObject({ checked: 9, broken: 2 });
});

test('a place of old pictures that does not answer is reported, and recording is well', () => {
  const place = {
    place: '/mnt/nas',
    waiting: 3,
    moved: 9,
    movedBytes: 900,
    lost: 0,
    removing: 0,
    cachedBytes: 0,
    lastMovedMs: null,
  };
  const fault = {
    code: 'OFFLOAD_UNREACHABLE',
    message: 'it is away',
    hint: 'Connect it.',
    atMs: 1,
  };
  const failing = healthReport(facts({ offload: { ...place, fault } }));
  expect(failing.status).toBe('healthy');
  expect(failing.verboseInstructions).toContain('It is away. Connect it.');
  const lost = healthReport(facts({ offload: { ...place, lost: 2, fault: undefined } }));
  expect(lost.verboseInstructions).toContain('2 pictures or recordings are no longer at the place');
});

test('a battery that is saved is reported as the reason of a pause', () => {
  const vision = { enabled: true, capture: capturing({ isRunning: false }) };
  const report = healthReport(facts({ vision, governor: { note: 'saved', isPaused: true } }));
  expect(report.message).toBe('capture is paused: the machine runs on battery');
});

test('a replay is reported as one', () => {
  const off = { vision: { enabled: false }, audio: { enabled: false }, replay: true };
  expect(healthReport(facts(off)).message).toBe('all systems are working (replay of a sample day)');
});

test('a pause is reported, and is no fault', () => {
  const pauses = { screen: { sinceMs: 1, untilMs: null } };
  const paused = { vision: { enabled: true, capture: capturing({ isRunning: false }) }, pauses };
  const report = healthReport(facts(paused));
  expect([report.status, report.message]).toEqual(['healthy', 'capture is paused: screen']);
});

test('a side is stalled while it cannot store, and not for ever after one fault', () => {
  const stalled = (agoMs: number, store = facts().store) => {
    const lastFault = { code: 'EIO', message: 'x', hint: undefined, atMs: NOW_MS - agoMs };
    const metrics = { ...capturing().metrics, lastFault };
    const vision = { enabled: true, capture: capturing({ metrics }) };
    return healthReport(facts({ vision, store })).isStalled;
  };
  expect(stalled(500)).toEqual({ vision: true, audio: false });
  expect(stalled(61_000)).toEqual({ vision: false, audio: false });
  const captureFault = { code: 'EIO', message: 'x', hint: undefined, atMs: NOW_MS };
  const broken = { ...facts().store, fault: captureFault, captureFault };
  expect(stalled(61_000, broken)).toEqual({ vision: true, audio: true });
});

test('a fault asks for a proof until a canary has come after it', () => {
  const lastFault = { code: 'EIO', message: 'x', hint: undefined, atMs: NOW_MS - 500 };
  const metrics = { ...listening().metrics, lastFault };
  const audio = { enabled: true, listening: listening({ metrics }) };
  expect(needsProof(facts())).toBe(false);
  expect(needsProof(facts({ audio }))).toBe(true);
  const store = { ...facts().store, canaryPassedAtMs: NOW_MS - 499 };
  expect(needsProof(facts({ audio, store }))).toBe(false);
});

test('a service that waits for agreement says so before anything else, and is not degraded', () => {
  const given = facts({
    isWaitingForAgreement: true,
    vision: { enabled: false },
    audio: { enabled: false },
  });
  expect(healthReport(given)).toMatchObject({
    status: 'healthy',
    isWaitingForAgreement: true,
    frameStatus: 'disabled',
    audioStatus: 'disabled',
    message: 'waiting for your agreement: nothing is recorded',
    verboseInstructions: expect.stringContaining('hindcast accept'),
  });
  const fullDisk = { ...given, store: { ...given.store, freeBytes: 1 } };
  expect(healthReport(fullDisk)).toMatchObject({
    status: 'degraded',
    message: expect.stringMatching(/^waiting for your agreement/),
  });
});
