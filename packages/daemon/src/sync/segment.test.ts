import { expect, test } from 'vitest';
import { columnsOf } from '#store/sync/columns.ts';
import type { SyncRecord } from '#store/sync/records.ts';
import { seal } from './envelope.ts';
import { LOG_STREAM, openSegment, readSegment, sealSegment } from './segment.ts';

const KEY = Buffer.alloc(32, 7);
const PLACE = { accountId: 'account', machineId: 'a', sequence: 3 };
const RECORDS: SyncRecord[] = [
  { kind: 'gone', of: 'frame', id: '1' },
  { kind: 'ui_text', id: '2', atMs: 5, text: 'said', appName: 'Notes' },
  { kind: 'gone', of: 'ui_text', id: '3' },
];

function sealed(content: object): Promise<Buffer> {
  return seal(KEY, { ...PLACE, stream: LOG_STREAM }, Buffer.from(JSON.stringify(content)));
}

test('a segment comes back with its records in their order', async () => {
  const bytes = await sealSegment(KEY, PLACE, { previous: 'p', columns: columnsOf(RECORDS) });
  expect((await openSegment(KEY, PLACE, bytes, 'p')).records).toEqual(RECORDS);
});

test('a segment of the first version is still read', async () => {
  const bytes = await sealed({ version: 1, previous: 'p', records: RECORDS });
  expect(await readSegment(KEY, PLACE, bytes)).toMatchObject({ previous: 'p', records: RECORDS });
});

test.each([
  ['of a later version', { version: 3, previous: 'p' }, 'SYNC_NEWER_VERSION'],
  ['without records', { version: 1, previous: 'p' }, 'SYNC_BLOB_REFUSED'],
])('a segment %s is refused', async (_what, content, code) => {
  await expect(readSegment(KEY, PLACE, await sealed(content))).rejects.toMatchObject({ code });
});
