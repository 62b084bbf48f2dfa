/**
 * The programs of a release for `npm test`: bundled once, so that hundreds of starts do not read a thousand sources each. Everything
 * else (assets, packages, models) is a link into the repository, so that it stays a clone to itself. Called by `scripts/test.ts`.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle } from './bundle.ts';
import { NOT_BUNDLED, PACKAGE_FILES, WITH_FILES } from './native-parts.ts';
import { findReleaseFiles, PACKED_PROGRAMS } from './release-files.ts';
import { packedPrograms } from './stage.ts';

/** Empties `target` first. */
export async function bundleForTests(root: string, target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const { programs, assets } = findReleaseFiles(root);
  await bundle({ root, entries: programs, external: NOT_BUNDLED, target });
  const link = (from: string, to: string) => {
    mkdirSync(dirname(join(target, to)), { recursive: true });
    symlinkSync(join(root, from), join(target, to));
  };
  const isInside = (path: string) => assets.some((asset) => path.startsWith(`${asset}/`));
  const outermost = assets.filter((path) => !isInside(path));
  for (const path of ['node_modules', 'package.json', ...outermost]) link(path, path);
  for (const { name } of WITH_FILES) link(`node_modules/${name}`, `${PACKAGE_FILES}/${name}`);
  const packed = join(target, PACKED_PROGRAMS);
  mkdirSync(dirname(packed), { recursive: true });
  writeFileSync(packed, packedPrograms(root));
}
