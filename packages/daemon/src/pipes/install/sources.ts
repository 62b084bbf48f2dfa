/** Where pipes come from. Every way ends in a plain folder of plain files. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceError } from '#core/errors.ts';
import { PipeSourceUnreachableError } from '../errors.ts';
import { isArchive } from './archive.ts';
import { copyFolder } from './copy-folder.ts';
import { download } from './download.ts';
import { fetchPackage } from './registry.ts';
import { unpack } from './unpack.ts';

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
    return unpack(archive, folder, signal);
  }
  if (/^https?:\/\//i.test(text)) {
    const archive = join(workFolder, 'download');
    await download(text, archive, signal);
    return unpack(archive, folder, signal);
  }
  return fromDisk(pathOf(text), folder, signal);
}

function pathOf(text: string): string {
  if (/^file:/i.test(text)) {
    try {
      return fileURLToPath(text);
    } catch {
      throw serviceError('INVALID_PIPE_SOURCE');
    }
  }
  // A plain path means the same; a bare word could be meant as anything.
  if (/^(\/|[a-z]:[\\/])/i.test(text)) return text;
  throw serviceError('INVALID_PIPE_SOURCE');
}

async function fromDisk(path: string, folder: string, signal: AbortSignal): Promise<void> {
  const found = await stat(path).catch((cause) => {
    throw new PipeSourceUnreachableError('there is no such file or folder', cause);
  });
  if (found.isDirectory()) return copyFolder(path, folder, signal);
  if (await isArchive(path)) return unpack(path, folder, signal);
  throw new PipeSourceUnreachableError('it is neither a folder nor a .tgz or .zip');
}
