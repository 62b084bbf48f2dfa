/**
 * Proves through the interface that nothing is lost: walks every stored row, asks for every picture and recording that a row names,
 * compares with what was acknowledged, looks whether the index finds it, and has `hindcast doctor` examine the file.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programFile } from '../support/programs.ts';
import type { Written } from './feed.ts';
import type { Stored } from './large-store.ts';

const CLI = programFile('cli');
const PAGE = 500;
const ASKED_AT_ONCE = 8;
/** How many of the words are looked up: a search for each of them would take longer than all the rest. */
const SEARCHED = 5;

interface Content {
  frame_id?: number;
  chunk_id?: number;
  id?: number;
  text?: string;
  transcription?: string;
  file_path?: string;
}

interface Page {
  data: { content: Content }[];
  pagination: { total: number };
}

export interface Findings {
  /** Acknowledged writes that are not there, or not with their text, or that search does not find. */
  lost: string[];
  /** Pictures and recordings that a row names and the service cannot give. */
  dangling: string[];
  /** What was deleted, with an acknowledgement, and is there. */
  undead: string[];
  rows: number;
}

const KINDS = {
  ocr: { idOf: (content: Content) => content.frame_id, media: 'frames' },
  audio: { idOf: (content: Content) => content.chunk_id, media: 'audio' },
  ui: { idOf: (content: Content) => content.id, media: undefined },
} as const;

export async function verify(
  baseUrl: string,
  written: readonly Written[],
  stored: Stored = { documents: 0, endMs: 0 },
): Promise<Findings> {
  const findings: Findings = { lost: [], dangling: [], undead: [], rows: 0 };
  for (const kind of ['ocr', 'audio', 'ui'] as const) {
    const rows = await walk(baseUrl, kind, stored.endMs);
    findings.rows += rows.size;
    const expected = written.filter((one) => one.kind === kind);
    for (const { id, word, fate } of expected) {
      const isThere = rows.get(id)?.text.includes(word) === true;
      if (fate === 'kept' && !isThere) findings.lost.push(`${kind} ${id}`);
      if (fate === 'deleted' && isThere) findings.undead.push(`${kind} ${id}`);
    }
    const { media } = KINDS[kind];
    if (media === undefined) continue;
    // A picture was given with each frame, so each must have one, whatever its row says.
    const pointers = [...rows].filter(([, { path }]) => kind === 'ocr' || path !== '');
    findings.dangling.push(...(await unanswered(baseUrl, media, pointers)));
  }
  findings.lost.push(...(await unfound(baseUrl, written)), ...(await unstored(baseUrl, stored)));
  return findings;
}

/** Everything since then. */
async function walk(baseUrl: string, kind: keyof typeof KINDS, sinceMs: number) {
  const since = new Date(sinceMs).toISOString();
  const rows = new Map<number, { text: string; path: string }>();
  for (let offset = 0; ; offset += PAGE) {
    const query = `content_type=${kind}&limit=${PAGE}&offset=${offset}&start_time=${since}`;
    const reply = await fetch(`${baseUrl}/search?${query}`);
    if (reply.status !== 200) throw new Error(`/search answered ${reply.status}`);
    const { data, pagination } = (await reply.json()) as Page;
    for (const { content } of data) {
      const id = KINDS[kind].idOf(content) ?? -1;
      const text = content.text ?? content.transcription ?? '';
      // All that was said in one recording has its number.
      const before = rows.get(id)?.text ?? '';
      rows.set(id, { text: `${before}\n${text}`, path: content.file_path ?? '' });
    }
    if (offset + PAGE >= pagination.total) return rows;
  }
}

async function unanswered(
  baseUrl: string,
  media: string,
  pointers: readonly [number, { path: string }][],
): Promise<string[]> {
  const waiting = [...pointers];
  const found: string[] = [];
  async function work(): Promise<void> {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const reply = await fetch(`${baseUrl}/${media}/${one[0]}`);
      const { byteLength } = await reply.arrayBuffer();
      if (reply.status !== 200 || byteLength === 0) {
        found.push(`${media} ${one[0]}: ${reply.status}`);
      }
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
  return found;
}

/** The newest and others all over the range. */
async function unfound(baseUrl: string, written: readonly Written[]): Promise<string[]> {
  const kept = written.filter(({ fate, word }) => fate === 'kept' && word !== '');
  const step = Math.max(1, Math.floor(kept.length / SEARCHED));
  const found: string[] = [];
  for (let at = kept.length - 1; at >= 0; at -= step) {
    const one = kept[at];
    if (one === undefined) break;
    const reply = await fetch(`${baseUrl}/search?q=${one.word}&content_type=${one.kind}&limit=1`);
    const { pagination } = (await reply.json()) as Page;
    if (pagination.total !== 1)
      found.push(`${one.kind} ${one.id}: found ${pagination.total} times`);
  }
  return found;
}

/** Nobody deletes what was there before; `hindcast doctor` looks into it. */
async function unstored(baseUrl: string, { documents, endMs }: Stored): Promise<string[]> {
  if (documents === 0) return [];
  const reply = await fetch(`${baseUrl}/search?limit=1&end_time=${new Date(endMs).toISOString()}`);
  const { pagination } = (await reply.json()) as Page;
  return pagination.total === documents ? [] : [`${documents - pagination.total} of the stored`];
}

/** What `hindcast doctor` has to complain about; it looks at the folder, with or without a service. */
export async function examine(dataDir: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, [CLI, 'doctor', '--data-dir', dataDir]);
  return await run.then(
    () => '',
    (error: { stdout?: string; stderr?: string }) =>
      `${error.stdout}${error.stderr}` || 'it failed',
  );
}
