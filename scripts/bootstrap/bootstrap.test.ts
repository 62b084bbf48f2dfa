import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserIn } from './browser.mjs';
import { hasDevPackages, packagesAreCurrent } from './packages.mjs';
import { missingPackages, wantedGroups } from './system-packages.mjs';
import { trimPackages } from './trim.mjs';
import { markPageCurrent, pageIsCurrent } from './web-page.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hindcast-bootstrap-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const lock = {
  '': { name: 'hindcast' },
  'packages/cli': { version: '0.1.0' },
  'node_modules/@hindcast/cli': { resolved: 'packages/cli', link: true },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/a-for-mac': { version: '1.0.0', integrity: 'sha512-m', optional: true },
};

function write(wanted: object | undefined, installed: object | undefined): void {
  if (wanted) writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (!installed) return;
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(
    join(root, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: installed }),
  );
}

const installed = {
  'node_modules/@hindcast/cli': { resolved: 'packages/cli', link: true },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
};

describe('packagesAreCurrent', () => {
  test('a fresh clone is not', () => {
    write(lock, undefined);
    expect(packagesAreCurrent(root, { withDev: true })).toBe(false);
  });

  test('what npm installed from the lock file is, without the packages of other platforms', () => {
    write(lock, installed);
    expect(packagesAreCurrent(root, { withDev: true })).toBe(true);
  });

  test('a new version in the lock file is not installed yet', () => {
    write({ ...lock, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-b' } }, installed);
    expect(packagesAreCurrent(root, { withDev: true })).toBe(false);
  });

  test('the same version with other content is not the same', () => {
    write({ ...lock, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }, installed);
    expect(packagesAreCurrent(root, { withDev: true })).toBe(false);
  });

  test('a new package is not installed yet', () => {
    write({ ...lock, 'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' } }, installed);
    expect(packagesAreCurrent(root, { withDev: true })).toBe(false);
  });

  test('an install that was interrupted while npm wrote its record is repeated', () => {
    write(lock, installed);
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{"packages": {"node_mod');
    expect(packagesAreCurrent(root, { withDev: true })).toBe(false);
  });
});

describe('packages for building and testing', () => {
  const dev = { version: '3.0.0', integrity: 'sha512-d', dev: true };

  test('are not needed to start', () => {
    write({ ...lock, 'node_modules/d': dev }, installed);
    expect(packagesAreCurrent(root, { withDev: false })).toBe(true);
    expect(packagesAreCurrent(root, { withDev: true })).toBe(false);
    expect(hasDevPackages(root)).toBe(false);
  });

  test('are seen when they are there', () => {
    write({ ...lock, 'node_modules/d': dev }, { ...installed, 'node_modules/d': dev });
    expect(packagesAreCurrent(root, { withDev: true })).toBe(true);
    expect(hasDevPackages(root)).toBe(true);
  });
});

describe('trimPackages', () => {
  const { platform, arch } = process;

  function put(...files: string[]): void {
    for (const file of files) {
      mkdirSync(dirname(join(root, 'node_modules', file)), { recursive: true });
      writeFileSync(join(root, 'node_modules', file), '');
    }
  }

  test('keeps what this machine runs and removes what only others could', () => {
    const kept = [
      `onnxruntime-node/bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`,
      'onnxruntime-node/dist/index.js',
      `better-sqlite3-multiple-ciphers/prebuilds/${platform}-${arch}.node`,
      `node/node_modules/node-${platform}-${arch}/bin/node`,
      'react/deps/index.js',
      'stdnum/lib/cjs/index.js',
      'other/test/index.js',
      '.cache/hindcast/compiled.map',
    ];
    const removed = [
      'onnxruntime-node/bin/napi-v6/other/x64/onnxruntime.dll',
      `onnxruntime-node/bin/napi-v6/${platform}/other/onnxruntime_binding.node`,
      'better-sqlite3-multiple-ciphers/prebuilds/other-x64.node',
      'better-sqlite3-multiple-ciphers/deps/sqlite3.c',
      `node/node_modules/node-${platform}-${arch}/include/node.h`,
      '@scope/page/dist/index.js.map',
      'stdnum/lib/esm/index.js',
      'pino/test/basic.test.js',
    ];
    put(...kept, ...removed);
    trimPackages(root);
    const isThere = (file: string) => existsSync(join(root, 'node_modules', file));
    expect(kept.filter((file) => !isThere(file))).toEqual([]);
    expect(removed.filter(isThere)).toEqual([]);
  });
});

describe('browserIn', () => {
  test('finds the first browser of a PATH and nothing where there is none', () => {
    const folder = join(root, 'bin');
    mkdirSync(folder);
    expect(browserIn(['', root, folder].join(delimiter))).toBe(undefined);
    writeFileSync(join(folder, 'chromium'), '');
    chmodSync(join(folder, 'chromium'), 0o755);
    expect(browserIn(['', root, folder].join(delimiter))).toBe(join(folder, 'chromium'));
  });
});

describe('wantedGroups', () => {
  const purposes = (forTests: boolean, env: Record<string, string>) =>
    wantedGroups({ forTests, env }).map(({ purpose }) => purpose);

  test.runIf(process.platform === 'linux')('a start needs nothing to read the screen', () => {
    expect(purposes(false, {})).toEqual([]);
    expect(purposes(false, { DISPLAY: ':0' })).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'a start on a machine with a sound server wants its packages',
    () => {
      const hearing = 'hearing microphone and loudspeakers';
      expect(purposes(false, { PULSE_SERVER: 'unix:/run/pulse' })).toEqual([hearing]);
      expect(purposes(false, { XDG_RUNTIME_DIR: root })).toEqual([]);
      mkdirSync(join(root, 'pulse'));
      writeFileSync(join(root, 'pulse', 'native'), '');
      expect(purposes(false, { XDG_RUNTIME_DIR: root })).toEqual([hearing]);
    },
  );

  test.runIf(process.platform === 'linux')(
    'the tests want a desktop, and a browser if there is none',
    () => {
      expect(purposes(true, { PATH: root })).toContain('the browser tests');
      writeFileSync(join(root, 'chromium'), '');
      expect(purposes(true, { PATH: root })).not.toContain('the browser tests');
    },
  );
});

describe('missingPackages', () => {
  test.runIf(existsSync('/usr/bin/dpkg-query'))('names what Debian has not installed', () => {
    expect(missingPackages(['dpkg', 'hindcast-no-such-package'])).toEqual([
      'hindcast-no-such-package',
    ]);
  });
});

describe('pageIsCurrent', () => {
  const web = () => join(root, 'packages', 'web');
  beforeEach(() => {
    mkdirSync(join(web(), 'src'), { recursive: true });
    mkdirSync(join(web(), 'dist'));
    writeFileSync(join(web(), 'index.html'), '<html>');
    writeFileSync(join(web(), 'src', 'main.tsx'), 'one');
  });

  test('a page that was never built is not', () => {
    expect(pageIsCurrent(root)).toBe(false);
  });

  test('a built page is, until a source of it changes; its tests are none', () => {
    markPageCurrent(root);
    expect(pageIsCurrent(root)).toBe(true);
    writeFileSync(join(web(), 'src', 'main.test.ts'), 'a test');
    expect(pageIsCurrent(root)).toBe(true);
    writeFileSync(join(web(), 'src', 'main.tsx'), 'two');
    expect(pageIsCurrent(root)).toBe(false);
  });

  test('without sources there is nothing to build', () => {
    rmSync(web(), { recursive: true });
    expect(pageIsCurrent(root)).toBe(true);
  });
});
