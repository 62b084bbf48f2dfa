/** Input events (clicks, keys, clipboard …): written one by one, read by time, text and app. */
import { OWN_MACHINE } from '../content/contexts.ts';
import { characterCount } from '../content/documents.ts';
import { stillWanted } from '../kernel/cancellation.ts';
import type { Connection } from '../kernel/connection.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type {
  InputEventCount,
  InputEventFilter,
  InputItem,
  NamePart,
  NewInputEvent,
  Page,
  Scope,
  SearchFilter,
} from '../records.ts';
import { anyExpression, matchExpression, parseQuery } from '../search/words/query-syntax.ts';
import { foldCase, termsOf } from '../search/words/tokens.ts';
import { originColumns } from '../sync/origin.ts';

/** Property → column; the order is that of the INSERT below. */
const COLUMNS = {
  sessionId: 'session_id',
  x: 'x',
  y: 'y',
  deltaX: 'delta_x',
  deltaY: 'delta_y',
  button: 'button',
  clickCount: 'click_count',
  keyCode: 'key_code',
  modifiers: 'modifiers',
  textContent: 'text_content',
  appName: 'app_name',
  appPid: 'app_pid',
  windowTitle: 'window_title',
  browserUrl: 'browser_url',
  elementRole: 'element_role',
  elementName: 'element_name',
  elementValue: 'element_value',
  elementDescription: 'element_description',
  elementAutomationId: 'element_automation_id',
  elementBounds: 'element_bounds',
  frameId: 'frame_id',
} as const satisfies Partial<Record<keyof NewInputEvent, string>>;
/** Stands between the texts of an event, so that no phrase reaches from one into the next. */
const FIELD_BREAK = ' \ue000 ';
type Property = keyof typeof COLUMNS;
const PROPERTIES = Object.keys(COLUMNS) as Property[];

/** Whose words are in the index, in this order. */
export const INDEXED_COLUMNS = 'text_content, element_name, window_title, app_name';

interface IndexEntry {
  words: string;
  parts: string;
}

/** Undefined for an event without a word. */
export function inputIndexEntry(
  texts: readonly (string | null | undefined)[],
): IndexEntry | undefined {
  const fields = texts.map((text) => termsOf(text ?? ''));
  const words = fields.flatMap((terms) => terms.words.join(' ') || []);
  if (words.length === 0) return undefined;
  return { words: words.join(FIELD_BREAK), parts: fields.flatMap(({ parts }) => parts).join(' ') };
}

export function inputIndexWriter(db: Connection) {
  const index = db.prepare('INSERT INTO input_fts (rowid, text, extra) VALUES (?, ?, ?)');
  return (id: number, texts: readonly (string | null | undefined)[]): void => {
    const entry = inputIndexEntry(texts);
    if (entry) index.run(id, entry.words, entry.parts);
  };
}

export function inputEventWriter(db: Connection) {
  const columns = Object.values(COLUMNS);
  const insert = db.prepare(
    `INSERT INTO input_event (at_ms, event_type, relative_ms, text_length, machine_id, sync_id, synced_at,
     ${columns.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ${columns.map(() => '?').join(', ')})`,
  );
  const index = inputIndexWriter(db);
  const unindex = db.prepare('DELETE FROM input_fts WHERE rowid = ?');
  const remove = db.prepare('DELETE FROM input_event WHERE id = ?');
  const indexed = db.tuples<(string | null)[]>(
    `SELECT ${INDEXED_COLUMNS} FROM input_event WHERE id = ?`,
  );

  return {
    insert(event: NewInputEvent): number {
      const { textContent } = event;
      const id = Number(
        insert.run(
          event.atMs,
          event.eventType,
          event.relativeMs ?? 0,
          textContent === undefined ? (event.keyCount ?? null) : characterCount(textContent),
          event.origin?.machineId ?? null,
          ...originColumns(event.origin),
          ...PROPERTIES.map((property) => event[property] ?? null),
        ).lastInsertRowid,
      );
      index(id, [textContent, event.elementName, event.windowTitle, event.appName]);
      return id;
    },
    /** Other texts, by column. */
    rewrite(id: number, texts: Readonly<Record<string, string | null>>): void {
      for (const [column, text] of Object.entries(texts)) {
        db.prepare(`UPDATE input_event SET ${column} = ? WHERE id = ?`).run(text, id);
      }
      unindex.run(id);
      index(id, indexed.get(id) ?? []);
    },
    /** How many there were. */
    delete(ids: readonly number[]): number {
      let deleted = 0;
      for (const id of ids) {
        unindex.run(id);
        deleted += remove.run(id).changes;
      }
      return deleted;
    },
  };
}

type Row = Record<string, string | number | null>;

export function inputEventFinder(db: Connection) {
  const byId = db.rows<Row>('SELECT * FROM input_event WHERE id = ?');
  return (id: number): InputItem | undefined => {
    const row = byId.get(id);
    return row && toInputItem(row);
  };
}

export function inputEventReader({ db }: ReadKernel) {
  const statsWhere = (conditions: readonly string[]) =>
    db.rows<InputEventCount>(
      `SELECT coalesce(nullif(app_name, ''), 'unknown') AS appName, event_type AS eventType, count(*) AS count
       FROM input_event WHERE ${[stillWanted('id'), ...conditions].join(' AND ')}
       GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 100`,
    );

  const after = db.rows<Row>('SELECT * FROM input_event WHERE id > ? ORDER BY id LIMIT ?');

  function page(
    { conditions, values }: Conditions,
    order: 'ascending' | 'descending',
    window: { limit: number; offset: number },
  ): Page<InputItem> {
    const where = `FROM input_event WHERE ${[stillWanted('id'), ...conditions].join(' AND ')}`;
    const direction = order === 'ascending' ? 'ASC' : 'DESC';
    const total = db.values<number>(`SELECT count(*) ${where}`).get(values) as number;
    const rows = db
      .rows<Row>(
        `SELECT * ${where} ORDER BY at_ms ${direction}, id ${direction} LIMIT :limit OFFSET :offset`,
      )
      .all({ ...values, ...window });
    return { items: rows.map(toInputItem), total };
  }

  return {
    /** `/ui-events`: substrings. */
    list(filter: InputEventFilter): Page<InputItem> {
      const c = baseConditions(filter);
      addCondition(c, 'eventType', 'event_type = :eventType', filter.eventType);
      const text =
        "instr(fold_case(coalesce(text_content, '') || char(10) || coalesce(app_name, '') || char(10) || coalesce(window_title, '')), :query) > 0";
      addCondition(c, 'query', text, filter.query && foldCase(filter.query));
      return page(c, 'descending', { limit: filter.limit, offset: filter.offset });
    },
    /** `/search?content_type=input`: the query language of search. */
    search(filter: SearchFilter): Page<InputItem> {
      if (asksForWhatEventsLack(filter)) return { items: [], total: 0 };
      const c = baseConditions(filter);
      if (filter.query?.trim()) {
        const clauses = parseQuery(filter.query);
        if (clauses.length === 0) return { items: [], total: 0 };
        const match = 'id IN (SELECT rowid FROM input_fts WHERE input_fts MATCH :match)';
        addCondition(c, 'match', match, matchExpression(clauses));
      }
      const excluded = filter.exclude === undefined ? [] : parseQuery(filter.exclude);
      if (excluded.length > 0) {
        const match = 'id NOT IN (SELECT rowid FROM input_fts WHERE input_fts MATCH :excluded)';
        addCondition(c, 'excluded', match, anyExpression(excluded));
      }
      addPart(c, 'browser_url', filter.browserUrl);
      addCondition(c, 'min', 'coalesce(text_length, 0) >= :min', filter.minLength);
      addCondition(c, 'max', 'coalesce(text_length, 0) <= :max', filter.maxLength);
      const machine = `coalesce(machine_id, (${OWN_MACHINE})) = :machine`;
      addCondition(c, 'machine', machine, filter.machineId);
      return page(c, filter.order, { limit: filter.limit, offset: filter.offset });
    },
    /** In the order in which they were stored. */
    listAfter: (id: number, limit: number): InputItem[] => after.all(id, limit).map(toInputItem),
    count(range: {
      startMs?: number | undefined;
      endMs?: number | undefined;
      scope?: Scope | undefined;
    }): InputEventCount[] {
      const { conditions, values } = baseConditions(range);
      return statsWhere(conditions).all(values);
    },
  };
}

/** An event has no device, frame name, focus, speaker or tags, so such a filter leaves it out. */
function asksForWhatEventsLack(filter: SearchFilter): boolean {
  const { deviceName, frameName, focused, speakerIds, speakerName, tags } = filter;
  const isAsked = [focused, speakerIds, speakerName].some((value) => value !== undefined);
  return isAsked || [deviceName, frameName, tags].some((value) => value && value.length > 0);
}

interface Conditions {
  conditions: string[];
  values: Record<string, string | number>;
}

function addCondition(
  into: Conditions,
  name: string,
  condition: string,
  value: string | number | undefined,
): void {
  if (value === undefined || value === '') return;
  into.conditions.push(condition);
  into.values[name] = value;
}

function baseConditions(filter: {
  startMs?: number | undefined;
  endMs?: number | undefined;
  appName?: NamePart | undefined;
  windowName?: NamePart | undefined;
  scope?: Scope | undefined;
}): Conditions {
  const c: Conditions = { conditions: [], values: {} };
  addCondition(c, 'startMs', 'at_ms >= :startMs', filter.startMs);
  addCondition(c, 'endMs', 'at_ms <= :endMs', filter.endMs);
  addPart(c, 'app_name', filter.appName);
  addPart(c, 'window_title', filter.windowName);
  if (filter.scope) addNames(c, filter.scope);
  return c;
}

function addPart(into: Conditions, column: string, part: NamePart | undefined): void {
  if (part !== undefined && part !== '') addNamed(into, column, 'IS', [part].flat());
}

/** Whether the column holds any of the names, or none of them. */
function addNamed(
  into: Conditions,
  column: string,
  operator: 'IS' | 'IS NOT',
  names: readonly string[],
): void {
  const name = `names${into.conditions.length}`;
  into.conditions.push(
    `(SELECT 1 FROM json_each(:${name}) n WHERE instr(fold_case(coalesce(${column}, '')), n.value) > 0 LIMIT 1) ${operator} 1`,
  );
  into.values[name] = JSON.stringify(names.map(foldCase));
}

function addNames(into: Conditions, scope: Scope): void {
  const add = (column: string, operator: 'IS' | 'IS NOT', names?: readonly string[]) => {
    if (names !== undefined) addNamed(into, column, operator, names);
  };
  add('app_name', 'IS', scope.allowApps);
  add('app_name', 'IS NOT', scope.denyApps);
  add('window_title', 'IS', scope.allowWindows);
  add('window_title', 'IS NOT', scope.denyWindows);
}

function toInputItem(row: Row): InputItem {
  const item: Record<string, unknown> = {
    kind: 'input',
    id: row.id,
    atMs: row.at_ms,
    eventType: row.event_type,
    relativeMs: row.relative_ms,
    textLength: row.text_length,
  };
  for (const property of PROPERTIES) item[property] = row[COLUMNS[property]];
  return item as InputItem;
}
