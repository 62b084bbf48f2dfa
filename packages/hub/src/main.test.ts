import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a reader that has seen enough, as head does, is no fault', async () => {
  const program = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(complaint).not.toContain('EPIPE');
});
