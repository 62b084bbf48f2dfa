import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FONTS } from '../../bench/ocr/fonts.ts';

const PYTHON = '/usr/bin/python3';
const TINY_STEPS = '160';
// In percent. A reader that guesses makes at least nine errors in ten characters.
const MOST_ERRORS = 50;

const reason = missingParts();
if (reason !== undefined) process.stderr.write(`training tests are skipped: ${reason}\n`);

function missingParts(): string | undefined {
  const parts =
    'import numpy, torch; from PIL import ImageFont; from tiny import FONT; ImageFont.truetype(FONT)';
  const { error, status } = spawnSync(PYTHON, ['-c', parts], { cwd: import.meta.dirname });
  if (error !== undefined) return `no ${PYTHON}`;
  return status === 0
    ? undefined
    : 'needs python3-torch, python3-pil, python3-numpy, fonts-dejavu-core';
}

function python(...args: string[]): unknown {
  const output = execFileSync(PYTHON, args, { cwd: import.meta.dirname, encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

describe.skipIf(reason !== undefined)('the trainer of the screen reader', () => {
  const out = mkdtempSync(join(tmpdir(), 'hindcast-training-'));
  afterAll(() => rmSync(out, { recursive: true }));

  test('teaches a tiny network to read digits', { timeout: 300_000 }, () => {
    expect(python('train.py', 'tiny', '--steps', TINY_STEPS, '--out', out)).toMatchObject({
      'character errors': expect.toSatisfy((errors: number) => errors < MOST_ERRORS),
    });
  });

  test('never sees the fonts of the held-out pages', () => {
    const trained = python('font_list.py', '--families') as string[];
    const spelled = (family: string) => family.toLowerCase().replaceAll(' ', '');
    expect(trained).toContain('dejavusans');
    for (const family of Object.values(FONTS['held-out']).flat()) {
      expect(trained).not.toContain(spelled(family));
    }
  });
});
