/** The tables, views and columns that SQL users of this kind of service know: names, values and MATCH. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, openReader } from './kernel/database.ts';
import { openWrites } from './kernel/open-writes.ts';
import { type TemporaryFolder, temporaryFolder, withDatabase } from './testing/temporary-store.ts';

const COLUMNS: Record<string, string> = {
  frames: `id video_chunk_id offset_index timestamp name app_name window_name focused browser_url device_name sync_id
    machine_id synced_at snapshot_path accessibility_text accessibility_tree_json content_hash simhash capture_trigger
    text_source cloud_blob_id full_text`,
  video_chunks: 'id file_path device_name sync_id machine_id synced_at fps cloud_blob_id',
  ocr_text: `frame_id text text_json app_name ocr_engine window_name focused text_length sync_id synced_at`,
  audio_chunks: 'id file_path timestamp sync_id machine_id synced_at',
  audio_transcriptions: `id audio_chunk_id offset_index timestamp transcription device is_input_device speaker_id
    transcription_engine start_time end_time text_length sync_id synced_at`,
  speakers: 'id name metadata hallucination centroid embedding_count',
  speaker_embeddings: 'id embedding speaker_id',
  ui_events: `id timestamp session_id relative_ms event_type x y delta_x delta_y button click_count key_code modifiers
    text_content text_length app_name app_pid window_title browser_url element_role element_name element_value
    element_description element_automation_id element_bounds frame_id sync_id machine_id synced_at`,
  elements: `id frame_id source role text parent_id depth left_bound top_bound width_bound height_bound confidence
    sort_order`,
  tags: 'id name created_at',
  vision_tags: 'vision_id tag_id',
  audio_tags: 'audio_chunk_id tag_id',
  meetings: 'id meeting_start meeting_end meeting_app title attendees detection_source created_at',
  memories: 'id content source source_context tags importance created_at updated_at frame_id',
  pipe_executions: `id pipe_name status trigger_type pid model provider started_at finished_at stdout stderr exit_code
    error_type error_message duration_ms`,
  pipe_scheduler_state: 'pipe_name last_run_at last_success_at consecutive_failures',
  accessibility:
    'id timestamp app_name window_name text_content browser_url sync_id machine_id synced_at',
  ui_monitoring: 'id text_output timestamp app window initial_traversal_at text_length',
  frames_fts: 'full_text app_name window_name browser_url id name focused',
  ocr_text_fts: 'text app_name window_name frame_id',
  audio_transcriptions_fts: 'transcription device speaker_id',
  elements_fts: 'text role frame_id',
  ui_events_fts: 'text_content app_name window_title element_name',
  memories_fts: 'content tags',
  accessibility_fts: 'text_content app_name window_name',
};

const AT_MS = Date.parse('2026-02-03T09:14:22.125Z');

let folder: TemporaryFolder;
let db: Connection;

beforeAll(async () => {
  folder = await temporaryFolder();
  const writes = openWrites(folder.path);
  withDatabase(folder.path, (own) => own.exec("INSERT INTO speakers (name) VALUES ('Rosa')"));
  const box = { left: 0.1, top: 0.25, width: 0.3, height: 0.05, confidence: 0.97 };
  writes.run(1, 'content.add', [
    {
      frames: [
        {
          atMs: AT_MS,
          deviceName: 'monitor_1',
          appName: 'Editor',
          windowName: 'plan.md',
          browserUrl: 'https://example.com/',
          frameName: 'one.png',
          focused: true,
          captureTrigger: 'click',
          textSource: 'hybrid',
          snapshotPath: 'data/2026-02-03/1_m1.jpg',
          text: 'Quarterly plan',
          ocrEngine: 'tesseract',
          boxes: [
            { ...box, text: 'Quarterly' },
            // Too far away to be on the same line.
            { ...box, text: '"pläñ"\\', left: 0.6 },
            { ...box, text: 'B', left: 0.91, width: 0.02 },
          ],
          elements: [{ source: 'accessibility', role: 'button', text: 'Send plan', bounds: box }],
        },
        { atMs: AT_MS, deviceName: 'monitor_1' },
        // What ingest makes of a tree to which OCR added something.
        {
          atMs: AT_MS,
          deviceName: 'monitor_1',
          appName: 'Chat',
          textSource: 'hybrid',
          text: 'Größe 😀\nzweite\nclock 12:30',
          elements: ['Größe 😀\nzweite'].map((text) => ({
            source: 'accessibility',
            role: 'text',
            text,
            depth: 2,
          })),
        },
        {
          atMs: AT_MS,
          deviceName: 'monitor_1',
          appName: 'Reader',
          textSource: 'accessibility',
          text: 'only the tree',
        },
      ],
      transcriptions: [
        {
          atMs: AT_MS,
          text: 'the plan',
          engine: 'whisper',
          deviceName: 'mic',
          isInput: false,
          filePath: 'data/a.wav',
          offsetIndex: 2,
          startSecs: 1.5,
          endSecs: 2,
          speakerId: 1,
        },
        {
          atMs: AT_MS,
          text: '',
          engine: 'whisper',
          deviceName: 'mic',
          isInput: true,
          filePath: '/x/b.wav',
        },
      ],
      uiTexts: [
        { atMs: AT_MS, text: 'menu plan', appName: 'Mail', initialTraversalAtMs: AT_MS - 1 },
      ],
      inputEvents: [{ atMs: AT_MS, eventType: 'text', textContent: 'typed plan', appName: 'Mail' }],
    },
  ]);
  writes.close();
  db = openReader(folder.path);
});
afterAll(async () => {
  db.close();
  await folder[Symbol.asyncDispose]();
});

const rowsOf = (sql: string) => db.prepare(sql).all();

test.each(Object.entries(COLUMNS))('%s has its columns', (table, columns) => {
  const names = columns.trim().split(/\s+/);
  // Quoted in brackets, since a word in double quotes would be taken for a text when there is no such column.
  expect(() =>
    rowsOf(`SELECT ${names.map((name) => `[${name}]`).join(', ')} FROM ${table}`),
  ).not.toThrow();
});

describe('values', () => {
  test('a frame has its text, time, place and the absolute path of its picture', () => {
    expect(rowsOf('SELECT * FROM frames WHERE id <= 2 ORDER BY id')).toEqual([
      expect.objectContaining({
        id: 1,
        timestamp: '2026-02-03T09:14:22.125Z',
        name: 'one.png',
        app_name: 'Editor',
        window_name: 'plan.md',
        focused: 1,
        browser_url: 'https://example.com/',
        device_name: 'monitor_1',
        snapshot_path: `${folder.path}/data/2026-02-03/1_m1.jpg`,
        accessibility_text: 'Quarterly plan',
        full_text: 'Quarterly plan',
        text_source: 'hybrid',
        capture_trigger: 'click',
      }),
      expect.objectContaining({
        id: 2,
        app_name: '',
        focused: null,
        snapshot_path: null,
        full_text: null,
      }),
    ]);
  });

  test('text_json is a list of words with every value a string, fractions for places', () => {
    const [row] = rowsOf('SELECT * FROM ocr_text WHERE frame_id = 1') as {
      text_json: string;
      [column: string]: unknown;
    }[];
    expect(row).toMatchObject({
      frame_id: 1,
      text: 'Quarterly plan',
      ocr_engine: 'tesseract',
      text_length: 14,
    });
    expect(JSON.parse(row?.text_json ?? '')).toEqual([
      expect.objectContaining({
        text: 'Quarterly',
        left: '0.1',
        top: '0.25',
        width: '0.3',
        height: '0.05',
      }),
      expect.objectContaining({ text: '"pläñ"\\', left: '0.6', conf: '97.0' }),
      expect.objectContaining({ text: 'B' }),
    ]);
  });

  test('of a hybrid frame each part has its own place, and full_text has both', () => {
    const frame = `SELECT accessibility_text, full_text, accessibility_tree_json FROM frames WHERE app_name = 'Chat'`;
    const tree = 'Größe 😀\nzweite';
    expect(rowsOf(frame)).toEqual([
      {
        accessibility_text: tree,
        full_text: `${tree}\nclock 12:30`,
        accessibility_tree_json: JSON.stringify([{ role: 'text', text: tree, depth: 2 }]),
      },
    ]);
    expect(rowsOf("SELECT text, text_length FROM ocr_text WHERE app_name = 'Chat'")).toEqual([
      { text: 'clock 12:30', text_length: 11 },
    ]);
  });

  test('what only the tree offered is no recognised text', () => {
    expect(rowsOf("SELECT * FROM ocr_text WHERE app_name = 'Reader'")).toEqual([]);
    expect(rowsOf("SELECT accessibility_text AS t FROM frames WHERE app_name = 'Reader'")).toEqual([
      { t: 'only the tree' },
    ]);
  });

  test('elements are the nodes and then the recognised lines of each frame', () => {
    const bounds = { left_bound: 0.1, top_bound: 0.25, width_bound: 0.3, height_bound: 0.05 };
    expect(rowsOf('SELECT * FROM elements WHERE frame_id = 1 ORDER BY sort_order')).toEqual([
      {
        id: 2 ** 20,
        frame_id: 1,
        source: 'accessibility',
        role: 'button',
        text: 'Send plan',
        parent_id: null,
        depth: 0,
        ...bounds,
        confidence: null,
        sort_order: 0,
      },
      {
        id: 2 ** 20 + 1,
        frame_id: 1,
        source: 'ocr',
        role: 'line',
        text: 'Quarterly',
        parent_id: null,
        depth: 0,
        ...bounds,
        confidence: 0.97,
        sort_order: 1,
      },
      expect.objectContaining({ id: 2 ** 20 + 2, text: '"pläñ"\\ B', left_bound: 0.6 }),
    ]);
  });

  test('text_json names the place of each word in the page as well', () => {
    const [row] = rowsOf('SELECT text_json FROM ocr_text WHERE frame_id = 1') as {
      text_json: string;
    }[];
    const [first, second, third] = JSON.parse(row?.text_json ?? '') as Record<string, string>[];
    const place = ['level', 'page_num', 'block_num', 'par_num', 'line_num', 'word_num'];
    expect(place.map((name) => typeof first?.[name])).toEqual(place.map(() => 'string'));
    const number = (word: typeof first) => [word?.line_num, word?.word_num];
    expect([first, second, third].map(number)).toEqual([
      ['1', '1'],
      ['2', '1'],
      ['2', '2'],
    ]);
  });

  test('a transcription has its device, speaker and place in the file', () => {
    expect(rowsOf('SELECT * FROM audio_transcriptions ORDER BY id')).toEqual([
      expect.objectContaining({
        audio_chunk_id: 1,
        offset_index: 2,
        timestamp: '2026-02-03T09:14:22.125Z',
        transcription: 'the plan',
        device: 'mic',
        is_input_device: 0,
        speaker_id: 1,
        transcription_engine: 'whisper',
        start_time: 1.5,
        end_time: 2,
        text_length: 8,
      }),
      // The column must not be null there.
      expect.objectContaining({ transcription: '', speaker_id: null, is_input_device: 1 }),
    ]);
  });

  test('the files of audio chunks are absolute', () => {
    expect(rowsOf('SELECT file_path FROM audio_chunks ORDER BY id')).toEqual([
      { file_path: `${folder.path}/data/a.wav` },
      { file_path: '/x/b.wav' },
    ]);
  });

  test('UI texts are there under both of their old names', () => {
    expect(rowsOf('SELECT * FROM accessibility')).toEqual([
      expect.objectContaining({ app_name: 'Mail', text_content: 'menu plan' }),
    ]);
    expect(rowsOf('SELECT * FROM ui_monitoring')).toEqual([
      expect.objectContaining({
        app: 'Mail',
        text_output: 'menu plan',
        text_length: 9,
        initial_traversal_at: '2026-02-03T09:14:22.124Z',
      }),
    ]);
  });

  test('times compare with those that SQLite makes', () => {
    const count = "SELECT count(*) AS n FROM frames WHERE timestamp > datetime('2026-02-03')";
    expect(rowsOf(count)).toEqual([{ n: 4 }]);
  });
});

describe('MATCH', () => {
  test.each([
    [
      'frames_fts',
      'SELECT full_text AS text FROM frames_fts WHERE frames_fts MATCH ?',
      'Quarterly plan',
    ],
    ['ocr_text_fts', 'SELECT text FROM ocr_text_fts WHERE ocr_text_fts MATCH ?', 'Quarterly plan'],
    [
      'audio_transcriptions_fts',
      'SELECT transcription AS text FROM audio_transcriptions_fts WHERE audio_transcriptions_fts MATCH ?',
      'the plan',
    ],
    [
      'accessibility_fts',
      'SELECT text_content AS text FROM accessibility_fts WHERE accessibility_fts MATCH ?',
      'menu plan',
    ],
    [
      'elements_fts',
      "SELECT text FROM elements_fts WHERE role = 'button' AND elements_fts MATCH ?",
      'Send plan',
    ],
    [
      'ui_events_fts',
      'SELECT text_content AS text FROM ui_events_fts WHERE ui_events_fts MATCH ?',
      'typed plan',
    ],
  ])('%s finds its own rows by word, in any case, and nothing else', (_, sql, text) => {
    const find = db.prepare(sql);
    expect(find.all('plan')).toEqual([{ text }]);
    expect(find.all('PLAN')).toEqual([{ text }]);
    expect(find.all('pla*')).toEqual([{ text }]);
    expect(find.all('plan NOT plan')).toEqual([]);
    expect(find.all('absent')).toEqual([]);
  });

  test('joins with its table, as SQL users write it', () => {
    const sql = `SELECT f.id, f.app_name FROM frames_fts JOIN frames f ON f.id = frames_fts.id
      WHERE frames_fts MATCH 'plan' ORDER BY f.timestamp DESC LIMIT 10`;
    expect(rowsOf(sql)).toEqual([{ id: 1, app_name: 'Editor' }]);
    const nested = `SELECT transcription FROM audio_transcriptions WHERE id IN
      (SELECT rowid FROM audio_transcriptions_fts WHERE audio_transcriptions_fts MATCH 'plan')`;
    expect(rowsOf(nested)).toEqual([{ transcription: 'the plan' }]);
  });

  test('gives a rank to order by', () => {
    expect(rowsOf("SELECT id FROM frames_fts WHERE frames_fts MATCH 'plan' ORDER BY rank")).toEqual(
      [{ id: 1 }],
    );
  });

  test('finds memories by their words', () => {
    expect(rowsOf("SELECT * FROM memories_fts WHERE memories_fts MATCH 'plan'")).toEqual([]);
  });
});
