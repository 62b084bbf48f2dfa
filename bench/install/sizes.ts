/** What the ways to install Hindcast weigh: the Debian packages, `node_modules` after `npm start`, and the image of the hub. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** As downloads are counted. */
export const MEGABYTE = 1e6;
const KIBIBYTE = 1024;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

export interface Size {
  readonly name: string;
  readonly megabytes: number;
  /** Undefined where none is set. */
  readonly goal?: number;
}

/** Of both architectures. Uses packages of this version that lie in `dist`, else builds them. */
export function debianSizes(): Size[] {
  return ['amd64', 'arm64'].flatMap((architecture) => {
    const file = join(ROOT, 'dist', `hindcast_${version}_${architecture}.deb`);
    if (!existsSync(file)) build('deb', '--arch', architecture);
    const installed = execFileSync('dpkg-deb', ['--field', file, 'Installed-Size']);
    return [
      {
        name: `deb ${architecture}, download`,
        megabytes: statSync(file).size / MEGABYTE,
        goal: 130,
      },
      {
        name: `deb ${architecture}, installed`,
        megabytes: (Number(installed) * KIBIBYTE) / MEGABYTE,
        goal: 400,
      },
    ];
  });
}

/** A copy of the sources in an empty folder, made ready as `npm start` does it. */
export function sourceSizes(): Size[] {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-source-'));
  try {
    const sources = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x'], { cwd: folder, input: sources });
    mkdirSync(join(folder, 'home'));
    const env = { ...process.env, HOME: join(folder, 'home') };
    execFileSync('node', ['scripts/bootstrap.mjs'], { cwd: folder, env, stdio: 'ignore' });
    const kibibytes = execFileSync('du', ['-sk', 'node_modules'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const megabytes = (Number.parseInt(kibibytes, 10) * KIBIBYTE) / MEGABYTE;
    return [{ name: 'node_modules after npm start', megabytes, goal: 600 }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Only of an image that was built before: that takes root. */
export function imageSizes(): Size[] {
  const file = join(ROOT, 'dist', `hindcast-hub-${version}-${process.arch}.tar`);
  if (!existsSync(file)) return [];
  return [{ name: 'image of the hub', megabytes: statSync(file).size / MEGABYTE }];
}

function build(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.ts'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm run build -- ${args.join(' ')} failed`);
}
