/**
 * The Debian package in a fresh Debian, as an ordinary person has it: installed, started, recording a real X screen, upgraded with its
 * data, removed, purged.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlText } from '../../../scripts/build/deb/control.ts';
import { makePictures } from '../../faults/feed.ts';
import { makeOldStore } from '../../faults/old-store.ts';
import {
  type DebianFolder,
  makeDebianFolder,
  reasonAgainstDebian,
} from '../../support/debian-folder.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../support/desktop.ts';
import { hostArchitecture, otherArchitecture } from '../../support/emulation.ts';
import { type InstalledService, startInstalled } from '../../support/installed-service.ts';
import { builtPackage, CACHE, expectPromisedSize, version } from './built-package.ts';

const OLDER = '0.0.9';
/** Debian 12 and 13. */
const SUITES = ['bookworm', 'trixie'];

const architecture = hostArchitecture;
const work = mkdtempSync(join(tmpdir(), 'hindcast-debs-'));
const older = join(work, 'older.deb');
let deb: string;

/** The same programs under an older version. */
function repack(): void {
  const tree = join(work, 'tree');
  execFileSync('dpkg-deb', ['--raw-extract', deb, tree]);
  const control = join(tree, 'DEBIAN', 'control');
  writeFileSync(
    control,
    readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${OLDER}`),
  );
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, older]);
  rmSync(tree, { recursive: true });
}

beforeAll(() => {
  deb = builtPackage(architecture);
  repack();
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

describe('the package', () => {
  test('is not larger than promised', () => expectPromisedSize(deb));

  const noLintian = spawnSync('lintian', ['--version']).status !== 0;
  if (noLintian) process.stdout.write('No test with lintian: it is not installed.\n');

  test.skipIf(noLintian)(
    'has no error that lintian finds',
    () => {
      const { stdout } = spawnSync('lintian', ['--allow-root', '--tag-display-limit', '0', deb], {
        encoding: 'utf8',
      });
      expect(stdout.split('\n').filter((line) => line.startsWith('E:'))).toEqual([]);
      // It reads every byte of the package, and waits on a busy machine.
    },
    1_800_000,
  );
});

describe.each(SUITES)('in a fresh Debian (%s)', (suite) => {
  let reason = reasonAgainstDebian({ suite, architecture }) ?? whyNoDesktop();
  let debian: DebianFolder | undefined;
  let desktop: Desktop;
  let service: InstalledService | undefined;

  beforeAll(async () => {
    if (reason !== undefined) return;
    try {
      debian = await makeDebianFolder({ suite, architecture }, CACHE);
    } catch (error) {
      reason = `it could not be fetched: ${String(error).split('\n')[0]}`;
      return;
    }
    desktop = await startDesktop();
    copyFileSync(deb, join(debian.folder, 'tmp', 'new.deb'));
    copyFileSync(older, join(debian.folder, 'tmp', 'old.deb'));
  });

  afterAll(async () => {
    if (reason !== undefined) process.stdout.write(`Nothing was tested in ${suite}: ${reason}.\n`);
    await service?.stop();
    await desktop?.stop();
    debian?.remove();
  });

  /** Skips the test, with the reason printed at the end, where there is no such Debian. */
  function inDebian(name: string, act: (debian: DebianFolder) => Promise<void>): void {
    test(name, async ({ skip }) => {
      if (debian === undefined) return skip(reason);
      await act(debian);
    });
  }

  /** The person's session. */
  const session = () => ({ DISPLAY: desktop.display, HINDCAST_REPLAY: 'off' });
  const hindcast = (args: string) =>
    debian?.asPerson(`hindcast ${args}`, session()) ?? Promise.reject(new Error(reason));

  function start(): Promise<InstalledService> {
    if (debian === undefined) throw new Error(reason);
    return startInstalled(debian, '--accept --disable-audio', session());
  }

  /** Shows a text on the screen and waits until the installed command finds it. */
  async function showAndFind(word: string): Promise<void> {
    const shown = ['-fa', 'DejaVu Sans Mono', '-fs', '18', '-title', word, '-e'];
    await desktop.open('xterm', [...shown, `echo the ${word} of spring; sleep 600`], word);
    await expect.poll(() => matches(word), { timeout: 120_000, interval: 1_000 }).not.toBe(0);
  }

  /** How many matches the installed command finds. */
  async function matches(word: string): Promise<number> {
    return JSON.parse((await hindcast(`search ${word} --json`)).output).data.length;
  }

  inDebian('it installs with what it needs', async ({ asRoot, asPerson }) => {
    const install = 'apt-get install -y -q --no-install-recommends /tmp/old.deb';
    const said = await asRoot(`apt-get update -q && ${install}`);
    expect(said).toContain('records nothing yet. Open it from the menu');
    expect((await hindcast('--version')).output.trim()).toBe(version);
    expect((await asPerson('hindcast-hub --help')).output).toContain('Usage: hindcast-hub');
    const models = (await hindcast('models list')).output;
    expect(models).toMatch(/moonshine-tiny\s+installed/);
    expect(models).toMatch(/minilm-moments\s+installed/);
    expect((await asPerson('find /usr/lib/hindcast -writable -not -type l')).output).toBe('');
  });

  inDebian('it records a real screen and finds what was on it', async () => {
    service = await start();
    await showAndFind('marmalade');
    expect((await hindcast('status')).code).toBe(0);
  });

  inDebian('what was recorded becomes a video', async ({ home }) => {
    const { code, output } = await hindcast('export --from "1h ago" -o day.mp4');
    expect([code, output]).toEqual([0, expect.stringContaining('day.mp4')]);
    // The box that every MP4 begins with.
    expect(readFileSync(join(home, 'day.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
  });

  inDebian('it names its kind, its parts and how to update it', async () => {
    const { output } = await hindcast('doctor');
    expect(output).toContain('Debian package');
    expect(output).toContain(version);
  });

  inDebian('a port in use is named', async () => {
    const { port } = new URL(service?.url ?? '');
    const { code, output } = await hindcast(`start --port ${port} --data-dir ~/other`);
    expect([code, output]).toEqual([1, expect.stringContaining(`port ${port}`)]);
  });

  inDebian('a second start and a folder in use are refused with a sentence', async () => {
    const { code, output } = await hindcast('start --port 0');
    expect([code, output]).toEqual([3, expect.stringContaining('is in use by the process')]);
  });

  inDebian('an upgrade keeps the data and names what still runs', async (folder) => {
    const said = await folder.asRoot('apt-get install -y -q --no-install-recommends /tmp/new.deb');
    expect(said).toMatch(/process \d+ still runs the previous version/);
    expect((await folder.asPerson('dpkg -s hindcast')).output).toContain(`Version: ${version}\n`);
    expect(await service?.stop()).toBe(0);
    await folder.asPerson('cp -r .hindcast newer');
    service = await start();
    expect(await matches('marmalade')).toBeGreaterThan(0);
    await showAndFind('rhubarb');
  });

  inDebian('data of the first version is brought up to date', async (folder) => {
    const [picture = ''] = await makePictures(join(work, 'pictures'));
    const [first] = makeOldStore(join(folder.home, 'first'), picture, 10);
    await folder.asRoot('chown --recursive anna: /home/anna/first');
    const place = '--data-dir ~/first';
    const flags = `--accept --disable-vision --disable-audio ${place}`;
    const old = await startInstalled(folder, flags, session());
    const { output } = await hindcast(`search ${first?.word} ${place} --json`);
    expect(await old.stop()).toBe(0);
    expect(JSON.parse(output).data).toHaveLength(1);
  });

  inDebian('a package for another machine is refused', async ({ asRoot, folder }) => {
    const tree = join(work, `foreign-${suite}`);
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
    const about = {
      version,
      architecture: otherArchitecture,
      depends: ['libc6'],
      installedKilobytes: 1,
    };
    writeFileSync(join(tree, 'DEBIAN', 'control'), controlText(about));
    execFileSync('dpkg-deb', ['-Znone', '--build', tree, join(folder, 'tmp', 'foreign.deb')]);
    const said = await asRoot('dpkg -i /tmp/foreign.deb || true');
    expect(said).toContain(`package architecture (${otherArchitecture}) does not match system`);
  });

  inDebian('a folder of a newer version is left alone', async ({ asPerson }) => {
    const program = "new (require('node:sqlite').DatabaseSync)('newer/db.sqlite')";
    const age = `${program}.exec('PRAGMA user_version = 2000')`;
    await asPerson(`/usr/lib/hindcast/bin/node -e "${age}"`);
    const { code, output } = await hindcast('start --port 0 --data-dir ~/newer');
    expect([code, output]).toEqual([4, expect.stringContaining('written by a newer Hindcast')]);
  });

  inDebian('an incomplete installation says what to do', async ({ asRoot }) => {
    await asRoot('mv /usr/lib/hindcast/bin/node /usr/lib/hindcast/bin/node.away');
    const { code, output } = await hindcast('status');
    await asRoot('mv /usr/lib/hindcast/bin/node.away /usr/lib/hindcast/bin/node');
    expect([code, output]).toEqual([1, expect.stringContaining('apt-get install --reinstall')]);
  });

  inDebian('a removal stops the service and names the data that stays', async (folder) => {
    const said = await folder.asRoot('apt-get remove -y -q hindcast');
    expect(said).toContain('/home/anna/.hindcast\n');
    expect(said).toContain('rm -r <folder>');
    await expect(fetch(`${service?.url}/health`)).rejects.toThrow();
    service = undefined;
    expect(existsSync(join(folder.home, '.hindcast', 'db.sqlite'))).toBe(true);
    expect(existsSync(join(folder.folder, 'usr/bin/hindcast'))).toBe(false);
  });

  inDebian('a purge leaves nothing but the data', async (folder) => {
    const said = await folder.asRoot('apt-get purge -y -q hindcast');
    expect(said).not.toContain('warning');
    const left = "find / -xdev -path '*hindcast*' -not -path '/home/*' -not -path '/proc/*'";
    expect(await folder.asRoot(`${left} -not -path '/dev/*' -not -path '/sys/*' | head`)).toBe('');
    expect(existsSync(join(folder.home, '.hindcast', 'db.sqlite'))).toBe(true);
  });
});
