import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { desktopNotifier } from './notifier.ts';

// Shell scripts take the place of the programs of other systems.
describe.skipIf(process.platform === 'win32')('a notification on another system', () => {
  let folder: string;
  const path = process.env.PATH;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hindcast-notify-'));
    process.env.PATH = [folder, path].join(delimiter);
  });
  afterEach(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes down what it was given, each argument with an end that no text has. */
  function program(name: string, exitCode: number): void {
    const file = join(folder, name);
    writeFileSync(
      file,
      `#!/bin/sh\nprintf '%s\\036' "$@" > '${join(folder, 'given')}'\nexit ${exitCode}\n`,
    );
    chmodSync(file, 0o755);
  }
  const given = () => readFileSync(join(folder, 'given'), 'utf8').split('\u001e').slice(0, -1);

  const TITLE = `a "quoted" title`;
  const BODY = `it's $(touch x); \`y\` \\ end\n& more`;

  test('is shown by macOS with texts that are no part of the script', async () => {
    program('osascript', 0);
    const notifier = desktopNotifier({ platform: 'darwin', sessionBusAddress: undefined });
    expect(await notifier.notify(TITLE, BODY)).toBe(true);
    const [flag, script, ...texts] = given();
    expect([flag, ...texts]).toEqual(['-e', TITLE, BODY]);
    expect(script).toContain('display notification (item 2 of argv)');
  });

  test('is shown by Windows with texts that are no part of the script', async () => {
    program('powershell.exe', 0);
    const notifier = desktopNotifier({ platform: 'win32', sessionBusAddress: undefined });
    expect(await notifier.notify(TITLE, BODY)).toBe(true);
    const script = given().at(-1) ?? '';
    const texts = [...script.matchAll(/FromBase64String\('([A-Za-z0-9+/=]*)'\)/g)].map(([, text]) =>
      Buffer.from(text ?? '', 'base64').toString('utf8'),
    );
    expect(texts).toEqual([TITLE, BODY]);
    expect(script).not.toContain('touch');
  });

  test('that cannot be shown is reported to the pipe', async () => {
    program('osascript', 1);
    const failing = desktopNotifier({ platform: 'darwin', sessionBusAddress: undefined });
    expect(await failing.notify(TITLE, BODY)).toBe(false);
    const nobody = desktopNotifier({ platform: 'linux', sessionBusAddress: undefined });
    expect(await nobody.notify(TITLE, BODY)).toBe(false);
    const elsewhere = { platform: 'linux', sessionBusAddress: `unix:path=${folder}/none` } as const;
    expect(await desktopNotifier(elsewhere).notify(TITLE, BODY)).toBe(false);
    const unknown = desktopNotifier({ platform: 'aix', sessionBusAddress: undefined });
    expect(await unknown.notify(TITLE, BODY)).toBe(false);
  });
});
