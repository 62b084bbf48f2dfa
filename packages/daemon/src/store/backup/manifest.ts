/**
 * The list of what a backup holds. A backup is whole when it has one: it is written last, in one step, and names every file with its
 * checksum, so files that are missing, cut or changed are noticed before anything is restored from them. It has a checksum itself.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import { hasCode } from '../media/system-error.ts';

export const MANIFEST_FILE = 'manifest.json';
const FORMAT = 2;
/** The database is one of its files. */
const WHOLE_DATABASE = 1;
const SHA256 = /^[0-9a-f]{64}$/;

export interface BackupFile {
  /** Where it was and will be again, relative to the data folder, with forward slashes. */
  readonly path: string;
  /** Where it lies in the backup. Mostly the same; another name when an earlier backup still needs that one. */
  readonly file: string;
  readonly bytes: number;
  /** Of the original: with the size it shows whether a file has to be copied again. */
  readonly writtenAtMs: number;
  readonly sha256: string;
}

export interface RowCounts {
  readonly frames: number;
  readonly recordings: number;
  readonly documents: number;
  readonly inputEvents: number;
}

export interface Manifest {
  readonly madeAtMs: number;
  /** The data folder that it is of. */
  readonly source: string;
  readonly isEncrypted: boolean;
  /** Undefined of an encrypted store that was copied without its key. */
  readonly rows?: RowCounts | undefined;
  /** Media that rows name and that was not there any more when the backup was made. */
  readonly missing: readonly string[];
  readonly files: readonly BackupFile[];
  /** The list of its rows (`rows/copy-list.ts`), in the backup. Undefined: the database is one of the files. */
  readonly database?: string | undefined;
}

/** Undefined when there is none. Rejects with BACKUP_DAMAGED. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST_FILE), 'utf8');
  } catch (cause) {
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return undefined;
    throw cause;
  }
  try {
    return checked(JSON.parse(text) as Sealed);
  } catch (cause) {
    const why = cause instanceof TypeError ? cause.message : 'its list of files cannot be read';
    throw serviceError('BACKUP_DAMAGED', { folder, why, cause });
  }
}

/** The backup is whole from here on. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const sealed: Sealed = { format: FORMAT, sha256: checksumOf(manifest), manifest };
  writeFileAtomically(join(folder, MANIFEST_FILE), `${JSON.stringify(sealed)}\n`, {
    isFlushed: true,
  });
}

interface Sealed {
  readonly format: number;
  readonly sha256: string;
  readonly manifest: Manifest;
}

function checked({ format, sha256, manifest }: Sealed): Manifest {
  if (format !== FORMAT && format !== WHOLE_DATABASE)
    throw new TypeError(`it is of another kind (${Number(format)})`);
  if (sha256 !== checksumOf(manifest)) throw new TypeError('its list of files was changed');
  const isSound = manifest.files.every(
    (file) => isInside(file.path) && isInside(file.file) && SHA256.test(file.sha256),
  );
  const { database } = manifest;
  if (!isSound || (database !== undefined && !isInside(database)))
    throw new TypeError('its list of files names places outside of it');
  return manifest;
}

function checksumOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

/** Whoever made the list may want to write elsewhere. */
function isInside(path: string): boolean {
  return (
    path !== '' &&
    !/[\\\0]|^[a-z]:/i.test(path) &&
    !posix.isAbsolute(path) &&
    posix.normalize(path) === path &&
    !path.startsWith('..')
  );
}
