/**
 * Lists the keys of a plan that also hold its short prefixes. Those next to words live in another index, of which a list holds nearly
 * every document: the texts of the first matches are looked at instead, until the page is full. Runs in a reader thread.
 */
import type { Connection, Statement } from '../../kernel/connection.ts';
import { FRAME_TEXT, PACK_JOINS } from '../../packing/pack-reader.ts';
import { type Plan, prefixExpression } from '../search-plan.ts';
import { KEYS_BETWEEN } from '../search-spans.ts';
import { hasWordBeginning } from '../words/tokens.ts';
import { ALL, type KeyLister, type Order, type Wanted } from './key-lister.ts';

/** Of a long list that is intersected with another. */
const KEYS_PER_PIECE = 20_000;
/** Texts that are read at once. */
const TEXTS_PER_PIECE = 256;
/** What looking at texts may cost before it stops at a full page. */
const LOOKING_MS = 15;

export interface Candidates {
  readonly found: number[];
  readonly isWhole: boolean;
  /** Of the keys that were looked at, those that hold the prefixes. */
  readonly share: number;
}

export function candidateLister(parts: {
  db: Connection;
  lister: KeyLister;
  prepare: (sql: string) => Statement;
  assertWanted: () => void;
}) {
  const { lister, prepare, assertWanted } = parts;
  const textsOf = parts.db
    .prepare(
      `SELECT d.key, ${FRAME_TEXT} FROM json_each(?) j JOIN document d ON d.key = j.value
       LEFT JOIN document_text t ON t.key = d.key ${PACK_JOINS('CASE d.key % 4 WHEN 0 THEN d.ref END')}
       WHERE d.length > 0`,
    )
    .raw();

  /** `isExact`: all matches of a plan with prefixes are listed, or the first of a plan without. */
  function listFirst(plan: Plan, order: Order, wanted: Wanted, isExact: boolean): Candidates {
    const { found, isWhole } = lister.listFirst(plan, order, wanted);
    if (plan.prefixes.length === 0) return { found, isWhole, share: 1 };
    if (isWhole || !isExact) {
      const looking = isExact ? { ...wanted, needed: Infinity } : wanted;
      const { kept, looked } = withPrefixes(found, plan.prefixes, looking);
      const isAll = isWhole && looked === found.length;
      const share = kept.length / Math.max(1, looked);
      if (isAll || kept.length >= wanted.needed) return { found: kept, isWhole: isAll, share };
    }
    const all = intersected(lister.listKeys(plan, order, ALL), plan.prefixes);
    return { found: all, isWhole: true, share: 1 };
  }

  function listHour(plan: Plan, order: Order, hour: number): number[] {
    const keys = lister.listKeys(plan, order, ALL, hour);
    return plan.prefixes.length === 0 ? keys : intersected(keys, plan.prefixes);
  }

  return { listFirst, listHour };

  /** Piece by piece: the list of a one-letter prefix holds nearly every document. */
  function intersected(keys: readonly number[], prefixes: readonly string[]): number[] {
    const having = prepare(
      `SELECT s.rowid FROM prefix_fts s WHERE prefix_fts MATCH ? AND ${KEYS_BETWEEN} ORDER BY s.rowid`,
    );
    const kept: number[] = [];
    for (let from = 0; from < keys.length; from += KEYS_PER_PIECE) {
      assertWanted();
      const piece = keys.slice(from, from + KEYS_PER_PIECE);
      const ends = [piece[0] ?? 0, piece.at(-1) ?? 0].sort((a, b) => a - b);
      const list = having.all(prefixExpression(prefixes), ...ends) as number[];
      kept.push(...intersection(piece, list));
    }
    return kept;
  }

  /** Those of the first `looked` keys that hold the prefixes. */
  function withPrefixes(
    keys: readonly number[],
    prefixes: readonly string[],
    { needed, meter }: Wanted,
  ): { kept: number[]; looked: number } {
    const kept: number[] = [];
    let looked = 0;
    while (looked < keys.length && (kept.length < needed || meter.elapsedMs() < LOOKING_MS)) {
      assertWanted();
      const piece = keys.slice(looked, looked + TEXTS_PER_PIECE);
      const texts = new Map(textsOf.all(JSON.stringify(piece)) as [number, string][]);
      const isKept = (key: number) =>
        prefixes.every((prefix) => hasWordBeginning(texts.get(key) ?? '', prefix));
      kept.push(...piece.filter(isKept));
      looked += piece.length;
    }
    return { kept, looked };
  }
}

/** `keys` in their order, `ascending` in that one. */
function intersection(keys: readonly number[], ascending: readonly number[]): number[] {
  const isDescending = (keys[0] ?? 0) > (keys.at(-1) ?? 0);
  let at = isDescending ? ascending.length - 1 : 0;
  return keys.filter((key) => {
    if (isDescending) while (at >= 0 && (ascending[at] as number) > key) at -= 1;
    else while (at < ascending.length && (ascending[at] as number) < key) at += 1;
    return ascending[at] === key;
  });
}
