/**
 * `npm run build` makes `dist/hindcast-<version>.tgz`, which `npm install -g` takes; `npm run build -- deb [--arch amd64|arm64]` makes
 * packages for Debian, `npm run build -- image` the image of the hub. docs/install.md says what is in them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { create } from 'tar';
import { BuildError } from './build/build-error.ts';
import { buildDeb } from './build/deb/build-deb.ts';
import { ARCHITECTURES } from './build/deb/control.ts';
import { buildHubImage } from './build/hub-image.ts';
import { stageRelease } from './build/stage.ts';

const ROOT = join(import.meta.dirname, '..');
const STAGE = join(ROOT, 'dist', 'stage');
/** The same sources make the same archive. */
const MODIFIED_AT = dateOfSources();
const USAGE = 'Usage: npm run build -- [npm | deb | image] [--arch amd64|arm64]';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Of the last commit; a fixed day where there is no repository. */
function dateOfSources(): Date {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout ? new Date(Number(stdout) * 1000) : new Date('2000-01-01T00:00:00Z');
}

async function buildNpmPackage(): Promise<void> {
  const file = join(ROOT, 'dist', `hindcast-${version}.tgz`);
  await stageRelease(ROOT, STAGE);
  await create(
    { file, cwd: STAGE, prefix: 'package', gzip: true, portable: true, mtime: MODIFIED_AT },
    (await readdir(STAGE)).sort(),
  );
  report(file, 'npm install -g');
}

async function buildDebs(architectures: readonly string[]): Promise<void> {
  for (const architecture of architectures) {
    const options = { root: ROOT, architecture, version, modifiedAt: MODIFIED_AT };
    report(await buildDeb(options), 'apt-get install');
  }
  console.log(
    'For your own machines: docs/decisions/0026-codecs-in-the-package.md says why not to publish it.',
  );
}

function report(file: string, command: string): void {
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  const path = relative(ROOT, file);
  console.log(`${path} (${megabytes} MB). To install: ${command} ./${path}`);
}

async function buildImage(architecture: string): Promise<void> {
  const cpu = ARCHITECTURES[architecture] ?? 'x64';
  report(await buildHubImage(ROOT, version, cpu), 'docker load --input');
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { arch: { type: 'string' } },
});
const { arch } = values;
const [kind = 'npm', ...rest] = positionals;
const known = Object.keys(ARCHITECTURES);
const here = known.find((name) => ARCHITECTURES[name] === process.arch) ?? 'amd64';

/** Undefined for a command line that is not understood. */
function chosenBuild(): (() => Promise<void>) | undefined {
  if (rest.length > 0 || (arch !== undefined && !known.includes(arch))) return undefined;
  if (kind === 'npm' && arch === undefined) return buildNpmPackage;
  if (kind === 'deb') return () => buildDebs(arch === undefined ? known : [arch]);
  return kind === 'image' ? () => buildImage(arch ?? here) : undefined;
}

const build = chosenBuild();
if (build === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await build().catch((error: unknown) => {
    if (!(error instanceof BuildError)) throw error;
    console.error(`The build stopped: ${error.message}`);
    process.exitCode = 1;
  });
}
