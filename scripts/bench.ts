/**
 * `npm run bench -- <name> [arguments]` runs bench/<name>/run.ts; without a name it lists the benches. Benches that start the service
 * start the programs of a release, which is what people install.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForTests } from './build/test-programs.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'bench');
const [name, ...args] = process.argv.slice(2);

const names = readdirSync(FOLDER).filter((entry) => existsSync(join(FOLDER, entry, 'run.ts')));

if (name === undefined || !names.includes(name)) {
  console.log('Usage: npm run bench -- <name> [arguments]');
  console.log(`Benches: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  // Of this run alone: another one may start in the same clone.
  const programs = join(ROOT, 'dist', `bench-programs-${process.pid}`);
  process.on('exit', () => rmSync(programs, { recursive: true, force: true }));
  await bundleForTests(ROOT, programs);
  const child = spawn(process.execPath, [join(FOLDER, name, 'run.ts'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, TEST_PROGRAMS: programs },
  });
  // The terminal interrupts both; this one stays to remove the programs.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill());
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
