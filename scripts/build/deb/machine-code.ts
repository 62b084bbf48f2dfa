/** What the machine code of a folder needs of the system, read from the files themselves with `readelf`. Called by `build-deb.ts`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, globSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BuildError } from '../build-error.ts';
import type { Cpu } from '../npm-packages.ts';

const MACHINES: Readonly<Record<number, Cpu | undefined>> = { 62: 'x64', 183: 'arm64' };

/** Debian packages of the libraries that may be needed. */
const PACKAGES: Readonly<Record<string, string>> = {
  'libatomic.so.1': 'libatomic1',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libgcc_s.so.1': 'libgcc-s1',
  'libxcb.so.1': 'libxcb1',
};
const IN_LIBC = /^(ld-linux.*|lib(c|dl|m|mvec|pthread|resolv|rt)\.so\.\d+)$/;

/** The first GCC whose libstdc++ has a symbol version. */
const GCC_OF_GLIBCXX: readonly (readonly [minor: number, gcc: string])[] = [
  [28, '9'],
  [29, '11'],
  [30, '12'],
];

/** Files below a folder that hold machine code, sorted. */
export function machineCodeIn(folder: string): string[] {
  return globSync('**', { cwd: folder })
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile() && headerOf(file) !== undefined)
    .sort();
}

function headerOf(file: string): Buffer | undefined {
  const header = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return header.toString('latin1', 0, 4) === '\x7fELF' ? header : undefined;
}

/** Undefined for other CPUs than those of a release. */
export function cpuOf(file: string): Cpu | undefined {
  return MACHINES[headerOf(file)?.readUInt16LE(18) ?? 0];
}

/** Throws BuildError for the first file that another CPU needs. */
export function requireCpu(files: readonly string[], cpu: Cpu): void {
  const foreign = files.find((file) => cpuOf(file) !== cpu);
  if (foreign !== undefined) throw new BuildError(`${foreign} is not for ${cpu}`);
}

/** The value of the field `Depends`, for files that are installed together. */
export function dependsOf(files: readonly string[]): string[] {
  const own = new Set(files.map((file) => basename(file)));
  const read = (flags: string) =>
    execFileSync('readelf', [flags, ...files], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const needed = new Set(
    [...read('-dW').matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name),
  );
  const versions = read('-VW');
  const gcc = newest(versions, /GLIBCXX_3\.4\.(\d+)/g, ([minor = 0]) => minor);
  const packages = [...needed]
    .filter((name) => !own.has(name))
    .map((name) => {
      if (IN_LIBC.test(name)) return `libc6 (>= ${newestGlibc(versions)})`;
      if (name === 'libstdc++.so.6') return `libstdc++6 (>= ${gccOf(gcc)})`;
      const known = PACKAGES[name];
      if (known === undefined)
        throw new BuildError(
          `no Debian package is known for ${name}; name it in ${import.meta.filename}`,
        );
      return known;
    });
  return [...new Set(packages)].sort();
}

function newestGlibc(versions: string): string {
  const minor = newest(versions, /GLIBC_2\.(\d+)/g, ([first = 0]) => first);
  return `2.${minor}`;
}

function gccOf(minor: number): string {
  return GCC_OF_GLIBCXX.find(([last]) => minor <= last)?.[1] ?? '13';
}

function newest(text: string, pattern: RegExp, weigh: (parts: number[]) => number): number {
  const found = [...text.matchAll(pattern)].map((match) => weigh(match.slice(1).map(Number)));
  return Math.max(0, ...found);
}

const STRIP: Readonly<Record<Cpu, readonly string[]>> = {
  x64: ['x86_64-linux-gnu-strip', 'llvm-strip'],
  arm64: ['aarch64-linux-gnu-strip', 'llvm-strip'],
};

/** Removes symbols that only a debugger reads. */
export function strip(files: readonly string[], cpu: Cpu): void {
  const program = STRIP[cpu].find((name) => spawnSync(name, ['--version']).status === 0);
  if (program === undefined) {
    throw new BuildError(
      `none of ${STRIP[cpu].join(', ')} is installed. Run: apt-get install binutils-${cpu === 'x64' ? 'x86-64' : 'aarch64'}-linux-gnu`,
    );
  }
  for (const file of files) execFileSync(program, ['--strip-unneeded', file]);
}
