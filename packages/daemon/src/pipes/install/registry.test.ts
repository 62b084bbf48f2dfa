import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Registry, startRegistry } from '#extract/models/registry.fixture.ts';
import { whyNoNpm } from '../../../../../test/support/npm.ts';
import { writePipe } from '../pipe-folder.fixture.ts';
import { pipeInstaller } from './install.ts';

vi.setConfig({ testTimeout: 90_000 });
const oldNpm = whyNoNpm();

const PIPE = {
  'index.js': "import { word } from 'small-words'; export default { process: () => word };",
};
const MANIFEST = {
  type: 'module',
  main: 'index.js',
  hindcast: { trigger: 'manual' },
  dependencies: { 'small-words': '^1.0.0', '@hindcast/pipe-sdk': '^0.1.0' },
  scripts: { install: 'touch ran', postinstall: 'touch ran' },
};

let folder: string;
let registry: Registry;
const before = { ...process.env };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-pipes-'));
  registry = await startRegistry();
  process.env.npm_config_registry = registry.url;
  process.env.npm_config_cache = join(folder, 'cache');
  // npm waits ten seconds before it tries again.
  process.env.npm_config_fetch_retries = '0';
  registry.publish(
    'small-words',
    '1.0.3',
    { 'index.js': "export const word = 'blue';" },
    {
      type: 'module',
      main: 'index.js',
      scripts: { postinstall: 'touch ran' },
    },
  );
  registry.publish('@someone/npm-pipe', '2.1.0', PIPE, MANIFEST);
});
afterEach(() => {
  registry.close();
  process.env = { ...before };
  rmSync(folder, { recursive: true, force: true });
});

const install = (source: string) =>
  pipeInstaller({ pipesFolder: join(folder, 'pipes') }).install(
    source,
    new AbortController().signal,
  );

test.skipIf(oldNpm !== undefined)(
  'a package comes with its dependencies, and nothing of it is run',
  async () => {
    expect(await install('npm:@someone/npm-pipe@2.1.0')).toEqual({ id: 'npm-pipe' });
    const pipe = join(folder, 'pipes', 'npm-pipe');
    expect(JSON.parse(readFileSync(join(pipe, 'package.json'), 'utf8')).version).toBe('2.1.0');
    expect(existsSync(join(pipe, 'node_modules', 'small-words', 'index.js'))).toBe(true);
    // The service provides it.
    expect(existsSync(join(pipe, 'node_modules', '@hindcast'))).toBe(false);
    expect(readdirSync(pipe).sort()).toEqual(['index.js', 'node_modules', 'package.json']);
    expect(readdirSync(join(pipe, 'node_modules', 'small-words'))).not.toContain('ran');
  },
);

test('an archive that is not what the registry states is refused', async () => {
  registry.tamper();
  await expect(install('npm:@someone/npm-pipe@2.1.0')).rejects.toMatchObject({
    code: 'PIPE_SOURCE_UNREACHABLE',
    message: expect.stringContaining('EINTEGRITY'),
  });
  expect(readdirSync(join(folder, 'pipes'))).toEqual([]);
});

test('a version that does not exist, or a dependency that does not, leaves nothing', async () => {
  await expect(install('npm:@someone/npm-pipe@9.9.9')).rejects.toMatchObject({
    code: 'PIPE_SOURCE_UNREACHABLE',
  });
  registry.publish('lonely', '1.0.0', PIPE, { ...MANIFEST, dependencies: { absent: '1.0.0' } });
  await expect(install('npm:lonely')).rejects.toMatchObject({ code: 'PIPE_SOURCE_UNREACHABLE' });
  expect(readdirSync(join(folder, 'pipes'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'an npm that would fetch from anywhere installs no dependencies',
  async () => {
    mkdirSync(join(folder, 'bin'));
    const script = `#!/bin/sh\ntouch ${join(folder, 'used')}-"$1"\necho 10.8.2\n`;
    writeFileSync(join(folder, 'bin', 'npm'), script, { mode: 0o755 });
    process.env.PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
    const source = writePipe(join(folder, 'sources'), {
      id: 'modest',
      process: '',
      manifest: { dependencies: { 'small-words': '1.0.3' } },
    });
    await expect(install(`file://${source}`)).rejects.toMatchObject({
      code: 'NPM_TOO_OLD',
      message: expect.stringContaining('npm 11.14'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('used'))).toEqual([
      'used---version',
    ]);
    expect(readdirSync(join(folder, 'pipes'))).toEqual([]);
  },
);

describe('a lock file', () => {
  const locked = (entry: object) => {
    const source = writePipe(join(folder, 'sources'), {
      id: 'locked',
      process: '',
      manifest: { dependencies: { 'small-words': '^1.0.0' } },
    });
    const packages = { '': { name: 'locked' }, 'node_modules/small-words': entry };
    const lock = { name: 'locked', lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(source, 'package-lock.json'), JSON.stringify(lock));
    return install(`file://${source}`);
  };

  test.skipIf(oldNpm !== undefined)('does not decide where packages come from', async () => {
    const integrity = registry.integrityOf('small-words');
    await locked({ version: '1.0.3', resolved: 'http://127.0.0.1:1/other.tgz', integrity });
    const words = join(folder, 'pipes', 'locked', 'node_modules', 'small-words', 'package.json');
    expect(JSON.parse(readFileSync(words, 'utf8')).version).toBe('1.0.3');
  });

  test.skipIf(oldNpm !== undefined)('decides what packages are', async () => {
    const other = { version: '1.0.3', integrity: `sha512-${'A'.repeat(86)}==` };
    await expect(locked(other)).rejects.toMatchObject({
      code: 'PIPE_SOURCE_UNREACHABLE',
      message: expect.stringContaining('EINTEGRITY'),
    });
    await expect(locked({ version: '1.0.3' })).rejects.toMatchObject({ code: 'INVALID_PIPE' });
  });

  test('that leads to folders or addresses is refused', async () => {
    await expect(locked({ resolved: '../../..', link: true })).rejects.toMatchObject({
      code: 'INVALID_PIPE',
    });
    await expect(
      locked({ version: '1.0.3', dependencies: { more: 'git+ssh://example.com/x.git' } }),
    ).rejects.toMatchObject({ code: 'INVALID_PIPE' });
    expect(readdirSync(join(folder, 'pipes'))).toEqual([]);
  });
});
