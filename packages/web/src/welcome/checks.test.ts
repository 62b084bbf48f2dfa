import { expect, test } from 'vitest';
import type { HealthReport } from '../data/health.ts';
import { checksOf, noPicture, wordsOf } from './checks.ts';

const report = (change: Partial<HealthReport>): HealthReport => ({
  status: 'healthy',
  last_frame_timestamp: null,
  last_audio_timestamp: null,
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
const states = (change: Partial<HealthReport>, sounds = [{ name: 'mic' }]) =>
  checksOf(report(change), { displays: [1], sounds }).map(
    ({ title, state }) => `${title}: ${state}`,
  );

test('a machine on which all works has nothing missing', () => {
  expect(states({})).toEqual(['Screen and its text: ok', 'Sound: ok', 'Left out: ok']);
});

test('what is missing comes with words, and with a command where one helps', () => {
  expect(states({ frame_status: 'stale', verbose_instructions: 'allow it' })[0]).toContain(
    'missing',
  );
  const [, sound] = checksOf(report({}), { displays: [], sounds: [] });
  expect(sound).toMatchObject({ state: 'missing', command: expect.stringContaining('pulseaudio') });
  const sampleDay = report({ message: 'replay of a sample day' });
  const [sample] = checksOf(sampleDay, undefined, { startCommand: 'hindcast start' });
  expect(sample?.state).toBe('missing');
  expect(sample?.command).toBe('DISPLAY=:0 hindcast start --no-replay');
  const [fromSource] = checksOf(sampleDay, undefined, { startCommand: 'npm start' });
  expect(fromSource?.command).toBe('DISPLAY=:0 npm start -- --no-replay');
});

test('seconds are counted only while a picture is on its way', () => {
  const wait = (change: Partial<HealthReport>, isReachable = true) =>
    noPicture({ report: report(change), isReachable });
  expect(wait({})).toEqual({ text: 'Waiting for the first picture…', isComing: true });
  expect(wait({}, false)).toEqual({ text: 'Waiting for the service…', isComing: true });
  expect(wait({ frame_status: 'disabled' })).toEqual({
    text: 'The screen is not recorded, so there is no picture.',
    isComing: false,
  });
  expect(wait({ frame_status: 'stale' }).isComing).toBe(false);
  expect(wait({ frame_status: 'not_started' }).isComing).toBe(false);
});

test('what is paused is not called off in the settings', () => {
  const paused: Partial<HealthReport> = {
    paused: true,
    paused_streams: ['screen', 'sound'],
    frame_status: 'disabled',
    audio_status: 'disabled',
  };
  expect(noPicture({ report: report(paused), isReachable: true }).text).toContain('paused');
  const texts = checksOf(report(paused), undefined).map(({ text }) => text);
  expect(texts.slice(0, 2)).toEqual(['Paused by you.', 'Paused by you.']);
});

test('a screen that cannot be recorded says why', () => {
  const why = 'The screen cannot be captured: display :0 cannot be opened.';
  const [screen] = checksOf(
    report({ frame_status: 'not_started', verbose_instructions: why }),
    undefined,
  );
  expect(screen?.text).toBe(why);
});

test('private windows are not called left out by those who keep them', () => {
  const settings = [{ key: 'vision.privateBrowsing', value: true }];
  const [, , left] = checksOf(report({}), undefined, { settings });
  expect(left?.text).toContain('Private windows are');
});

test('words to try are long, different, and in the order of the screen', () => {
  expect(wordsOf('a Deposit deposit of thirty percent with the Enclosures ordered')).toEqual([
    'deposit',
    'percent',
    'Enclosures',
    'ordered',
  ]);
  expect(wordsOf('to be')).toEqual([]);
});
