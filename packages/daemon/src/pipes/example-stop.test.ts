/** The bundled examples when they are stopped: a run that has read half of its data must not write or notify. */
import { readdirSync } from 'node:fs';
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
