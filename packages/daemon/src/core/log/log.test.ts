import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '../errors.ts';
import { openLog } from './log.ts';
import { rotatingFile } from './rotating-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('openLog', () => {
  test('writes JSON lines from its level on and shows a person only warnings and errors', () => {
    const file = join(folder, 'logs', 'hindcast.log');
    const reported: string[] = [];
    const log = openLog({ file, level: 'info', person: { write: (line) => reported.push(line) } });
    log.debug({ count: 1 }, 'not written');
    log.child({ part: 'store' }).info({ count: 2 }, 'opened');
    log.warn({ part: 'store' }, 'slow disk');
    log.error({ err: new ServiceError({ code: 'DISK_FULL', message: 'no room' }) }, 'write failed');

    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'opened'],
      [40, 'slow disk'],
      [50, 'write failed'],
    ]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ part: 'store', count: 2 });
    expect(reported).toEqual(['warning: store: slow disk\n', 'error: write failed: no room\n']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('writes of other errors their kind and place, never their words', () => {
    const file = join(folder, 'hindcast.log');
    const reported: string[] = [];
    const log = openLog({ file, level: 'info', person: { write: (line) => reported.push(line) } });
    const cause = new SyntaxError('"what was on screen" is not JSON');
    const err = new Error('near "what was on screen"\nwhat was on screen', { cause });
    const child = log.child({ part: 'serve' });
    child.error({ err: Object.assign(err, { code: 'SQLITE_ERROR' }), route: '/search' }, 'failed');
    child.warn({ err: 'what was on screen' }, 'odd');

    const written = readFileSync(file, 'utf8');
    expect(written + reported.join('')).not.toContain('what was on screen');
    expect(JSON.parse(written.split('\n')[0] ?? '').err).toMatchObject({
      type: 'Error',
      code: 'SQLITE_ERROR',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'SyntaxError' },
    });
    expect(reported).toEqual([
      'error: serve: failed: SQLITE_ERROR (/search)\n',
      'warning: serve: odd: string\n',
    ]);
  });
});

describe('rotatingFile', () => {
  test('keeps two generations, so that it cannot fill the disk', () => {
    const file = join(folder, 'x.log');
    const out = rotatingFile(file, 100);
    for (let index = 0; index < 50; index += 1) out.write(`line number ${index}\n`);
    expect(statSync(file).size).toBeLessThanOrEqual(100);
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(100);
    expect(readFileSync(file, 'utf8')).toContain('line number 49');
  });

  test('counts what an earlier run wrote', () => {
    const file = join(folder, 'x.log');
    rotatingFile(file, 30).write('written by the earlier run\n');
    rotatingFile(file, 30).write('written now\n');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('written by the earlier run\n');
    expect(readFileSync(file, 'utf8')).toBe('written now\n');
  });

  test('loses a line rather than stop the service when it cannot write', () => {
    const file = join(folder, 'x.log');
    const out = rotatingFile(file);
    mkdirSync(file);
    expect(() => out.write('lost\n')).not.toThrow();
  });
});
