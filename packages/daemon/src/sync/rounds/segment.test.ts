import { expect, test } from 'vitest';
import type { SyncRecord } from '#store/sync/records.ts';
import { columnsOf } from '#store/sync/segments/columns.ts';
import { type ReadSegment, readContent } from '#store/sync/segments/segment-content.ts';
import { seal } from '../keys/envelope.ts';
import {
  followedHash,
  hashOf,
  LOG_STREAM,
  readable,
  sealSegment,
  unsealSegment,
} from './segment.ts';

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

/** As the store reads it. */
function read(bytes: Uint8Array) {
  const found = readable(PLACE, readContent(unsealSegment(KEY, PLACE, bytes)));
  return { ...found, records: [...(found as ReadSegment).records] };
}

test('a segment comes back with its records in their order', async () => {
  const bytes = await sealSegment(KEY, PLACE, { previous: 'p', columns: columnsOf(RECORDS) });
  expect(read(bytes)).toMatchObject({ previous: 'p', recordCount: 3, records: RECORDS });
});

test('a segment of the first version is still read', async () => {
  const bytes = await sealed({ version: 1, previous: 'p', records: RECORDS });
  expect(read(bytes)).toMatchObject({ previous: 'p', recordCount: 3, records: RECORDS });
});

test('a segment that does not follow on the one before it is refused', async () => {
  const bytes = await sealSegment(KEY, PLACE, { previous: 'p', columns: columnsOf(RECORDS) });
  const head = read(bytes);
  expect(followedHash(PLACE, head, bytes, 'p')).toBe(hashOf(bytes));
  expect(() => followedHash(PLACE, head, bytes, 'q')).toThrow(/does not follow/);
});

test.each([
  ['of a later version', { version: 3, previous: 'p' }, 'SYNC_NEWER_VERSION'],
  ['without records', { version: 1, previous: 'p' }, 'SYNC_BLOB_REFUSED'],
])('a segment %s is refused', async (_what, content, code) => {
  const bytes = await sealed(content);
  expect(() => read(bytes)).toThrow(expect.objectContaining({ code }));
});

test('a content that cannot be unpacked is refused', () => {
  const unreadable = readContent(Buffer.from('no compressed content'));
  expect(() => readable(PLACE, unreadable as ReadSegment)).toThrow(
    expect.objectContaining({ code: 'SYNC_BLOB_REFUSED' }),
  );
});
