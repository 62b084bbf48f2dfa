/** Puts speech into a local store as the audio side does: rows with recordings, voices, and whose they are. */

import type { NewTranscription } from '../new-records.ts';
import type { Item, SearchFilter } from '../records.ts';
import type { LocalStore } from './local-store.ts';
import { voiceOf } from './voices.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');

export function talk(store: LocalStore) {
  let spoken = 0;

  /** A recording in which this is said. */
  function say(text: string, more: Partial<NewTranscription> = {}) {
    spoken += 1;
    const { transcriptions } = store.write('content.add', {
      transcriptions: [
        {
          atMs: AT_MS + spoken * 1_000,
          text,
          engine: 'test',
          deviceName: 'mic (input)',
          isInput: true,
          startSecs: 0,
          endSecs: 2,
          filePath: `data/2026-02-03/${text.replaceAll(' ', '-')}.ogg`,
          ...more,
        },
      ],
    });
    return transcriptions[0] as { id: number; chunkId: number };
  }

  /** The voice of what was said; of nobody yet. */
  function voice(transcriptionId: number, speaker: number, turn = 0, durationMs = 3_000): number {
    const embedding = voiceOf(speaker, turn);
    return store.write('speakers.addVoice', { transcriptionId, embedding, durationMs }) as number;
  }

  /** What the clusterer would say; gives back the ids of the speakers it made. */
  function decide(changes: {
    created?: number[];
    merges?: { from: number; to: number }[];
    assignments?: { turnId: number; speakerId: number | null }[];
  }): number[] {
    const { revision } = store.read('speakers.listVoices', 10);
    const none = { created: [], merges: [], assignments: [] };
    const ids = store.write('speakers.applyVoices', { ...none, ...changes, revision });
    return [...(ids ?? new Map<number, number>()).values()];
  }

  return {
    say,
    voice,
    decide,
    /** A new speaker with a turn for each text. */
    speaker(number: number, texts: readonly string[], name = ''): number {
      const turns = texts.map((text, i) => voice(say(text).id, number, i));
      const assignments = turns.map((turnId) => ({ turnId, speakerId: -1 }));
      const [id = 0] = decide({ created: [-1], assignments });
      if (name !== '') store.write('speakers.update', id, { name });
      return id;
    },
    /** The texts that a search finds, in order of time; throws when the total is not how many these are. */
    found(filter: Partial<SearchFilter> = {}): string[] {
      const whole = { kinds: ['audio'], limit: 1_000, offset: 0, order: 'ascending' } as const;
      const { items, total } = store.read('search.find', { ...whole, ...filter });
      if (total !== items.length) throw new Error(`${items.length} items, but a total of ${total}`);
      return items.map((item: Item) => ('text' in item ? item.text : ''));
    },
  };
}
