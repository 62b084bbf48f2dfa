/** Whether the npm of this machine can install dependencies of pipes, for tests that need it. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** The reason is printed too, so that a run shows what it left out. */
export function whyNoNpm(): string | undefined {
  const version = execFileSync('npm', ['--version'], { cwd: tmpdir(), encoding: 'utf8' }).trim();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 11 || (major === 11 && minor >= 14)) return undefined;
  const reason = `npm ${version} is too old`;
  process.stderr.write(`tests of the dependencies of pipes are skipped: ${reason}\n`);
  return reason;
}
