/** Notes that people and their assistants keep: written by hand, found by their words and tags. */
import { serviceError } from '#core/errors.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import type { Page } from '../records.ts';
import type { Memory, MemoryFilter, NewMemory } from '../timeline/overview-records.ts';

const MEMORIES = `SELECT id, content, source, source_context AS sourceContext, tags, importance, frame_id AS frameId,
  created_at, updated_at FROM memories`;

type Row = Omit<Memory, 'tags' | 'createdAtMs' | 'updatedAtMs'> &
  Record<'tags' | 'created_at' | 'updated_at', string>;

export function memoryWrites({ db }: WriteKernel) {
  const sql = {
    find: db.rows<Row>(`${MEMORIES} WHERE id = ?`),
    insert: db.prepare(
      `INSERT INTO memories (content, source, source_context, tags, importance, frame_id, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: db.prepare(
      `UPDATE memories SET content = ?, source = ?, source_context = ?, tags = ?, importance = ?, frame_id = ?,
       updated_at = ? WHERE id = ?`,
    ),
    remove: db.prepare('DELETE FROM memories WHERE id = ?'),
    index: db.prepare('INSERT INTO memories_fts (rowid, content, tags) VALUES (?, ?, ?)'),
    // FTS5 needs the text that is removed.
    unindex: db.prepare(
      "INSERT INTO memories_fts (memories_fts, rowid, content, tags) VALUES ('delete', ?, ?, ?)",
    ),
  };

  function get(id: number): Row {
    const row = sql.find.get(id);
    if (!row) throw serviceError('MEMORY_NOT_FOUND', { id });
    return row;
  }

  function valuesOf(memory: NewMemory): (string | number | null)[] {
    const { content, source, sourceContext, importance, frameId } = memory;
    return [content, source, sourceContext, JSON.stringify(memory.tags), importance, frameId];
  }

  return {
    add(memory: NewMemory, atMs: number): Memory {
      const at = new Date(atMs).toISOString();
      const id = Number(sql.insert.run(...valuesOf(memory), at, at).lastInsertRowid);
      const row = get(id);
      sql.index.run(id, row.content, row.tags);
      return toMemory(row);
    },
    /** Throws MEMORY_NOT_FOUND, as the next. */
    update(id: number, change: Partial<NewMemory>, atMs: number): Memory {
      const before = get(id);
      sql.unindex.run(id, before.content, before.tags);
      const memory = { ...toMemory(before), ...change };
      sql.update.run(...valuesOf(memory), new Date(atMs).toISOString(), id);
      const row = get(id);
      sql.index.run(id, row.content, row.tags);
      return toMemory(row);
    },
    delete(id: number): void {
      const { content, tags } = get(id);
      sql.unindex.run(id, content, tags);
      sql.remove.run(id);
    },
  };
}

export function memoryReads({ db }: ReadKernel) {
  const byId = db.rows<Row>(`${MEMORIES} WHERE id = ?`);

  return {
    find(id: number): Memory | undefined {
      const row = byId.get(id);
      return row && toMemory(row);
    },
    /** The newest first. */
    list(filter: MemoryFilter): Page<Memory> {
      const { conditions, values } = conditionsOf(filter);
      const where = `WHERE ${['TRUE', ...conditions].join(' AND ')}`;
      const count = db.values<number>(`SELECT count(*) FROM memories ${where}`);
      const by = filter.order === 'ascending' ? 'ASC' : 'DESC';
      const order = `ORDER BY created_at ${by}, id ${by}`;
      const rows = db
        .rows<Row>(`${MEMORIES} ${where} ${order} LIMIT :limit OFFSET :offset`)
        .all({ ...values, limit: filter.limit, offset: filter.offset });
      return { items: rows.map(toMemory), total: count.get(values) as number };
    },
  };
}

function conditionsOf(filter: MemoryFilter) {
  const conditions: string[] = [];
  const values: Record<string, string | number> = {};
  const add = (name: string, condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  const match = 'id IN (SELECT rowid FROM memories_fts WHERE memories_fts MATCH :match)';
  add('match', match, filter.query === undefined ? undefined : expressionOf(filter.query));
  for (const [i, word] of wordsOf(filter.exclude ?? '').entries()) {
    const name = `exclude${i}`;
    add(name, `id NOT IN (SELECT rowid FROM memories_fts WHERE memories_fts MATCH :${name})`, word);
  }
  add('shortest', 'length(content) >= :shortest', filter.minLength);
  add('longest', 'length(content) <= :longest', filter.maxLength);
  add('source', 'source = :source', filter.source);
  add('importance', 'importance >= :importance', filter.minImportance);
  add('start', 'created_at >= :start', isoOf(filter.startMs));
  add('end', 'created_at <= :end', isoOf(filter.endMs));
  for (const [i, tag] of (filter.tags ?? []).entries()) {
    const name = `tag${i}`;
    add(name, `EXISTS (SELECT 1 FROM json_each(tags) WHERE value = :${name})`, tag);
  }
  return { conditions, values };
}

/** Every word is taken literally. Without any, nothing matches. */
function expressionOf(query: string): string {
  const words = wordsOf(query);
  return words.length === 0 ? '"\ue000"' : words.join(' AND ');
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).map((word) => `"${word}"`);
}

function isoOf(atMs: number | undefined): string | undefined {
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

function toMemory({ tags, created_at, updated_at, ...row }: Row): Memory {
  return {
    ...row,
    tags: JSON.parse(tags) as string[],
    createdAtMs: Date.parse(created_at),
    updatedAtMs: Date.parse(updated_at),
  };
}
