import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  let out: string;
  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'hindcast-training-'));
  });
  afterAll(() => rmSync(out, { recursive: true }));

  test('teaches a tiny network to read digits', { timeout: 300_000 }, () => {
    expect(python('train.py', 'tiny', '--steps', TINY_STEPS, '--out', out)).toMatchObject({
      'character errors': expect.toSatisfy((errors: number) => errors < MOST_ERRORS),
    });
  });

  test('gives every shape one column of scores for two pixels', () => {
    const columns = `
import json, torch, network
read = lambda shape: list(network.create(shape, 5)(torch.zeros(2, 1, 32, 60)).shape)
print(json.dumps([read(shape) for shape in network.SHAPES]))`;
    for (const shape of python('-c', columns) as number[][]) expect(shape).toEqual([2, 30, 5]);
  });

  test('learns most from scores like those of its teacher, inside of the line', () => {
    const losses = `
import json, torch
from loss import teacher_loss
taught = torch.tensor([[[4.0, 0, 0], [0, 4, 0], [0, 0, 4]]])
other = taught.flip(2)
beyond = torch.cat([taught[:, :2], other[:, 2:]], 1)
print(json.dumps([float(teacher_loss(each, taught, torch.tensor([2]))) for each in (taught, beyond, other)]))`;
    const [same, beyond, other] = python('-c', losses) as [number, number, number];
    expect(beyond).toBeCloseTo(same);
    expect(other).toBeGreaterThan(same + 1);
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

const canRun = spawnSync(PYTHON, ['--version']).status === 0;

test.skipIf(!canRun)(
  'puts Thai letters in the place of those that look alike, and of no others',
  () => {
    const drawn = `
import json, random
from text import THAI_ALIKE, Lines
lines = Lines.__new__(Lines)
lines.random, lines.files = random.Random(1), {"thai": ["บปOKกข ายื่ว"]}
print(json.dumps({"groups": THAI_ALIKE, "lines": [lines.thai_alike() for _ in range(200)]}))`;
    const { groups, lines } = python('-c', drawn) as { groups: string[]; lines: string[] };
    const letters = groups.join('');
    expect(new Set(letters).size).toBe(letters.length);
    const shown = lines.map((line) => Array.from(line));
    const at = (place: number) => [...new Set(shown.map((line) => line[place]))].sort().join('');
    expect(at(0)).toBe('บปษ');
    expect(at(5)).toBe('ขฃชซ');
    expect(lines.map((line) => line.slice(2, 4) + line.slice(6, 10))).toEqual(
      lines.map(() => 'OK ายื'),
    );
  },
);

test.skipIf(!canRun)('names under icons are one to three words of one script', () => {
  const drawn = `
import json, random
from text import Lines
lines = Lines.__new__(Lines)
lines.random = random.Random(1)
texts = {"english": "open file_name in window", "latin": "été à la mer", "cyrillic": "все файлы и папки", "greek": "το νέο όνομα εδώ"}
lines.files = {kind: [text] for kind, text in texts.items()}
print(json.dumps([lines.label() for _ in range(200)]))`;
  const names = new Set(python('-c', drawn) as string[]);
  expect(names).toContain('Open');
  expect(names).toContain('Open filename in');
  expect(names).toContain('Все файлы');
  expect(names).toContain('Το');
  for (const name of names) expect(name.split(' ').length).toBeLessThanOrEqual(3);
});

const canRewrite = spawnSync(PYTHON, ['-c', 'import numpy, onnx']).status === 0;

describe.skipIf(!canRewrite)('the classes of a network in groups', () => {
  const inGroups = `
import json, numpy
from fast_ends import grouped, ungrouped
classes = numpy.arange(70)
rows = grouped(classes, -1)
print(json.dumps({"groups": rows.reshape(-1, 32).tolist(), "back": ungrouped(rows, 70).tolist()}))`;

  test('are spread so that neighbours in the alphabet are in different groups', () => {
    const { groups, back } = python('-c', inGroups) as { groups: number[][]; back: number[] };
    expect(groups).toHaveLength(3);
    expect(groups[1]?.slice(0, 3)).toEqual([1, 4, 7]);
    expect(groups[2]?.at(-1)).toBe(-1);
    expect(back).toEqual(Array.from({ length: 70 }, (_, i) => i));
  });
});
