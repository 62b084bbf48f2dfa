/**
 * Files that pipes wrote into their output folders. They can quote anything the pipe was allowed to read, and encryption does not reach them:
 * a person who encrypts the store sees them listed first, and decides.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isConfirmed } from './confirm.ts';

/** Lines for a person; none when there are no such files. */
async function pipeFileLines(dataDir: string): Promise<string[]> {
  const pipes = join(dataDir, 'pipes');
  const lines: string[] = [];
  for (const id of await readdir(pipes).catch(noFolder)) {
    const folder = join(pipes, id, 'output');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolder);
    const { length } = entries.filter((entry) => !entry.isDirectory());
    if (length > 0) lines.push(`  ${length} ${length === 1 ? 'file' : 'files'} in ${folder}`);
  }
  if (lines.length === 0) return [];
  return [
    'Pipes wrote these, and they stay clear; delete them when you do not need them:',
    ...lines,
    'What pipes write from now on stays clear too.',
  ];
}

/** Whether the store is to be encrypted although these files stay as they are. Asks only when there are any. */
export async function areClearFilesAccepted(dataDir: string, isAccepted = false): Promise<boolean> {
  const lines = await pipeFileLines(dataDir);
  if (lines.length === 0) return true;
  for (const line of lines) console.error(line);
  if (isAccepted || (await isConfirmed('Encrypt the store without them? [y/N] '))) return true;
  console.log('Nothing was encrypted.');
  return false;
}

/** No pipe was ever installed, or this one has not run. One that cannot be read may hold such files, so that is an error. */
function noFolder(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
