import { expect, test } from 'vitest';
import { facts, NOW_MS } from './facts.fixture.ts';
import type { KeeperFacts } from './facts.ts';
import { healthReport } from './report.ts';

const SEEN = { machineId: 'home-server', lastSeenAtMs: NOW_MS - 60_000 };
const LAPTOP: KeeperFacts = {
  role: 'device',
  isLocked: false,
  isTextOnly: false,
  lastError: null,
  keepers: [SEEN],
  waitingFiles: 3,
};

test('without a keeper, and with one that has everything, there is nothing to say', () => {
  expect(healthReport(facts())).not.toHaveProperty('keeper');
  const report = healthReport(facts({ keeper: { ...LAPTOP, waitingFiles: 0 } }));
  expect(report).toMatchObject({ status: 'healthy', verboseInstructions: null });
  expect(report.keeper?.wait).toBeUndefined();
});

test.each<[string, Partial<KeeperFacts>, string]>([
  ['is sending', {}, 'on their way'],
  ['is locked', { isLocked: true }, 'sync is locked here'],
  ['sends text only', { isTextOnly: true }, 'sync.textOnly'],
  ['cannot sync', { lastError: { message: 'the hub is full' } }, 'the hub is full'],
  [
    'has a keeper that is off',
    { keepers: [{ ...SEEN, lastSeenAtMs: Date.parse('2026-01-31T08:00:00Z') }] },
    'last seen on 2026-01-31T08:00:00.000Z',
  ],
  [
    'has a keeper that was never there',
    { keepers: [{ ...SEEN, lastSeenAtMs: null }] },
    'has not been seen',
  ],
])('a removal that waits says for whom and why: the device %s', (_name, change, reason) => {
  const report = healthReport(facts({ keeper: { ...LAPTOP, ...change } }));
  expect(report.status).toBe('healthy');
  expect(report.keeper?.wait).toMatchObject({ files: 3, machineId: 'home-server' });
  expect(report.keeper?.wait?.reason).toContain(reason);
  expect(report.verboseInstructions).toContain('3 old pictures or recordings stay here');
  expect(report.verboseInstructions).toContain('home-server');
});

test.each<[string, Partial<KeeperFacts>, string]>([
  ['has not read the logs', {}, 'has not read what the others have sent'],
  ['is locked', { isLocked: true }, 'sync is locked here'],
  ['cannot sync', { lastError: { message: 'no way to the hub' } }, 'no way to the hub'],
])('a removal waits until a keeper can be known: the device %s', (_name, change, reason) => {
  const report = healthReport(facts({ keeper: { ...LAPTOP, keepers: [], ...change } }));
  expect(report.keeper?.wait).toMatchObject({ files: 3, machineId: null });
  expect(report.keeper?.wait?.reason).toContain(reason);
  expect(report.verboseInstructions).toContain('whether your devices have a keeper');
});

test('a keeper without its keys is a fault, one with them is not', () => {
  const keeper: KeeperFacts = { ...LAPTOP, role: 'keeper', keepers: [], waitingFiles: 0 };
  const off = { enabled: false };
  const well = healthReport(facts({ keeper, vision: off, audio: off }));
  expect(well).toMatchObject({ status: 'healthy', message: 'all systems are working (keeper)' });
  const locked = healthReport(facts({ keeper: { ...keeper, isLocked: true } }));
  expect(locked).toMatchObject({
    status: 'degraded',
    message: 'some systems are not working: sync (the keeper is locked)',
  });
  expect(locked.verboseInstructions).toContain('hindcast sync init --stay-unlocked');
});

test('a keeper whose last round failed does not say that all is working', () => {
  const lastError = { message: 'the disk is full' };
  const keeper: KeeperFacts = {
    ...LAPTOP,
    role: 'keeper',
    keepers: [],
    waitingFiles: 0,
    lastError,
  };
  const report = healthReport(facts({ keeper }));
  expect(report).toMatchObject({
    status: 'degraded',
    message: 'some systems are not working: sync (the last round of the keeper failed)',
  });
  expect(report.verboseInstructions).toContain('the disk is full');
});
