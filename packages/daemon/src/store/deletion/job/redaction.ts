/**
 * Covers words in all that is stored: texts of frames, of windows, of speech, input events, and names of windows, pages and
 * meetings. What finds the words is handed in. A frame in which something was covered loses its picture, its word boxes and its
 * elements, speech its sound: what cannot be cut out safely goes.
 */
import type { Store } from '#store/store.ts';
import type { DeletionJob, RedactionRule, TextChange, TextPlace } from '../records.ts';

/** One answer for each text; null where nothing was found. */
export type RedactTexts = (
  texts: readonly string[],
  rule: RedactionRule,
  signal: AbortSignal,
) => Promise<({ text: string; count: number } | null)[]>;

/** Some ten milliseconds of a reader; a hundred of the recogniser. */
const BATCH = 200;
/** Writes of this many at once: some tens of milliseconds. */
const CHANGES_AT_ONCE = 25;

export interface RedactionCounts {
  /** Texts with something to cover, by kind. */
  frames: number;
  transcriptions: number;
  uiTexts: number;
  inputEvents: number;
  /** Of windows, pages and meetings. */
  names: number;
  /** Pieces of text. */
  redactions: number;
  looked: number;
}

/** Walks through everything; `onChanges` is given what has to change, in pieces. */
async function walk(
  deps: { store: Store; redactTexts: RedactTexts },
  rule: RedactionRule,
  onChanges: (changes: TextChange[]) => Promise<void>,
  signal: AbortSignal,
): Promise<RedactionCounts> {
  const counts: RedactionCounts = {
    frames: 0,
    transcriptions: 0,
    uiTexts: 0,
    inputEvents: 0,
    names: 0,
    redactions: 0,
    looked: 0,
  };
  let after: TextPlace | undefined = { table: 'context', id: 0 };
  while (after) {
    signal.throwIfAborted();
    const page = await deps.store.deletion.listTexts(after, BATCH, signal);
    const flat = page.rows.flatMap(({ texts }) => texts);
    const found = flat.length === 0 ? [] : await deps.redactTexts(flat, rule, signal);
    const changes: TextChange[] = [];
    let at = 0;
    for (const row of page.rows) {
      const answers = found.slice(at, at + row.texts.length);
      at += row.texts.length;
      const count = answers.reduce((sum, answer) => sum + (answer?.count ?? 0), 0);
      if (count === 0) continue;
      counts[COUNTED[row.kind]] += 1;
      counts.redactions += count;
      const texts = answers.map((answer, i) => answer?.text ?? row.texts[i] ?? '');
      changes.push({ kind: row.kind, id: row.id, texts, count });
    }
    counts.looked += page.rows.length;
    if (changes.length > 0) await onChanges(changes);
    after = page.next;
  }
  return counts;
}

const COUNTED = {
  ocr: 'frames',
  audio: 'transcriptions',
  older: 'transcriptions',
  ui: 'uiTexts',
  input: 'inputEvents',
  context: 'names',
  meeting: 'names',
} as const;

export function redactionRunner(deps: { store: Store; redactTexts: RedactTexts }) {
  const { store } = deps;
  /** Titles and addresses stand on the pictures of their windows. */
  async function dropPictures(jobId: number, changes: readonly TextChange[], signal: AbortSignal) {
    const contextIds = changes.filter(({ kind }) => kind === 'context').map(({ id }) => id);
    if (contextIds.length === 0) return;
    for (;;) {
      signal.throwIfAborted();
      const piece = await store.deletion.list({ contextIds, parts: ['pictures'] }, BATCH, signal);
      if (piece.pictures.length === 0) return;
      await store.deletion.deletePiece(jobId, piece);
    }
  }

  return {
    count: (rule: RedactionRule, signal: AbortSignal) => walk(deps, rule, async () => {}, signal),
    /** Done again it finds nothing more. */
    async apply(job: DeletionJob, rule: RedactionRule, signal: AbortSignal): Promise<void> {
      const write = async (changes: TextChange[]) => {
        // Before the names change: afterwards nobody would know which pictures show them.
        await dropPictures(job.id, changes, signal);
        for (let at = 0; at < changes.length; at += CHANGES_AT_ONCE) {
          signal.throwIfAborted();
          await store.deletion.changeTexts(job.id, changes.slice(at, at + CHANGES_AT_ONCE));
        }
      };
      await walk(deps, rule, write, signal);
    },
  };
}
