/** Where pipes come from. Every way ends in a plain folder of plain files. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidPipeSourceError, PipeSourceUnreachableError } from '../errors.ts';
import { isArchive, unpackArchive } from './archive.ts';
import { copyFolder } from './copy-folder.ts';
import { download } from './download.ts';
import { fetchPackage } from './registry.ts';

export interface Destination {
  /** To be made. */
  folder: string;
  /** For what is needed on the way; removed afterwards. */
  workFolder: string;
  signal: AbortSignal;
}

export async function fetchSource(source: string, destination: Destination): Promise<void> {
  const { workFolder, signal, folder } = destination;
  const text = source.trim();
  if (/^npm:/i.test(text)) {
    const archive = await fetchPackage(text.slice(4), workFolder, signal);
    return unpackArchive(archive, folder);
  }
  if (/^https?:\/\//i.test(text)) {
    const archive = join(workFolder, 'download');
    await download(text, archive, signal);
    return unpackArchive(archive, folder);
  }
  return fromDisk(pathOf(text), folder);
}

function pathOf(text: string): string {
  if (/^file:/i.test(text)) {
    try {
      return fileURLToPath(text);
    } catch {
      throw new InvalidPipeSourceError();
    }
  }
  // A plain path means the same; a bare word could be meant as anything.
  if (/^(\/|[a-z]:[\\/])/i.test(text)) return text;
  throw new InvalidPipeSourceError();
}

async function fromDisk(path: string, folder: string): Promise<void> {
  const found = await stat(path).catch((cause) => {
    throw new PipeSourceUnreachableError('there is no such file or folder', cause);
  });
  if (found.isDirectory()) return copyFolder(path, folder);
  if (await isArchive(path)) return unpackArchive(path, folder);
  throw new PipeSourceUnreachableError('it is neither a folder nor a .tgz or .zip');
}
