import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'hindcast-test-run-'));
  write(
    'vitest.config.mjs',
    'export default { test: { globals: true, include: ["*.test.mjs"] } };',
  );
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(project, name), `${text}\n`);
}

/** Fails in its first run and passes in the second. */
function writeUnsteadyTest(): void {
  write(
    'unsteady.test.mjs',
    `import { existsSync, writeFileSync } from 'node:fs';
     test('passes the second time', () => {
       const hasRun = existsSync('has-run');
       writeFileSync('has-run', '');
       expect(hasRun).toBe(true);
     });`,
  );
}

function runTests(env: { STEADY?: string }): { status: number | null; output: string } {
  const { STEADY: _, ...rest } = process.env;
  // These tests start no program: a folder that is named need not be made.
  const noPrograms = { TEST_PROGRAMS: project };
  const inherited = Object.entries(rest).filter(([name]) => !name.startsWith('VITEST'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'test.ts')],
    {
      cwd: project,
      encoding: 'utf8',
      env: { ...Object.fromEntries(inherited), ...noPrograms, ...env },
    },
  );
  return { status, output: stdout + stderr };
}

const UNSTEADY = 'UNSTEADY: unsteady.test.mjs failed first and passed alone';

test('a file that fails first and passes alone makes the run fail with STEADY=true', () => {
  writeUnsteadyTest();
  const { status, output } = runTests({ STEADY: 'true' });
  expect(output).toContain(UNSTEADY);
  expect(status).toBe(1);
});

test('a file that fails first and passes alone is only listed by name elsewhere', () => {
  writeUnsteadyTest();
  const { status, output } = runTests({});
  expect(output).toContain(UNSTEADY);
  expect(status).toBe(0);
});

test('a file that fails twice makes the run fail and is not called unsteady', () => {
  write('broken.test.mjs', "test('never passes', () => expect(1).toBe(2));");
  const { status, output } = runTests({});
  expect(output).not.toContain('UNSTEADY');
  expect(status).toBe(1);
});

test('files that pass make the run pass with STEADY=true', () => {
  write('steady.test.mjs', "test('passes', () => expect(1).toBe(1));");
  expect(runTests({ STEADY: 'true' }).status).toBe(0);
});

test('files that share a process run with the others, and one that fails in either makes the run fail', () => {
  write(
    'vitest.config.mjs',
    `const project = (name, isolate) =>
       ({ extends: true, test: { name, isolate, include: [\`\${name}-*.test.mjs\`] } });
     export default { test: { globals: true, projects: [project('shared', false), project('own', true)] } };`,
  );
  // Each waits for the other one: in turn they would never end.
  const meet = (own: string, other: string) =>
    `import { existsSync, writeFileSync } from 'node:fs';
     test('meets the other', async () => {
       writeFileSync('${own}', '');
       await vi.waitFor(() => expect(existsSync('${other}')).toBe(true), { timeout: 20_000 });
     }, 30_000);`;
  write('shared-a.test.mjs', meet('a', 'b'));
  write('own-b.test.mjs', meet('b', 'a'));
  expect(runTests({}).status).toBe(0);
  for (const kind of ['shared', 'own']) {
    write(`${kind}-broken.test.mjs`, "test('never passes', () => expect(1).toBe(2));");
    const { status, output } = runTests({});
    expect(output).toContain(`${kind}-broken.test.mjs`);
    expect(status).toBe(1);
    rmSync(join(project, `${kind}-broken.test.mjs`));
  }
}, 120_000);
