/**
 * The Debian package for the other CPU, which QEMU runs: everything with machine code of that CPU does its work once. The kernel names
 * QEMU as the program of each process there, so what looks for running services (upgrade, removal) is tested on this CPU only.
 */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DebianFolder,
  makeDebianFolder,
  reasonAgainstDebian,
} from '../../support/debian-folder.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../support/desktop.ts';
import { otherArchitecture } from '../../support/emulation.ts';
import { type InstalledService, startInstalled } from '../../support/installed-service.ts';
import { builtPackage, CACHE, expectPromisedSize, version } from './built-package.ts';

const suite = 'bookworm';
const architecture = otherArchitecture;
/** QEMU takes ten to fifty times as long. */
const WITHIN_MS = 1_200_000;

describe(`in a fresh Debian (${suite}) for ${architecture}`, () => {
  let reason = reasonAgainstDebian({ suite, architecture }) ?? whyNoDesktop();
  let debian: DebianFolder | undefined;
  let desktop: Desktop | undefined;
  let service: InstalledService | undefined;

  beforeAll(async () => {
    if (reason !== undefined) return;
    try {
      debian = await makeDebianFolder({ suite, architecture }, CACHE);
    } catch (error) {
      reason = `it could not be fetched: ${String(error).split('\n')[0]}`;
      return;
    }
    copyFileSync(builtPackage(architecture), join(debian.folder, 'tmp', 'new.deb'));
  });

  afterAll(async () => {
    if (reason !== undefined)
      process.stdout.write(`Nothing was tested for ${architecture}: ${reason}.\n`);
    await service?.stop();
    await desktop?.stop();
    debian?.remove();
  });

  /** Skips the test, with the reason printed at the end, where that CPU cannot be had. */
  function inDebian(name: string, act: (debian: DebianFolder) => Promise<void>): void {
    test(
      name,
      async ({ skip }) => {
        if (debian === undefined) return skip(reason);
        await act(debian);
      },
      WITHIN_MS,
    );
  }

  /** Stops the service of the previous test first, also where that failed. */
  async function start(folder: DebianFolder, flags: string, env?: Record<string, string>) {
    await service?.stop();
    service = undefined;
    service = await startInstalled(folder, flags, env);
  }

  async function ask(path: string, body?: unknown) {
    const response = await fetch(`${service?.url}${path}`, {
      signal: AbortSignal.timeout(WITHIN_MS),
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return response.json() as Promise<Record<string, unknown>>;
  }

  const eventually = <T>(look: () => Promise<T>) =>
    expect.poll(look, { timeout: WITHIN_MS, interval: 2_000 });

  const port = () => new URL(service?.url ?? '').port;

  /** How many matches the installed command finds in the service that runs. */
  async function matches({ asPerson }: DebianFolder, words: string): Promise<number> {
    const { output } = await asPerson(`hindcast search ${words} --port ${port()} --json`);
    return JSON.parse(output).data.length;
  }

  inDebian('the package is not larger than promised', async ({ folder }) =>
    expectPromisedSize(join(folder, 'tmp', 'new.deb')),
  );

  inDebian('it installs', async ({ asRoot, asPerson }) => {
    const install = 'apt-get install -y -q --no-install-recommends /tmp/new.deb';
    const said = await asRoot(`apt-get update -q && ${install}`);
    expect(said).toContain('records nothing yet. Open it from the menu');
    expect((await asPerson('hindcast --version')).output.trim()).toBe(version);
    expect((await asPerson('hindcast-hub --help')).output).toContain('Usage: hindcast-hub');
  });

  inDebian('it plays the sample day, and its words are found', async (folder) => {
    await start(folder, '--replay --data-dir ~/sample');
    await eventually(async () => (await ask('/health')).status).toBe('healthy');
    await eventually(() => matches(folder, 'harbour')).not.toBe(0);
  });

  inDebian('speech becomes text', async () => {
    const { data } = (await ask('/search?content_type=audio&q=photos&limit=1')) as {
      data: { content: { chunk_id: number } }[];
    };
    const body = { audio_chunk_ids: data.map(({ content }) => content.chunk_id) };
    // Again when the process took so long that the service ended it.
    await eventually(async () => {
      const { transcriptions } = await ask('/audio/retranscribe', body);
      return (transcriptions as { new_text: string }[] | undefined)?.[0]?.new_text;
    }).toContain('photos');
  });

  inDebian('it records a real screen, reads it, and makes a video of it', async (folder) => {
    desktop = await startDesktop();
    // After ten minutes the X server would blank the screen, and a blank screen is not recorded.
    await desktop.run('xset', 's', 'off');
    const env = { DISPLAY: desktop.display, HINDCAST_REPLAY: 'off' };
    await start(folder, '--accept --disable-audio', env);
    const shown = ['-fa', 'DejaVu Sans Mono', '-fs', '18', '-title', 'marmalade', '-e'];
    await desktop.open(
      'xterm',
      [...shown, 'echo the marmalade of spring; sleep 3600'],
      'marmalade',
    );
    // The title has the word, too: "spring" was read.
    await eventually(() => matches(folder, 'marmalade spring')).not.toBe(0);
    const range = `--port ${port()} --from "1h ago"`;
    const { output } = await folder.asPerson(`hindcast export ${range} -o day.mp4`);
    expect(output).toContain('day.mp4');
    await service?.stop();
    service = undefined;
  });

  inDebian('its store can be encrypted and opened again', async (folder) => {
    writeFileSync(join(folder.home, 'passphrase'), 'four words of spring\n', { mode: 0o644 });
    const env = { HINDCAST_PASSPHRASE_FILE: 'passphrase', HINDCAST_REPLAY: 'off' };
    const { code, output } = await folder.asPerson('hindcast encrypt --yes', env);
    expect([code, output]).toEqual([0, expect.stringContaining('encrypted')]);
    await start(folder, '--disable-vision --disable-audio', env);
    await eventually(() => matches(folder, 'marmalade')).not.toBe(0);
    await service?.stop();
    service = undefined;
  });

  inDebian('a removal and a purge leave the data', async ({ asRoot, home, folder }) => {
    const said = await asRoot('apt-get purge -y -q hindcast');
    expect(said).toContain('/home/anna/.hindcast\n');
    expect(existsSync(join(home, '.hindcast', 'db.sqlite'))).toBe(true);
    expect(existsSync(join(folder, 'usr/bin/hindcast'))).toBe(false);
  });
});
