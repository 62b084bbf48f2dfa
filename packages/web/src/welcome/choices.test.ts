import { expect, test } from 'vitest';
import type { Setting, SettingValue } from '../data/settings/settings.ts';
import { changesOf, choicesFrom, problemOf } from './choices.ts';

const setting = (key: string, value: SettingValue, isFixed = false): Setting => ({
  key,
  value,
  default: value,
  origin: 'default',
  origin_detail: 'default',
  description: '',
  type: 'text',
  expects: '',
  secret: false,
  read_only: isFixed,
  environment: '',
  needs_restart: true,
  restart_pending: false,
});

const SETTINGS = [
  setting('vision.enabled', true),
  setting('vision.pictures', 'on'),
  setting('audio.enabled', true),
  setting('input.typing', 'count'),
  setting('vision.ignoredApps', ['Signal']),
  setting('vision.ignoredUrls', []),
  setting('retention.text', 'forever'),
];

test('choices begin as the settings are, and then change nothing', () => {
  const choices = choicesFrom(SETTINGS, true);
  expect(choices).toMatchObject({
    screen: 'pictures',
    sound: true,
    typing: 'count',
    apps: 'Signal',
    sites: '',
    keep: 'forever',
    encryption: 'off',
    startAtLogin: true,
  });
  expect(changesOf(choices, SETTINGS)).toEqual({});
});

test('only what was chosen differently is changed', () => {
  const choices = {
    ...choicesFrom(SETTINGS, false),
    sound: false,
    typing: 'off' as const,
    apps: 'Signal, bank ,, bank',
    keep: '90',
  };
  expect(changesOf(choices, SETTINGS)).toEqual({
    'audio.enabled': false,
    'input.typing': 'off',
    'vision.ignoredApps': ['Signal', 'bank'],
    'retention.text': '90',
  });
});

test('the screen can be kept as text alone', () => {
  const text = { ...choicesFrom(SETTINGS, true), screen: 'text' as const };
  expect(changesOf(text, SETTINGS)).toEqual({ 'vision.pictures': 'off' });
  const settings = [setting('vision.enabled', true), setting('vision.pictures', 'off')];
  expect(choicesFrom(settings, true).screen).toBe('text');
});

test('what the environment decides is left alone', () => {
  const settings = [setting('audio.enabled', true, true)];
  expect(changesOf({ ...choicesFrom(settings, true), sound: false }, settings)).toEqual({});
});

test('a passphrase has to be long enough and typed twice', () => {
  const choices = { ...choicesFrom(SETTINGS, true), encryption: 'passphrase' as const };
  expect(problemOf({ ...choices, passphrase: 'short', again: 'short' })).toContain('8');
  expect(problemOf({ ...choices, passphrase: 'long enough', again: 'another one' })).toContain(
    'same',
  );
  expect(
    problemOf({ ...choices, passphrase: 'long enough', again: 'long enough' }),
  ).toBeUndefined();
  expect(problemOf({ ...choices, encryption: 'keyring' })).toBeUndefined();
});
