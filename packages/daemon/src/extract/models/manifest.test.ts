import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findModel, MODELS, SMALLEST_MODEL, sizeBytesOf } from './manifest.ts';
import { chooseModel, findDamage, SHARED_MODELS } from './model-folders.ts';

test('every model is pinned to a version and to its bytes, under a licence for any use', () => {
  for (const model of MODELS) {
    expect(model.source).toMatchObject({ kind: 'package' });
    expect('version' in model.source && model.source.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(['MIT', 'Apache-2.0', 'BSD-3-Clause']).toContain(model.licence);
    for (const file of model.files) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(sizeBytesOf(model)).toBeGreaterThan(0);
  }
  expect(new Set(MODELS.map(({ id }) => id)).size).toBe(MODELS.length);
});

const tiny = findModel(SMALLEST_MODEL);
const hasTiny = existsSync(join(SHARED_MODELS, SMALLEST_MODEL));

test.skipIf(!hasTiny)(
  'the model of the installation is whole and serves a small machine',
  async () => {
    expect(tiny && (await findDamage(tiny, join(SHARED_MODELS, SMALLEST_MODEL)))).toBeUndefined();
    const chosen = await chooseModel({ folders: [SHARED_MODELS], cores: 2 });
    expect(chosen?.model.id).toBe(SMALLEST_MODEL);
  },
);
