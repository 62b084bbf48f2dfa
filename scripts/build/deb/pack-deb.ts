/**
 * Packs a folder that has `DEBIAN/control` into a `.deb`. `dpkg-deb` checks it and writes the archives; xz compresses them here, because
 * `dpkg-deb` has no way to name a filter. The same folder and date make the same file. Called by `build-deb.ts` and tests.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Turns the targets of calls into addresses, so that calls of one function look alike. There is one for arm64, too, but xz before 5.4
 * cannot undo it.
 */
const FILTERS: Readonly<Record<string, readonly string[]>> = { amd64: ['--x86'] };

export interface PackOptions {
  readonly tree: string;
  readonly file: string;
  readonly architecture: string;
  /** No file in the package is newer. */
  readonly modifiedAt: Date;
}

export function packDeb({ tree, file, architecture, modifiedAt }: PackOptions): void {
  const work = mkdtempSync(`${file}.`);
  try {
    const plain = join(work, 'plain.deb');
    execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, plain], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(modifiedAt.getTime() / 1000) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(join(work, 'debian-binary'), '2.0\n');
    const filters = FILTERS[architecture] ?? [];
    compress({ work, archive: 'control', filters: [] });
    compress({ work, archive: 'data', filters });
    const members = ['debian-binary', 'control.tar.xz', 'data.tar.xz'];
    execFileSync('ar', ['qcSD', 'packed.deb', ...members], { cwd: work });
    renameSync(join(work, 'packed.deb'), file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const WRITTEN_BY = { control: '--ctrl-tarfile', data: '--fsys-tarfile' } as const;

function compress(options: {
  work: string;
  archive: keyof typeof WRITTEN_BY;
  filters: readonly string[];
}): void {
  const { work, archive, filters } = options;
  const flags = ['--check=crc32', ...filters, '--lzma2=preset=9e'];
  // One thread: several would cut the archive into blocks, which makes it larger.
  const script = `dpkg-deb ${WRITTEN_BY[archive]} plain.deb | xz --threads=1 ${flags.join(' ')} > ${archive}.tar.xz`;
  execFileSync('bash', ['-o', 'pipefail', '-c', script], { cwd: work, stdio: 'inherit' });
}
