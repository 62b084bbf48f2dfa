/**
 * The list of a copy by rows: the schema, and for each table its ranges with the file that holds them. It is written last, in one step, and
 * has a checksum: a copy without a list does not exist. It holds no captured content.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import type { StoreIdentity } from '../../kernel/store-identity.ts';
import { isChunkWhole } from './chunk-files.ts';

/** How the names of lists end. */
export const LIST_ENDING = '.list';
const FORMAT = 1;

export interface CopiedRange {
  readonly range: number;
  /** The name of its file. */
  readonly id: string;
  readonly rows: number;
}

export interface SchemaEntry {
  readonly type: 'table' | 'index' | 'view' | 'trigger';
  readonly name: string;
  readonly sql: string;
}

export interface CopyList {
  /** Random: `changed-ranges.ts` names a list by it. */
  readonly id: string;
  readonly madeAtMs: number;
  readonly isEncrypted: boolean;
  readonly schemaVersion: number;
  readonly applicationId: number;
  readonly schema: readonly SchemaEntry[];
  readonly identity: StoreIdentity;
  readonly tables: readonly { readonly name: string; readonly ranges: readonly CopiedRange[] }[];
}

interface Sealed {
  readonly format: number;
  readonly sha256: string;
  readonly list: StoredList;
}

/** Ranges as `[range, id, rows]`: there are tens of thousands. */
interface StoredList extends Omit<CopyList, 'tables'> {
  readonly tables: Readonly<Record<string, readonly (readonly [number, string, number])[]>>;
}

/** The copy is whole from here on. */
export function writeCopyList(file: string, list: CopyList): void {
  const tables = Object.fromEntries(
    list.tables.map(({ name, ranges }) => [
      name,
      ranges.map(({ range, id, rows }) => [range, id, rows] as const),
    ]),
  );
  const stored: StoredList = { ...list, tables };
  const sealed: Sealed = { format: FORMAT, sha256: checksumOf(stored), list: stored };
  writeFileAtomically(file, `${JSON.stringify(sealed)}\n`, { isFlushed: true });
}

/** Undefined when there is none, or when it is damaged or of another kind. */
export function readCopyList(file: string): CopyList | undefined {
  try {
    const { format, sha256, list } = JSON.parse(readFileSync(file, 'utf8')) as Sealed;
    if (format !== FORMAT || sha256 !== checksumOf(list)) return undefined;
    const tables = Object.entries(list.tables).map(([name, ranges]) => ({
      name,
      ranges: ranges.map(([range, id, rows]) => ({ range, id, rows })),
    }));
    return { ...list, tables };
  } catch {
    return undefined;
  }
}

/** Among the lists of a folder. */
export function findListById(folder: string, id: string): CopyList | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith(LIST_ENDING))
    .map((name) => readCopyList(join(folder, name)))
    .find((list) => list?.id === id);
}

export function chunksOf(list: CopyList): string[] {
  return list.tables.flatMap(({ ranges }) => ranges.map(({ id }) => id));
}

/** Whether every file of it is as it was written. Needs no key. */
export function isCopyWhole(list: CopyList, folder: string): boolean {
  return [...new Set(chunksOf(list))].every((id) => isChunkWhole(folder, id));
}

function checksumOf(list: StoredList): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('hex');
}
