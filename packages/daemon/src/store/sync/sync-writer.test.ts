import { describe, expect, test } from 'vitest';
import { findFaults } from '../testing/find-faults.ts';
import { withDatabase } from '../testing/temporary-store.ts';
import { columnsOf } from './segments/columns.ts';
import {
  AT_MS,
  addFrame,
  exchange,
  find,
  packedContent,
  pair,
  type SyncedStore,
  say,
  syncedStore,
} from './two-stores.fixture.ts';

describe('sync between two stores', () => {
  test('brings frames, transcriptions, UI texts and events with their context', async () => {
    await using both = await pair();
    const { a, b } = both;
    const boxes = [{ text: 'quince', left: 0.1, top: 0.2, width: 0.1, height: 0.1, confidence: 1 }];
    a.write('content.add', {
      frames: [
        {
          atMs: AT_MS,
          deviceName: 'monitor_1',
          appName: 'Notes',
          windowName: 'Jam',
          browserUrl: 'https://jam.example',
          focused: true,
          text: 'quince jam',
          boxes,
          textSource: 'ocr',
          ocrEngine: 'tesseract',
          width: 800,
          height: 600,
        },
      ],
      uiTexts: [{ atMs: AT_MS + 1, text: 'medlar menu', appName: 'Notes' }],
      inputEvents: [{ atMs: AT_MS + 2, eventType: 'text', textContent: 'sorb typed' }],
    });
    say(a, 'loquat said aloud');
    exchange(both);

    expect(find(b, 'quince')).toMatchObject([
      { kind: 'ocr', appName: 'Notes', windowName: 'Jam', machineId: 'machine-a', atMs: AT_MS },
    ]);
    expect(find(b, 'loquat')).toMatchObject([{ kind: 'audio', deviceName: 'mic' }]);
    expect(find(b, 'medlar')).toMatchObject([{ kind: 'ui', appName: 'Notes' }]);
    const events = b.read('input.list', { limit: 5, offset: 0 });
    expect(events.items).toMatchObject([{ textContent: 'sorb typed', eventType: 'text' }]);
    const frame = find(b, 'quince')[0];
    const id = frame?.kind === 'ocr' ? frame.frameId : 0;
    expect(b.read('frames.findText', id)?.boxes).toMatchObject([{ text: 'quince' }]);
    expect(findFaults(b.dataDir)).toEqual([]);
    expect(findFaults(a.dataDir)).toEqual([]);
  });

  test('brings the text of a frame that was recorded without a picture, and offers no file', async () => {
    await using both = await pair();
    const { a, b } = both;
    a.write('content.add', {
      frames: [
        {
          atMs: AT_MS,
          deviceName: 'monitor_1',
          appName: 'Notes',
          windowName: 'Jam',
          text: 'damson jam',
          pictureGone: 'off',
        },
      ],
    });
    exchange(both);
    expect(find(a, 'damson')).toMatchObject([{ filePath: '', pictureGone: 'off' }]);
    expect(find(b, 'damson')).toMatchObject([{ filePath: '', machineId: 'machine-a' }]);
    expect(a.write('sync.nextFile', true, Date.now())).toBeUndefined();
    expect(b.read('sync.nextMissingFile', false, [])).toBeUndefined();
    expect(findFaults(a.dataDir)).toEqual([]);
  });

  test('gives each record a name, a machine and the time it was sent', async () => {
    await using both = await pair();
    addFrame(both.a, 'one');
    expect(both.a.tell()).toHaveLength(1);
    const sql = 'SELECT sync_id, synced_at FROM ocr_text';
    const sent = withDatabase(both.a.dataDir, (db) => db.prepare(sql).get()) as object;
    expect(sent).toMatchObject({
      sync_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      synced_at: expect.stringMatching(/Z$/),
    });
    both.b.hear(both.a);
    const there = withDatabase(both.b.dataDir, (db) =>
      db.prepare('SELECT sync_id, machine_id FROM frames').get(),
    );
    expect(there).toEqual({
      sync_id: (sent as { sync_id: string }).sync_id,
      machine_id: 'machine-a',
    });
  });

  test('applying the same segment twice changes nothing', async () => {
    await using both = await pair();
    const { a, b } = both;
    addFrame(a, 'once only');
    const records = a.tell();
    expect(b.hear(a)).toBe(1);
    const again = { machineId: 'machine-a', sequence: 0, hash: '', limit: 10, nowMs: AT_MS };
    expect(b.write('sync.applySegment', again)).toBeUndefined();
    // The same records in a later segment, as after a lost answer of an earlier version.
    const later = { machineId: 'machine-a', sequence: 1 };
    b.write('sync.openSegment', later, packedContent(columnsOf(records)));
    expect(b.write('sync.applySegment', { ...again, ...later })).toEqual({
      added: 0,
      isLast: true,
    });
    expect(find(b, 'once')).toHaveLength(1);
  });

  test('takes a segment in slices, and again after one of them was its last', async () => {
    await using both = await pair();
    const { a, b } = both;
    for (const text of ['one', 'two', 'three']) addFrame(a, text);
    const packed = packedContent(columnsOf(a.tell()));
    const name = { machineId: 'machine-a', sequence: 0 };
    const take = () => b.write('sync.applySegment', { ...name, hash: 'h', limit: 2, nowMs: AT_MS });
    b.write('sync.openSegment', name, packed);
    expect(take()).toEqual({ added: 2, isLast: false });
    expect(b.read('sync.state').cursors).toEqual([]);
    // As after a kill: what is there is not added again.
    b.write('sync.openSegment', name, packed);
    expect([take(), take()]).toEqual([
      { added: 0, isLast: false },
      { added: 1, isLast: true },
    ]);
    expect(b.read('sync.state').cursors).toMatchObject([{ nextSequence: 1, lastHash: 'h' }]);
    expect(take()).toBeUndefined();
  });

  test('takes nothing of a segment that is not open', async () => {
    await using both = await pair();
    const unopened = { machineId: 'machine-a', sequence: 0, hash: '', limit: 2, nowMs: AT_MS };
    expect(() => both.b.write('sync.applySegment', unopened)).toThrow('not open');
  });

  test('does not tell back what it was told', async () => {
    await using both = await pair();
    addFrame(both.a, 'mine');
    both.a.tell();
    both.b.hear(both.a);
    expect(both.b.tell()).toEqual([]);
  });

  test('begins with everything that was there before', async () => {
    await using a = await syncedStore('machine-a');
    a.write('sync.start', 'account', 'machine-a');
    addFrame(a, 'first');
    say(a, 'second');
    a.tell();
    a.write('sync.start', 'another account', 'machine-a');
    expect(a.tell().map(({ kind }) => kind)).toEqual(['frame', 'transcription']);
  });

  test('notes nothing while sync is off', async () => {
    await using both = await pair();
    withDatabase(both.a.dataDir, (db) => {
      db.exec("UPDATE meta SET value = '0' WHERE name = 'sync_on'");
    });
    addFrame(both.a, 'private');
    expect(both.a.read('sync.state').waiting).toBe(0);
  });

  test('passes on other text, and the later of two changes stays on both', async () => {
    await using both = await pair();
    const { a, b } = both;
    const id = addFrame(a, 'teh recipe');
    exchange(both);
    a.write('content.replaceText', 'ocr', id, 'the recipe');
    exchange(both);
    const [there] = find(b, 'recipe');
    expect(there).toMatchObject({ text: 'the recipe' });

    const thereId = there?.kind === 'ocr' ? there.frameId : 0;
    a.write('content.replaceText', 'ocr', id, 'earlier recipe');
    b.write('content.replaceText', 'ocr', thereId, 'later recipe');
    exchange(both);
    exchange(both);
    expect(find(a, 'recipe')).toMatchObject([{ text: 'later recipe' }]);
    expect(find(b, 'recipe')).toMatchObject([{ text: 'later recipe' }]);
    expect(findFaults(b.dataDir)).toEqual([]);
  });

  test('passes on tags of frames and recordings, set and removed anywhere', async () => {
    await using both = await pair();
    const { a, b } = both;
    const frameId = addFrame(a, 'tagged');
    const { chunkId } = say(a, 'tagged too');
    a.write('tags.add', 'vision', frameId, ['work', 'later']);
    a.write('tags.add', 'audio', chunkId, ['call']);
    exchange(both);
    const tagsOf = (store: SyncedStore) =>
      find(store, 'tagged').map((item) => ('tags' in item ? item.tags : []));
    expect(tagsOf(b).toSorted()).toEqual([['call'], ['later', 'work']]);
    const there = find(b, 'tagged').find(({ kind }) => kind === 'ocr');
    b.write('tags.remove', 'vision', there?.kind === 'ocr' ? there.frameId : 0, ['later']);
    exchange(both);
    expect(tagsOf(a).toSorted()).toEqual([['call'], ['work']]);
  });

  test('passes on deletions, also of records that came from there', async () => {
    await using both = await pair();
    const { a, b } = both;
    const id = addFrame(a, 'doomed here');
    addFrame(a, 'doomed there');
    exchange(both);
    a.write('content.delete', 'ocr', [id]);
    const there = find(b, 'there')[0];
    b.write('content.delete', 'ocr', [there?.kind === 'ocr' ? there.frameId : 0]);
    exchange(both);
    expect(find(a, 'doomed')).toEqual([]);
    expect(find(b, 'doomed')).toEqual([]);
    expect(findFaults(a.dataDir)).toEqual([]);
  });

  test('a deletion takes the notes and meetings of another device with it', async () => {
    await using both = await pair();
    const { a, b } = both;
    const id = addFrame(a, 'doomed');
    const { id: saidId } = say(a, 'doomed too');
    exchange(both);
    const [there] = find(b, 'doomed').filter(({ kind }) => kind === 'ocr');
    const frameId = there?.kind === 'ocr' ? there.frameId : 0;
    const note = { source: 'user', sourceContext: null, tags: [], importance: 1 };
    b.write('memories.add', { ...note, content: 'about it', frameId }, AT_MS);
    b.write('memories.add', { ...note, content: 'about nothing', frameId: null }, AT_MS);
    const span = { startMs: AT_MS - 1, endMs: AT_MS + 1, attendees: null };
    const found = { ...span, source: 'speech' as const };
    b.write('meetings.notice', [{ ...found, appName: 'Notes', title: 'List' }], AT_MS);
    const tell = () => b.read('meetings.list', { limit: 9, offset: 0 }).length;
    expect(tell()).toBe(1);
    a.write('content.delete', 'ocr', [id]);
    exchange(both);
    const notes = b.read('memories.list', { limit: 9, offset: 0 }).items;
    expect(notes.map(({ content }) => content)).toEqual(['about nothing']);
    expect(tell()).toBe(0);
    // Without a window it is known by what was said.
    b.write('meetings.notice', [{ ...found, appName: '', title: null }], AT_MS);
    expect(tell()).toBe(1);
    a.write('content.delete', 'audio', [saidId]);
    exchange(both);
    expect(tell()).toBe(0);
  });

  test('a record that was deleted here does not come back with a later change', async () => {
    await using both = await pair();
    const { a, b } = both;
    const id = addFrame(a, 'gone soon');
    exchange(both);
    const there = find(b, 'gone')[0];
    b.write('content.delete', 'ocr', [there?.kind === 'ocr' ? there.frameId : 0]);
    a.write('content.replaceText', 'ocr', id, 'gone but changed');
    exchange(both);
    exchange(both);
    expect([...find(a, 'gone'), ...find(b, 'gone')]).toEqual([]);
  });
});

describe('a device that begins again under another name', () => {
  test('still sends what it has deleted and changed and nobody has heard', async () => {
    await using both = await pair();
    const { a, b } = both;
    const gone = addFrame(a, 'one to delete');
    const kept = addFrame(a, 'one to keep');
    const { id, chunkId } = say(a, 'said worngly');
    a.write('tags.add', 'vision', kept, ['old']);
    exchange(both);
    a.write('content.delete', 'ocr', [gone]);
    a.write('audio.updateTranscription', id, { text: 'said rightly' });
    a.write('tags.remove', 'vision', kept, ['old']);
    a.write('tags.add', 'audio', chunkId, ['loud']);
    // Sealed, and never sent: the data folder turns out to be a copy.
    a.write('sync.draftSegment', { maxRecords: 100, maxBytes: 100_000, withBoxes: false });
    a.write('sync.start', 'account', 'machine-c');
    const c = { ...a, machineId: 'machine-c', segments: [a.tell()] };
    b.hear(c);
    expect(find(b, 'delete')).toEqual([]);
    expect(find(b, 'keep')).toMatchObject([{ tags: [] }]);
    expect(find(b, 'said')).toMatchObject([{ text: 'said rightly', tags: ['loud'] }]);
    expect(findFaults(b.dataDir)).toEqual([]);
  });

  test('does not bring back what another device has changed since', async () => {
    await using both = await pair();
    const { a, b } = both;
    const frame = addFrame(a, 'one to tag');
    a.write('tags.add', 'vision', frame, ['old']);
    exchange(both);
    const there = find(b, 'tag')[0];
    b.write('tags.remove', 'vision', there?.kind === 'ocr' ? there.frameId : 0, ['old']);
    // It has not heard of that when it begins again.
    a.write('sync.start', 'account', 'machine-c');
    b.hear({ ...a, machineId: 'machine-c', segments: [a.tell()] });
    expect(find(b, 'tag')).toMatchObject([{ tags: [] }]);
  });

  test('sends its videos to a new account too', async () => {
    await using a = await syncedStore('machine-a');
    const unsent = () =>
      withDatabase(a.dataDir, (db) =>
        db.prepare('SELECT count(*) FROM video_chunk WHERE synced_at IS NULL').pluck().get(),
      );
    withDatabase(a.dataDir, (db) =>
      db.exec(
        "INSERT INTO video_chunk (file_path, device_name, fps, synced_at) VALUES ('data/x.mp4', 'm', 1, 'x')",
      ),
    );
    expect(unsent()).toBe(0);
    a.write('sync.start', 'other account', 'machine-a');
    expect(unsent()).toBe(1);
  });
});

test('a change that arrives before its record waits for it', async () => {
  await using a = await syncedStore('machine-a');
  await using b = await syncedStore('machine-b');
  await using c = await syncedStore('machine-c');
  addFrame(a, 'early bird');
  a.tell();
  b.hear(a);
  const there = find(b, 'early')[0];
  b.write('tags.add', 'vision', there?.kind === 'ocr' ? there.frameId : 0, ['worm']);
  b.tell();
  c.hear(b);
  expect(find(c, 'early')).toEqual([]);
  c.hear(a);
  expect(find(c, 'early')).toMatchObject([{ tags: ['worm'] }]);
});
