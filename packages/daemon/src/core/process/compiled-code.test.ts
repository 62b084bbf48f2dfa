import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('child processes keep their code where this one does, also when they are killed, and get nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-compiled-'));
  const ours = new URL('./compiled-code.ts', import.meta.url).href;
  const child = join(folder, 'child.ts');
  writeFileSync(
    child,
    `import { keepCompiled } from ${JSON.stringify(ours)};
    process.stdout.write(Object.keys(process.env).join());
    keepCompiled();
    process.kill(process.pid, 'SIGKILL');`,
  );
  const parent = join(folder, 'parent.ts');
  writeFileSync(
    parent,
    `import { spawnSync } from 'node:child_process';
    import { whereCompiled } from ${JSON.stringify(ours)};
    const { stdout, signal } = spawnSync(process.execPath, [${JSON.stringify(child)}], { env: whereCompiled() });
    console.log(String(stdout), signal);
    process.kill(process.pid, 'SIGKILL');`,
  );
  const kept = join(folder, 'kept');
  const env = { NODE_COMPILE_CACHE: kept, SECRET: 'sesame' };
  const { stdout } = spawnSync(process.execPath, [parent], { env });
  expect(String(stdout)).toBe('NODE_COMPILE_CACHE SIGKILL\n');
  const [version, ...others] = readdirSync(kept);
  expect(others).toEqual([]);
  expect(readdirSync(join(kept, version ?? '')).length).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});
