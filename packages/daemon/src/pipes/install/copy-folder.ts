/** Copies a folder of plain files. Links are refused: what they point to would be outside of what the pipe may read. */
import { copyFile, lstat, mkdir, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidPipeError } from '../errors.ts';
import { sizeCounter } from './limits.ts';

/** Never part of a pipe: its dependencies are installed again, its history is nobody's business, its output is its own. */
const LEFT_OUT = new Set(['node_modules', '.git', 'output']);

export async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  const counter = sizeCounter();

  async function copy(path: string): Promise<void> {
    await mkdir(join(to, path), { recursive: true });
    for await (const entry of await opendir(join(from, path))) {
      signal.throwIfAborted();
      const name = join(path, entry.name);
      if (path === '' && LEFT_OUT.has(entry.name)) continue;
      counter.addFile(name);
      if (entry.isDirectory()) await copy(name);
      else if (entry.isFile()) {
        counter.addBytes((await lstat(join(from, name))).size);
        await copyFile(join(from, name), join(to, name));
      } else throw new InvalidPipeError(`"${name}" is neither a file nor a folder`);
    }
  }

  await copy('');
}
