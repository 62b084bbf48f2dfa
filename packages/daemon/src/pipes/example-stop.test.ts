/** The bundled examples when they are stopped: a run that has read half of its data must not write or notify. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AudioItem } from '@hindcast/pipe-sdk';
import { expect, test } from 'vitest';
import { begin } from './run/run.fixture.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples/pipes');

const SAID: AudioItem = {
  type: 'Audio',
  content: {
    chunk_id: 1,
    timestamp: '2026-01-01T09:00:00.000Z',
    transcription: 'the harbour opens',
    device_name: 'Desk Mic',
    device_type: 'Input',
    speaker: null,
    file_path: '',
    tags: [],
    start_time: null,
    end_time: null,
  },
};
const PAGE = JSON.stringify({ data: [SAID], pagination: { limit: 1_000, offset: 0, total: 1 } });
const ANSWERS: Readonly<Record<string, unknown>> = {
  query: { status: 200, headers: {}, body: Buffer.from(PAGE).toString('base64') },
  'state.get': null,
};

test.each([
  ['work-journal', ['query'], { folder: '', hours: 24 }],
  ['time-report', ['query'], { folder: '', hours: 24, mostGapSeconds: 60 }],
  ['meeting-notes', ['query', 'query'], { folder: '', hours: 24, pauseMinutes: 5, leastLines: 1 }],
  ['where-was-i', ['query'], { minutes: 60, notify: true }],
  ['keyword-alert', ['state.get'], { words: ['harbour'], quietMinutes: 5 }],
])(
  '%s writes and notifies nothing after it was stopped',
  async (id, expected, config) => {
    const folder = join(EXAMPLES, id);
    const calls: string[] = [];
    const { run, outputFolder } = begin(
      {},
      {
        folder,
        config,
        entryUrl: pathToFileURL(join(folder, 'index.ts')).href,
        data: { trigger: 'manual', startedAt: '2026-01-01T12:00:00.000Z', items: [SAID] },
        async callFacility(name) {
          calls.push(name);
          // The order to stop is on its way before the answer.
          if (calls.length === expected.length) run.stop();
          return ANSWERS[name];
        },
      },
    );
    expect((await run.ended).status).toBe('cancelled');
    expect(calls).toEqual(expected);
    expect(readdirSync(outputFolder)).toEqual([]);
  },
  60_000,
);

test.skipIf(process.platform === 'win32')(
  'vault-export writes no further note after it was stopped',
  async () => {
    const vault = mkdtempSync(join(tmpdir(), 'hindcast-vault-'));
    try {
      mkdirSync(join(vault, 'Days'));
      // The first note of a day is a named pipe, so the run waits in the middle of its work.
      const note = join(vault, 'Days', '2026-01-01.md');
      execFileSync('mkfifo', [note]);
      const later = { ...SAID.content, chunk_id: 2, timestamp: '2026-01-02T09:00:00.000Z' };
      const items: AudioItem[] = [SAID, { type: 'Audio', content: later }];
      const folder = join(EXAMPLES, 'vault-export');
      const { run } = begin(
        {},
        {
          folder,
          config: { vault },
          readFolders: [vault],
          writeFolders: [vault],
          entryUrl: pathToFileURL(join(folder, 'index.ts')).href,
          data: { trigger: 'data', startedAt: '2026-01-01T12:00:00.000Z', items },
        },
      );
      const reading = await open(note, 'w');
      run.stop();
      // It has this line already, so that it goes on to the next day.
      await reading.write(`- said ^said-1-${Date.parse(SAID.content.timestamp)}\n`);
      await reading.close();
      expect((await run.ended).status).toBe('cancelled');
      expect(readdirSync(vault, { recursive: true }).sort()).toEqual([
        'Days',
        join('Days', '2026-01-01.md'),
      ]);
    } finally {
      rmSync(vault, { recursive: true, force: true });
    }
  },
  60_000,
);
