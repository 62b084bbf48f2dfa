import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draw } from './screens.fixture.ts';

const DRAWING = { texts: [{ text: 'Invoices of 1,204 customers', x: 40, y: 60 }] };

test('a machine without fonts draws the same text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-no-fonts-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, '<fontconfig></fontconfig>');
  const module = new URL('./screens.fixture.ts', import.meta.url).href;
  const script = `
    const { createHash } = await import('node:crypto');
    const { draw } = await import(${JSON.stringify(module)});
    const { pixels } = await draw(${JSON.stringify(DRAWING)});
    console.log(createHash('sha256').update(pixels).digest('hex'));`;
  const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, FONTCONFIG_FILE: file },
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  rmSync(folder, { recursive: true });
  const { pixels } = await draw(DRAWING);
  expect(elsewhere.trim()).toBe(createHash('sha256').update(pixels).digest('hex'));
  expect(pixels.some((value) => value < 64)).toBe(true);
});
