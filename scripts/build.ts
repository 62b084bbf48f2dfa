/** `npm run build` makes `dist/hindcast-<version>.tgz`, which `npm install -g` takes. docs/install.md says what is in it. */
import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { create } from 'tar';
import { stageRelease } from './build/stage.ts';

const ROOT = join(import.meta.dirname, '..');
const STAGE = join(ROOT, 'dist', 'stage');
/** The same sources make the same archive. */
const MODIFIED_AT = new Date('2000-01-01T00:00:00Z');

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const file = join(ROOT, 'dist', `hindcast-${version}.tgz`);

await stageRelease(ROOT, STAGE);
await create(
  { file, cwd: STAGE, prefix: 'package', gzip: true, portable: true, mtime: MODIFIED_AT },
  (await readdir(STAGE)).sort(),
);
const megabytes = (statSync(file).size / 1e6).toFixed(1);
console.log(
  `${relative(ROOT, file)} (${megabytes} MB). To install: npm install -g ./${relative(ROOT, file)}`,
);
