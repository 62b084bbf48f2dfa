import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSkeleton } from './pipe-skeleton.ts';

test('a new pipe is written once, under a name that a pipe can have', () => {
  const parent = mkdtempSync(join(tmpdir(), 'hindcast-new-'));
  try {
    expect(writeSkeleton(parent, 'my-pipe')).toBe(undefined);
    expect(readdirSync(join(parent, 'my-pipe')).sort()).toEqual(['index.ts', 'package.json']);
    expect(writeSkeleton(parent, 'my-pipe')).toMatch(/there already/);
    expect(writeSkeleton(parent, '../outside')).toMatch(/cannot be the name/);
    expect(writeSkeleton(parent, 'store')).toMatch(/reserved/);
    expect(readdirSync(parent)).toEqual(['my-pipe']);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
