/** Elements of a frame: nodes of the accessibility tree and blocks of recognised text. */
import { stillWanted } from './cancellation.ts';
import type { Connection } from './database.ts';
import { matchExpression, parseQuery } from './query-syntax.ts';
import type { Element, ElementFilter, NewElement, Page } from './records.ts';
import { foldCase, termsOf } from './tokens.ts';

export function elementWriter(db: Connection) {
  const insert = db.prepare(
    `INSERT INTO elements (frame_id, source, role, text, parent_id, depth, left_bound, top_bound, width_bound,
     height_bound, confidence, sort_order) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const index = db.prepare('INSERT INTO element_fts (rowid, text, extra) VALUES (?, ?, ?)');
  const unindex = db.prepare(
    'DELETE FROM element_fts WHERE rowid IN (SELECT id FROM elements WHERE frame_id = ?)',
  );
  return {
    /** Before the frame goes, and its elements with it: the index has no foreign keys. */
    unindex(frameId: number): void {
      unindex.run(frameId);
    },
    insert(frameId: number, elements: readonly NewElement[]): void {
      const ids: number[] = [];
      for (const [order, element] of elements.entries()) {
        const parentId = element.parent === undefined ? undefined : ids[element.parent];
        const { lastInsertRowid } = insert.run(
          frameId,
          element.source,
          element.role,
          element.text ?? null,
          parentId ?? null,
          element.depth ?? 0,
          ...boundColumns(element.bounds),
          element.confidence ?? null,
          order,
        );
        const id = Number(lastInsertRowid);
        ids.push(id);
        const terms = termsOf(element.text ?? '');
        if (terms.words.length) index.run(id, terms.words.join(' '), terms.parts.join(' '));
      }
    },
  };
}

function boundColumns(bounds: NewElement['bounds']): (number | null)[] {
  if (!bounds) return [null, null, null, null];
  return [bounds.left, bounds.top, bounds.width, bounds.height];
}

interface ElementRow {
  id: number;
  frame_id: number;
  source: string;
  role: string;
  text: string | null;
  parent_id: number | null;
  depth: number;
  left_bound: number | null;
  top_bound: number | null;
  width_bound: number | null;
  height_bound: number | null;
  confidence: number | null;
  sort_order: number;
}

export function elementReader(db: Connection) {
  return {
    /** In tree order for one frame, newest frame first otherwise. */
    list(filter: ElementFilter): Page<Element> {
      const { conditions, values } = conditionsOf(filter);
      if (!conditions) return { items: [], total: 0 };
      const from = `FROM elements e JOIN frame f ON f.id = e.frame_id JOIN document d ON d.key = f.key
        JOIN context c ON c.id = d.context_id WHERE ${conditions.join(' AND ')}`;
      const total = db.prepare(`SELECT count(*) ${from}`).pluck().get(values) as number;
      const rows = db
        .prepare(
          `SELECT e.* ${from} ORDER BY e.frame_id DESC, e.sort_order, e.id LIMIT :limit OFFSET :offset`,
        )
        .all({ ...values, limit: filter.limit, offset: filter.offset }) as ElementRow[];
      return { items: rows.map(toElement), total };
    },
  };
}

function conditionsOf(filter: ElementFilter) {
  const values: Record<string, string | number> = {};
  const conditions = [stillWanted('e.id')];
  const add = (name: string, condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  add('frameId', 'e.frame_id = :frameId', filter.frameId);
  add('source', 'e.source = :source', filter.source);
  add('role', 'e.role = :role', filter.role);
  add('startMs', 'd.at_ms >= :startMs', filter.startMs);
  add('endMs', 'd.at_ms <= :endMs', filter.endMs);
  add('app', 'instr(fold_case(c.app_name), :app) > 0', filter.appName && foldCase(filter.appName));
  if (filter.query?.trim()) {
    const clauses = parseQuery(filter.query);
    if (clauses.length === 0) return { conditions: undefined, values };
    const match = matchExpression(clauses);
    add('match', 'e.id IN (SELECT rowid FROM element_fts WHERE element_fts MATCH :match)', match);
  }
  return { conditions, values };
}

function toElement(row: ElementRow): Element {
  const { left_bound: left, top_bound: top, width_bound: width, height_bound: height } = row;
  const hasBounds = left !== null && top !== null && width !== null && height !== null;
  return {
    id: row.id,
    frameId: row.frame_id,
    source: row.source,
    role: row.role,
    text: row.text,
    parentId: row.parent_id,
    depth: row.depth,
    bounds: hasBounds ? { left, top, width, height } : null,
    confidence: row.confidence,
    sortOrder: row.sort_order,
  };
}
