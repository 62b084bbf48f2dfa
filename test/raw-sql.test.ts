/** SQL over HTTP on the store that the service has made itself: what the interface promises to people who know its tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NOTHING_CAPTURED, type RunningDaemon, startDaemon } from './support/start-daemon.ts';

const ENDLESS =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c';
/** Shorter than the limit of a statement, which would end it too. */
const PATIENCE = { timeout: 20_000 };

let daemon: RunningDaemon;

beforeAll(async () => {
  daemon = await startDaemon({ args: NOTHING_CAPTURED });
  const frame = { app_name: 'Editor', window_name: 'notes.md', browser_url: 'https://a.example/' };
  await add('frames', [
    { ...frame, ocr_results: [{ text: 'the quick brown fox' }], tags: ['animal'] },
    { ...frame, ocr_results: [{ text: '日本語の検索も動く' }] },
  ]);
  await add('transcription', { transcription: 'foxes were mentioned', transcription_engine: 'x' });
});

afterAll(() => daemon.stop());

async function add(contentType: string, data: object): Promise<void> {
  const response = await fetch(`${daemon.baseUrl}/add`, {
    method: 'POST',
    body: JSON.stringify({ device_name: 'd', content: { content_type: contentType, data } }),
  });
  expect(response.status).toBe(200);
}

async function ask(
  query: string,
  signal?: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${daemon.baseUrl}/raw_sql`, {
    method: 'POST',
    body: JSON.stringify({ query }),
    ...(signal && { signal }),
  });
  return { status: response.status, body: await response.json() };
}

/** Children of the service that run SQL and use up a processor: the state letter of `/proc/<pid>/stat`. */
function busySqlProcesses(): number {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isBusySqlChild(pid)).length;
}

function isBusySqlChild(pid: string): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(daemon.dataDir) &&
      Number(pid) !== daemon.pid &&
      threads.some((id) => / R /.test(readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8')))
    );
  } catch {
    // Ended since it was listed.
    return false;
  }
}

describe('POST /raw_sql', () => {
  test('answers with a bare array of rows', async () => {
    expect(
      await ask('SELECT id, app_name, window_name, full_text FROM frames ORDER BY id LIMIT 1'),
    ).toEqual({
      status: 200,
      body: [
        { id: 1, app_name: 'Editor', window_name: 'notes.md', full_text: 'the quick brown fox' },
      ],
    });
  });

  test.each([
    ["SELECT id FROM frames_fts WHERE frames_fts MATCH 'quick' LIMIT 5", [{ id: 1 }]],
    [
      "SELECT f.id FROM frames_fts s JOIN frames f ON f.id = s.id WHERE frames_fts MATCH 'fox'",
      [{ id: 1 }],
    ],
    [
      'SELECT t.name FROM vision_tags v JOIN tags t ON t.id = v.tag_id WHERE v.vision_id = 1',
      [{ name: 'animal' }],
    ],
    [
      "SELECT transcription FROM audio_transcriptions WHERE timestamp > datetime('now', '-24 hours')",
      [{ transcription: 'foxes were mentioned' }],
    ],
  ])('answers %s', async (query, body) => {
    expect(await ask(query)).toEqual({ status: 200, body });
  });

  test.each([
    'DELETE FROM frames',
    "UPDATE tags SET name = 'x'",
    'PRAGMA journal_mode = delete',
    "ATTACH '/tmp/x.sqlite' AS x",
    'SELECT 1; SELECT 2',
    'SELECT nonsense FROM frames',
  ])('refuses %s with 400', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'SQL_REFUSED' } });
  });

  test.skipIf(process.platform !== 'linux')(
    'stops the SQL of a client that went away, and the next request answers',
    async () => {
      const client = new AbortController();
      const asked = ask(ENDLESS, client.signal).catch((error: Error) => error.name);
      await vi.waitFor(() => expect(busySqlProcesses()).toBeGreaterThan(0), PATIENCE);
      client.abort();
      expect(await asked).toBe('AbortError');
      expect(await ask('SELECT 1 AS one')).toEqual({ status: 200, body: [{ one: 1 }] });
      await vi.waitFor(() => expect(busySqlProcesses()).toBe(0), PATIENCE);
    },
  );
});
