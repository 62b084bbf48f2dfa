import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { HELD_OUT_FONTS } from '../../bench/ocr/look.ts';

const PYTHON = '/usr/bin/python3';
const FOLDER = import.meta.dirname;
// Blind output has no right character: one error for each.
const CHANCE = 100;

const missing = missingParts();
if (missing !== undefined) console.log(`training of the screen reader not tested: ${missing}`);

function missingParts(): string | undefined {
  const found = spawnSync(PYTHON, ['-c', 'import numpy, PIL, torch'], { encoding: 'utf8' });
  if (found.error !== undefined) return `no ${PYTHON}`;
  return found.status === 0 ? undefined : 'no python3-torch, python3-pil or python3-numpy';
}

function python(...args: string[]): string {
  return execFileSync(PYTHON, args, { cwd: FOLDER, encoding: 'utf8' });
}

describe.skipIf(missing !== undefined)('training of the screen reader', () => {
  const out = mkdtempSync(join(tmpdir(), 'hindcast-training-'));
  afterAll(() => rmSync(out, { recursive: true }));

  test('a tiny network learns to read digits', { timeout: 300_000 }, () => {
    const output = python('train.py', 'tiny', '--steps', '160', '--out', out);
    const result = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(result['character errors']).toBeLessThan(CHANCE / 2);
  });
});

test('no font of the held-out bench pages is trained on', () => {
  const list = execFileSync('cat', [join(FOLDER, 'font_list.py')], { encoding: 'utf8' });
  const trained = list.slice(0, list.indexOf('# Families that no gradient has seen')).toLowerCase();
  const names = Object.values(HELD_OUT_FONTS).flat();
  const isTrained = (family: string) => {
    const words = family.toLowerCase().split(' ');
    return (
      new RegExp(`(^|\\s)${words.join('-')}(\\s|$)`, 'm').test(trained) ||
      trained.includes(`/${words.join('')}-`)
    );
  };
  expect(names.filter(isTrained)).toEqual([]);
});
