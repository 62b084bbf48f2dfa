import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#store/testing/temporary-store.ts';

const SESSION = join(import.meta.dirname, 'keyring-session.fixture.ts');
const KEY = Buffer.alloc(32, 7).toString('hex');
// Not among the packages of the tests: every desktop session of theirs would get one then, and be asked to unlock it.
const hasKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

/** Starts the real keyring, unlocked, on the bus of the session, and then the program. */
const WITH_KEYRING = `
printf pw | gnome-keyring-daemon --unlock --components=secrets --control-directory="$XDG_RUNTIME_DIR/keyring" >/dev/null
exec "$@"`;

function run(folder: string, command: string[], env: Record<string, string> = {}) {
  const home = join(folder, 'home');
  const runtime = join(folder, 'run');
  for (const path of [home, runtime]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const [program = '', ...args] = [...command, process.execPath, SESSION, folder, 'one'];
  const done = spawnSync(program, args, {
    env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: runtime, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { ...done, seen: JSON.parse(done.stdout || '{}') as unknown };
}

describe('the key over restarts', () => {
  test('is in the keyring of the system, not in the file, and goes from there', async ({
    skip,
  }) => {
    skip(!hasKeyring, 'dbus-run-session and gnome-keyring-daemon are not both here');
    await using folder = await temporaryFolder();
    const { seen, stderr } = run(folder.path, [
      'dbus-run-session',
      '--',
      'sh',
      '-c',
      WITH_KEYRING,
      'sh',
    ]);
    expect({ seen, stderr }).toMatchObject({
      seen: { isInFile: false, kept: KEY, token: 'token', isFoundByOthers: false, after: null },
    });
    expect(seen).toMatchObject({ inKeyring: null });
  }, 90_000);

  test('is in a file of its owner where there is no keyring', async () => {
    await using folder = await temporaryFolder();
    const nowhere = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder.path}/nobody` };
    const { seen } = run(folder.path, [], nowhere);
    const expected = { isInFile: true, kept: KEY, after: null };
    expect(seen).toMatchObject(
      // Other systems have a keyring that is always there.
      process.platform === 'linux' ? { ...expected, inKeyring: 'SYNC_KEYRING_UNAVAILABLE' } : {},
    );
  }, 90_000);
});
