/** `npm run bench -- <name> [arguments]` runs bench/<name>/run.ts; without a name it lists the benches. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'bench');
const [name, ...args] = process.argv.slice(2);

const names = readdirSync(FOLDER).filter((entry) => existsSync(join(FOLDER, entry, 'run.ts')));

if (name === undefined || !names.includes(name)) {
  console.log('Usage: npm run bench -- <name> [arguments]');
  console.log(`Benches: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const child = spawn(process.execPath, [join(FOLDER, name, 'run.ts'), ...args], {
    stdio: 'inherit',
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
