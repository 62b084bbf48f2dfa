import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { desktopEntry } from './autostart.ts';
import { commandIn, whereOf } from './kept-command.ts';
import { NODE_FLAGS } from './node-flags.ts';
import { unitText } from './unit.ts';

const COMMAND = [
  process.execPath,
  ...NODE_FLAGS,
  '/opt/a folder/100 %/$HOME "x".js',
  '--data-dir=/media/my disk',
];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-unit-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('the unit', () => {
  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
    'has nothing that systemd complains of',
    () => {
      const file = write('hindcast.service', unitText(COMMAND));
      const { stderr, error } = spawnSync('systemd-analyze', ['--user', 'verify', file], {
        encoding: 'utf8',
        env: { ...process.env, XDG_RUNTIME_DIR: folder },
      });
      expect(error).toBeUndefined();
      // It exits with 0 whatever it finds.
      expect(stderr.split('\n').filter((line) => line.includes('hindcast'))).toEqual([]);
    },
  );

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('would show a mistake', () => {
    const file = write('hindcast.service', `${unitText(COMMAND)}\n[Service]\nNoSuchKey=1\n`);
    const { stderr } = spawnSync('systemd-analyze', ['--user', 'verify', file], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    });
    expect(stderr).toContain('NoSuchKey');
  });

  test('quotes what systemd would read as its own', () => {
    expect(unitText(COMMAND)).toContain('"/opt/a folder/100 %%/$$HOME \\"x\\".js"');
  });
});

describe('the desktop entry', () => {
  test.skipIf(!existsSync('/usr/bin/desktop-file-validate'))('is valid', () => {
    const file = write('hindcast.desktop', desktopEntry(COMMAND));
    const { stdout, status } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });
});

describe.each([
  ['unit', unitText],
  ['desktop entry', desktopEntry],
])('the command in the %s', (_name, textOf) => {
  test('is read back as it was', () => {
    expect(commandIn(textOf(COMMAND))).toEqual(COMMAND);
  });

  test('says which service it runs', () => {
    expect(whereOf(commandIn(textOf(COMMAND)))).toEqual({ dataDir: '/media/my disk' });
  });
});

test('a file of somebody else has no command', () => {
  expect(commandIn('[Service]\nExecStart=/bin/true\n')).toEqual([]);
});
