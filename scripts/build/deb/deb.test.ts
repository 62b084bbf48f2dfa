/** The parts of the Debian package that need no download: control data, documents, command line, desktop files. `test:deb` installs it. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../../packages/cli/src/commands.ts';
import { NODE_FLAGS } from '../../../packages/cli/src/service/node-flags.ts';
import { BuildError } from '../build-error.ts';
import { packagesFor } from '../npm-packages.ts';
import { buildDeb, writeCommandLine } from './build-deb.ts';
import { changelogText, controlText, kilobytesOf, md5sums } from './control.ts';
import { copyrightText } from './copyright.ts';
import { desktopFiles } from './desktop-files.ts';
import { cutGpuPrograms } from './gpu-programs.ts';
import { cpuOf, dependsOf, machineCodeIn, requireCpu } from './machine-code.ts';
import { packDeb } from './pack-deb.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const LIB = '/usr/lib/hindcast';
const SHOWN = { root: ROOT, lib: LIB, version: '1.2.3', date: new Date('2026-01-02') };
const isInstalled = (program: string) => existsSync(join('/usr/bin', program));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-deb-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, content: string | Buffer): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

async function putDesktopFile(ending: string): Promise<string> {
  const files = await desktopFiles(SHOWN);
  const found = files.find(({ path }) => path.endsWith(ending));
  return put(found?.path ?? '', found?.content ?? '');
}

describe('control data', () => {
  const about = { version: '1.2.3', depends: ['libc6 (>= 2.34)'], installedKilobytes: 4711 };

  test.skipIf(!isInstalled('dpkg-deb'))('makes a package that dpkg understands', () => {
    put('usr/share/doc/hindcast/copyright', 'text');
    const sums = md5sums(folder);
    put('DEBIAN/control', controlText({ ...about, architecture: 'arm64' }));
    put('DEBIAN/md5sums', sums);
    for (const name of ['postinst', 'prerm', 'postrm']) {
      cpSync(join(import.meta.dirname, 'scripts', name), join(folder, 'DEBIAN', name), {
        mode: 0,
      });
      execFileSync('chmod', ['755', join(folder, 'DEBIAN', name)]);
    }
    const deb = `${folder}.deb`;
    try {
      execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', folder, deb]);
      const field = (name: string) =>
        execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();
      expect(field('Architecture')).toBe('arm64');
      expect(field('Depends')).toBe('libc6 (>= 2.34)');
      expect(field('Description')).toContain('under the GPL');
    } finally {
      rmSync(deb, { force: true });
    }
  });

  test('checksums and size cover every file', () => {
    put('usr/a', 'x'.repeat(1025));
    expect(md5sums(folder)).toMatch(/^[0-9a-f]{32} {2}usr\/a\n$/);
    // The root and one folder.
    expect(kilobytesOf(folder)).toBe(2 + 2);
  });

  test.skipIf(!isInstalled('dpkg-parsechangelog'))('the changelog is one', () => {
    const file = put('changelog', changelogText('1.2.3', new Date(0)));
    const args = ['-l', file, '--show-field', 'Version'];
    expect(execFileSync('dpkg-parsechangelog', args, { encoding: 'utf8' }).trim()).toBe('1.2.3');
  });

  test.each(['postinst', 'prerm', 'postrm', 'open-page', 'command'])('%s is shell', (name) => {
    const { status } = spawnSync('sh', ['-n', join(import.meta.dirname, 'scripts', name)]);
    expect(status).toBe(0);
  });

  test('another architecture is refused by its name', async () => {
    const options = { root: folder, version: '1', modifiedAt: new Date(0) };
    await expect(buildDeb({ ...options, architecture: 'riscv64' })).rejects.toThrow(
      new BuildError('packages are for amd64 and arm64, not for riscv64'),
    );
  });
});

const cannotPack = ['dpkg-deb', 'ar', 'xz'].some((program) => !isInstalled(program));

describe.skipIf(cannotPack)('the packed file', () => {
  const about = { version: '1.2.3', depends: ['libc6'], installedKilobytes: 1 };

  function pack(architecture: string, name = 'made.deb'): string {
    put('tree/usr/lib/hindcast/note', 'x'.repeat(100_000));
    put('tree/DEBIAN/control', controlText({ ...about, architecture }));
    const file = join(folder, name);
    packDeb({ tree: join(folder, 'tree'), file, architecture, modifiedAt: new Date(0) });
    return file;
  }
  const ask = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8' });

  test('is one that dpkg reads, with its parts in the order of the format', () => {
    const file = pack('amd64');
    expect(ask('ar', 't', file)).toBe('debian-binary\ncontrol.tar.xz\ndata.tar.xz\n');
    expect(ask('dpkg-deb', '--field', file, 'Version')).toBe('1.2.3\n');
    expect(ask('dpkg-deb', '--contents', file)).toMatch(
      /^-rw-r--r-- root\/root +100000 1970-01-01 .* \.\/usr\/lib\/hindcast\/note$/m,
    );
    expect(globSync('made.deb?*', { cwd: folder })).toEqual([]);
  });

  test('is the same for the same files', () => {
    const [first, second] = [pack('amd64', 'first.deb'), pack('amd64', 'second.deb')];
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
  });

  test.each([
    ['amd64', '--x86 --lzma2='],
    ['arm64', ' --lzma2='],
  ])('has for %s only filters that every supported system can undo', (architecture, filters) => {
    ask('ar', 'x', pack(architecture), 'data.tar.xz');
    const listed = ask('xz', '--list', '-vv', 'data.tar.xz');
    expect(listed).toContain(filters);
    expect(listed).not.toContain('--arm64');
  });

  test('replaces no package when dpkg refuses the folder', () => {
    const file = pack('amd64');
    const before = readFileSync(file);
    put('tree/DEBIAN/control', 'Package: hindcast\n');
    const options = { tree: join(folder, 'tree'), file, architecture: 'amd64' };
    expect(() => packDeb({ ...options, modifiedAt: new Date(0) })).toThrow();
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('machine code', () => {
  test('packages of npm are those of one CPU', () => {
    const names = packagesFor(ROOT, 'arm64', ['@napi-rs/keyring', '@img/sharp-linux-arm64']);
    expect(names).toEqual([
      '@img/sharp-libvips-linux-arm64',
      '@img/sharp-linux-arm64',
      '@napi-rs/keyring',
      '@napi-rs/keyring-linux-arm64-gnu',
    ]);
  });

  test.skipIf(process.platform !== 'linux')('a file for another CPU stops the build', () => {
    cpSync(process.execPath, join(folder, 'node'));
    put('note.txt', 'no machine code');
    const files = machineCodeIn(folder);
    expect(files).toEqual([join(folder, 'node')]);
    expect(cpuOf(join(folder, 'node'))).toBe(process.arch);
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    expect(() => requireCpu(files, other)).toThrow(BuildError);
  });

  test.skipIf(!isInstalled('readelf'))('libraries of the system become dependencies', () => {
    const depends = dependsOf([process.execPath]);
    expect(depends).toContainEqual(expect.stringMatching(/^libc6 \(>= 2\.\d+\)$/));
    expect(depends).toContainEqual(expect.stringMatching(/^libstdc\+\+6 \(>= \d+\)$/));
  });

  const codecs = join(ROOT, 'node_modules', `@seydx/node-av-linux-${process.arch}/node-av.node`);
  test.skipIf(!existsSync(codecs))('without programs for graphics cards the codecs work', () => {
    const file = join(folder, 'node-av.node');
    cpSync(codecs, file);
    const before = readFileSync(file).length;
    const cut = cutGpuPrograms(file);
    expect(cut).toBeGreaterThan(40 << 20);
    expect(readFileSync(file).length).toBeLessThan(before - (40 << 20));
    const program = `process.dlopen(module, process.argv[1]);
      const { Codec } = module.exports;
      console.log(['libx264', 'libopus', 'mjpeg'].map((name) => Codec.findEncoderByName(name).name).join());`;
    const args = ['--input-type=commonjs', '--eval', program, file];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe(
      'libx264,libopus,mjpeg',
    );
  });

  test('machine code without such programs stays as it is', () => {
    const file = join(folder, 'node');
    cpSync(process.execPath, file);
    expect(cutGpuPrograms(file)).toBe(0);
    expect(readFileSync(file).equals(readFileSync(process.execPath))).toBe(true);
  });
});

describe('the copyright file', () => {
  const part = (name: string) => ({ name, folder: join(ROOT, 'node_modules', name) });
  const text = copyrightText({
    own: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    bundled: [part('fastify')],
    separate: [
      { ...part('node-av'), name: '@seydx/node-av-linux-x64', path: 'node_modules/@seydx/*' },
    ],
  });
  const paragraphs = text.trim().split('\n\n');

  test('has a holder and a licence for every file', () => {
    expect(paragraphs[0]).toMatch(/^Format: https:\/\/www\.debian\.org\//);
    for (const paragraph of paragraphs.slice(1)) {
      expect(paragraph).toMatch(/^Files: \S/);
      expect(paragraph).toMatch(/^Copyright: \S/m);
      expect(paragraph).toMatch(/^License: \S/m);
    }
    expect(text).toContain('2026 The Hindcast authors');
  });

  test('has the notice of every package in the bundles', () => {
    const bundle = paragraphs.find((one) => one.startsWith('Files: packages/chunks/*')) ?? '';
    expect(bundle).toContain('-- fastify:');
    expect(bundle).toMatch(/^Copyright: (.|\n )*The Fastify/m);
    expect(bundle).toContain('Permission is hereby granted');
  });

  test('says that FFmpeg makes the whole GPL', () => {
    expect(paragraphs[0]).toContain('under the GPL, version 3 or later');
    const ffmpeg = paragraphs.find((one) => one.startsWith('Files: node_modules/@seydx/*'));
    expect(ffmpeg).toContain('License: GPL-3+');
    expect(ffmpeg).toContain('/usr/share/common-licenses/GPL-3');
  });
});

describe('the command line', () => {
  beforeEach(() => writeCommandLine(folder, { root: ROOT, version: '1.2.3' }));

  const pages = () => globSync('usr/share/man/man1/*.gz', { cwd: folder });
  const pageOf = (name: string) =>
    gunzipSync(readFileSync(join(folder, `usr/share/man/man1/${name}.1.gz`))).toString();

  test('has a man page for every command', () => {
    const expected = commands.map((makeCommand) => `hindcast-${makeCommand().name()}`);
    const found = pages().map((path) => path.replace(/^.*\/(.*)\.1\.gz$/, '$1'));
    expect(expected.filter((name) => !found.includes(name))).toEqual([]);
    expect(found).toContain('hindcast-hub-serve');
    expect(pageOf('hindcast-search')).toContain('\\-\\-from');
    expect(pageOf('hindcast-pipe')).toContain('.SH "PIPE INSTALL"');
    expect(pageOf('hindcast-start')).toMatch(/^\.SH FLAGS\n\.nf\n {2}\\-\\-port/m);
    expect(pageOf('hindcast-start')).toContain('\\-\\-data\\-dir');
  });

  test.skipIf(!isInstalled('groff'))('has pages without mistakes', () => {
    for (const path of pages()) {
      const input = gunzipSync(readFileSync(join(folder, path)));
      const { stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww'], { input, encoding: 'utf8' });
      expect([path, stderr]).toEqual([path, '']);
    }
  });

  test('completes commands in bash', () => {
    const file = join(folder, 'usr/share/bash-completion/completions/hindcast');
    const script = `. ${file}; COMP_WORDS=(hindcast sea) COMP_CWORD=1; _hindcast; echo "$COMPREPLY"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe('search');
  });

  test('says what to do when the installation is incomplete', () => {
    const { stderr, status } = spawnSync('sh', [join(folder, 'usr/bin/hindcast-hub')], {
      encoding: 'utf8',
    });
    if (existsSync(join(LIB, 'bin/node'))) return;
    expect([stderr.trim(), status]).toEqual([
      'hindcast-hub: this installation is incomplete. Run: apt-get install --reinstall hindcast',
      1,
    ]);
  });
});

describe('on the desktop', () => {
  test.skipIf(!isInstalled('desktop-file-validate'))('the menu entry is valid', async () => {
    const file = await putDesktopFile('.desktop');
    const { stdout, status } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });

  test.skipIf(!isInstalled('appstreamcli'))('the AppStream data is valid', async () => {
    const file = await putDesktopFile('.metainfo.xml');
    const { stdout, status } = spawnSync('appstreamcli', ['validate', '--no-net', file], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.not.stringMatching(/^[EW]:/m)]);
  });

  test('the unit runs the Node of the package', async () => {
    const unit = readFileSync(await putDesktopFile('hindcast.service'), 'utf8');
    expect(unit).toContain(`ExecStart="${LIB}/bin/node" "${NODE_FLAGS.join('" "')}" `);
    expect(unit).toContain('WantedBy=graphical-session.target');
  });

  test('there is an icon of every common size', async () => {
    const paths = (await desktopFiles(SHOWN)).map(({ path }) => path);
    const icons = paths.filter((path) => path.includes('/icons/'));
    expect(icons.map((path) => path.split('/')[4]).sort()).toEqual([
      '128x128',
      '256x256',
      '48x48',
      '64x64',
      'scalable',
    ]);
  });
});
