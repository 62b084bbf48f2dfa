import { describe, expect, test } from 'vitest';
import { AT_MS, addFrame, find, pair, type SyncedStore } from './two-stores.fixture.ts';

describe('a video of another device that is not fetched yet', () => {
  /** Two frames in it; the ids of both here. */
  async function toldOfVideo() {
    const both = await pair();
    const { a, b } = both;
    const made = [addFrame(a, 'first one'), addFrame(a, 'second one')];
    const frames = a
      .tell()
      .filter((record) => record.kind === 'frame')
      .map(({ id }, offset) => [id, offset] as const);
    const video = { id: 'v-1', parts: 1, isVideo: true, fps: 1, frames };
    a.segments.push([{ kind: 'media', ...video }]);
    b.hear(a);
    const here = ['first', 'second'].map((word) => {
      const [found] = find(b, word);
      return found?.kind === 'ocr' ? found.frameId : 0;
    });
    return { both, made, here };
  }

  function deleteOn(store: SyncedStore, kind: 'delete' | 'retention', frameId: number): void {
    const wish = { filters: [{ frameIds: [frameId] }] };
    const job = { kind, wish, criteria: [], startMs: null, endMs: null, expected: 1 };
    const { id } = store.write('deletion.addJob', job, AT_MS);
    const nothing = {
      audio: [],
      ui: [],
      input: [],
      chunks: [],
      sounds: [],
      older: [],
      pictures: [],
    };
    store.write('deletion.deletePiece', id, {
      ...nothing,
      ocr: [frameId],
      texts: 1,
      indexed: 1,
      hours: [],
    });
  }

  test('is still to come when another of its frames is not kept here any longer', async () => {
    const { both, here } = await toldOfVideo();
    await using _both = both;
    deleteOn(both.b, 'retention', here[0] ?? 0);
    expect(both.b.read('sync.findFile', { of: 'frame', id: here[1] ?? 0 })).toMatchObject({
      stream: 'v-1',
      kind: 'video',
    });
  });

  test('is not fetched when another of its frames is deleted here', async () => {
    const { both, here } = await toldOfVideo();
    await using _both = both;
    deleteOn(both.b, 'delete', here[0] ?? 0);
    expect(both.b.read('sync.nextMissingFile', false, [])).toBeUndefined();
  });

  test('is not fetched when another of its frames is deleted where it was made', async () => {
    const { both, made } = await toldOfVideo();
    await using _both = both;
    const { a, b } = both;
    deleteOn(a, 'delete', made[0] ?? 0);
    a.tell();
    b.hear(a);
    expect(b.read('sync.nextMissingFile', false, [])).toBeUndefined();
    expect(find(b, 'second')).toHaveLength(1);
  });
});
