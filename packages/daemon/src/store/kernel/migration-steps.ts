/** What a migration has to do in code, after its SQL and in the same transaction, by the name of its file. */
import { moveOldRows } from '../packing/move-old-rows.ts';
import type { Connection } from './connection.ts';

export const MIGRATION_STEPS: Readonly<Record<string, (db: Connection) => void>> = {
  '202611151010_packed_boxes.sql': moveOldRows,
};
