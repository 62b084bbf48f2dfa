/** Adds up the files of a folder. A memory of years has very many: counting stops after a moment, and the result says so. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ENOUGH_MS = 2_000;

export async function folderSize(folder: string): Promise<{ bytes: number; isExact: boolean }> {
  const giveUpAtMs = performance.now() + ENOUGH_MS;
  const waiting = [folder];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await entriesOf(next)) {
      if (performance.now() > giveUpAtMs) return { bytes, isExact: false };
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += await sizeOf(path);
    }
  }
  return { bytes, isExact: true };
}

/** The service may remove anything while we look: a missing file has no size. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
