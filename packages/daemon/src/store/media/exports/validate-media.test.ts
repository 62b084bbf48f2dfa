import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-store.ts';
import { numberedJpeg } from '../video/numbered-picture.fixture.ts';

const run = promisify(execFile);

/** Looks at a whole file while the process may open no more; prints the code of the answer. */
const WITHOUT_FILES = `
  import { openSync } from 'node:fs';
  const { validateMedia } = await import(process.argv[1]);
  const { signal } = new AbortController();
  await validateMedia(process.argv[2], signal, {});
  try {
    for (;;) openSync(process.argv[2]);
  } catch {}
  await validateMedia(process.argv[2], signal, {}).then(
    () => console.log('valid'),
    (error) => console.log(error.code),
  );`;

test.skipIf(process.platform === 'win32')(
  'a process that may open no more files does not call a whole file invalid',
  { timeout: 60_000 },
  async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'whole.jpg');
    await writeFile(path, await numberedJpeg(1));
    const node = [process.execPath, '--input-type=module', '-e', WITHOUT_FILES];
    const script = [new URL('./validate-media.ts', import.meta.url).href, path];
    const command = ['ulimit -n 128 && exec "$@"', 'sh', ...node, ...script];
    const { stdout } = await run('sh', ['-c', ...command]);
    expect(stdout.trim()).toBe('EMFILE');
  },
);
