/**
 * `npm run check`: everything about the sources that can be judged without running them. All steps run, also after a
 * failure, so that one run shows every fault; two at a time, because more only wait for each other on a small machine.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const AT_ONCE = 2;
const FOLDERS = ['packages', 'scripts', 'bench', 'test'].filter((folder) =>
  existsSync(join(ROOT, folder)),
);

// Biome colours its output also when nobody looks.
const COLOURS = process.stdout.isTTY ? 'force' : 'off';

// The native compiler takes a third of the CPU. Other tools still need the `typescript` package, whose `tsc` has the same name.
const TSC = 'node node_modules/typescript-native/bin/tsc';

const steps: ReadonlyArray<{ name: string; command: string }> = [
  { name: 'types', command: `${TSC} -p .` },
  { name: 'types of the page', command: `${TSC} -p packages/web` },
  { name: 'format and lint', command: `biome ci --error-on-warnings --colors=${COLOURS} .` },
  { name: 'import rules', command: `depcruise --output-type err ${FOLDERS.join(' ')}` },
  { name: 'dead code', command: 'knip' },
  { name: 'generated files', command: 'node scripts/generate-openapi.ts --check' },
  { name: 'error catalogue', command: 'node scripts/generate-errors.ts --check' },
  { name: 'messages of the page', command: 'node scripts/page-messages.ts --check' },
  { name: 'words', command: 'node scripts/check-words.ts' },
  { name: 'commit messages', command: 'node scripts/check-commit-message.mjs --history' },
  { name: 'licences', command: 'node scripts/list-licences.ts --check' },
];

async function run(step: { name: string; command: string }): Promise<boolean> {
  const startedAtMs = performance.now();
  const child = spawn(step.command, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`);
  if (code !== 0) console.log(`${output.trimEnd()}\n`);
  return code === 0;
}

const waiting = [...steps];
let failed = 0;
async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    if (!(await run(step))) failed += 1;
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exitCode = failed === 0 ? 0 : 1;
