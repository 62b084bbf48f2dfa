import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAgreement } from './agreement.ts';

const NOW_MS = Date.parse('2026-11-17T12:00:00.000Z');
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-agreement-'));
  file = join(folder, 'agreement.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (isRequired = true, nowMs = NOW_MS) =>
  openAgreement({ file, isRequired, nowMs: () => nowMs });

test('is waited for until it is given, and survives a restart', () => {
  const agreement = open();
  expect([agreement.state(), agreement.givenAtMs()]).toEqual(['waiting', undefined]);
  agreement.give();
  expect([agreement.state(), agreement.givenAtMs()]).toEqual(['given', NOW_MS]);
  const later = open(true, NOW_MS + 1_000);
  later.give();
  expect([later.state(), later.givenAtMs()]).toEqual(['given', NOW_MS]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('is not waited for from source, and a file that was given counts everywhere', () => {
  expect(open(false).state()).toBe('not_required');
  open(false).give();
  expect(open().state()).toBe('given');
});

test.each(['', '{}', '{"given_at":"soon"}', '[]', 'null'])(
  'a damaged file (%s) asks again',
  (text) => {
    writeFileSync(file, text);
    const agreement = open();
    expect(agreement.state()).toBe('waiting');
    agreement.give();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      given_at: '2026-11-17T12:00:00.000Z',
    });
  },
);
