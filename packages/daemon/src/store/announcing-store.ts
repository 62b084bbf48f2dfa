/**
 * A store that announces what it has stored, after it was committed and whoever brought it: capture, transcription, `POST /add`. What
 * streams show is therefore in the database already, and what could not be stored is never announced.
 */
import type { Broadcast } from '#core/broadcast.ts';
import type { Speaker } from './audio/audio-records.ts';
import { turnOf } from './meetings/meetings.ts';
import type { AddedIds, NewContent, NewFrame, NewTranscription, NewUiText } from './new-records.ts';
import type { NewInputEvent } from './records.ts';
import type { Store } from './store.ts';
import type { Meeting, MeetingTurn } from './timeline/overview-records.ts';

export type StoredEvent =
  | { kind: 'frame'; id: number; frame: NewFrame }
  | {
      kind: 'transcription';
      id: number;
      chunkId: number;
      transcription: Pick<NewTranscription, 'atMs' | 'text' | 'deviceName' | 'isInput'> & {
        language?: string | null | undefined;
      };
      /** Who spoke; null when that is not known, and of a text that is not final. */
      speaker: Speaker | null;
      /** False for what was recognised while the person may still be speaking. */
      isFinal: boolean;
    }
  | { kind: 'ui'; id: number; uiText: NewUiText }
  | { kind: 'input'; id: number; event: NewInputEvent }
  | MeetingTurn
  /** Not stored, but news for the same listeners: the service does more or less than before. */
  | {
      kind: 'governor_changed';
      atMs: number;
      cause: string;
      from: string;
      to: string;
      reason: string;
    };

export function announcingStore(store: Store, news: Broadcast<StoredEvent>): Store {
  function tellTurn(before: Meeting | undefined, after: Meeting): void {
    const turn = turnOf(before, after);
    if (turn) news.announce(turn);
  }

  /** Recordings whose text is final and whose speakers are being identified. */
  const unidentified = new Set<number>();

  async function speakerOf(id: number | null | undefined): Promise<Speaker | null> {
    if (id === null || id === undefined) return null;
    // The row is stored: a failed lookup must not look like a failed write, so the event goes without a speaker.
    return (await store.speakers.find(id).catch(() => undefined)) ?? null;
  }

  /** Once for each line, with its speaker: a listener does not have to join two events. */
  async function announceIdentified(chunkId: number): Promise<void> {
    if (news.listenerCount() === 0) return;
    const chunk = await store.audio.findChunk(chunkId).catch(() => undefined);
    for (const { id, speakerId, ...transcription } of chunk?.transcriptions ?? []) {
      const speaker = await speakerOf(speakerId);
      news.announce({ kind: 'transcription', id, chunkId, transcription, speaker, isFinal: true });
    }
  }

  async function add(content: NewContent): Promise<AddedIds> {
    const ids = await store.content.add(content);
    // Nobody listens most of the time.
    if (news.listenerCount() === 0) return ids;
    const speakers = await Promise.all(
      (content.transcriptions ?? []).map(({ speakerId }) => speakerOf(speakerId)),
    );
    for (const event of eventsOf(content, ids, speakers)) news.announce(event);
    return ids;
  }

  const audio: Store['audio'] = {
    ...store.audio,
    async setSegmentText(chunkId, said, isFinal, waitsOn) {
      const ids = await store.audio.setSegmentText(chunkId, said, isFinal, waitsOn);
      if (isFinal && waitsOn) {
        unidentified.add(chunkId);
        return ids;
      }
      for (const [i, id] of ids.entries()) {
        const transcription = said[i];
        if (transcription) {
          const speaker = null;
          news.announce({ kind: 'transcription', id, chunkId, transcription, speaker, isFinal });
        }
      }
      return ids;
    },
    async setSegmentState(chunkId, state, ...reason) {
      await store.audio.setSegmentState(chunkId, state, ...reason);
      if (state === 'done' && unidentified.delete(chunkId)) await announceIdentified(chunkId);
    },
  };

  const meetings: Store['meetings'] = {
    ...store.meetings,
    async notice(found, examinedMs) {
      const turns = await store.meetings.notice(found, examinedMs);
      for (const turn of turns) news.announce(turn);
      return turns;
    },
    async add(meeting) {
      const added = await store.meetings.add(meeting);
      tellTurn(undefined, added);
      return added;
    },
    async update(id, change) {
      const before = await store.meetings.find(id);
      const updated = await store.meetings.update(id, change);
      tellTurn(before, updated);
      return updated;
    },
  };

  return { ...store, content: { ...store.content, add }, audio, meetings };
}

function* eventsOf(
  content: NewContent,
  ids: AddedIds,
  speakers: readonly (Speaker | null)[],
): Generator<StoredEvent> {
  for (const [i, id] of ids.frames.entries()) {
    const frame = content.frames?.[i];
    if (frame) yield { kind: 'frame', id, frame };
  }
  for (const [i, { id, chunkId }] of ids.transcriptions.entries()) {
    const transcription = content.transcriptions?.[i];
    const speaker = speakers[i] ?? null;
    if (transcription)
      yield { kind: 'transcription', id, chunkId, transcription, speaker, isFinal: true };
  }
  for (const [i, id] of ids.uiTexts.entries()) {
    const uiText = content.uiTexts?.[i];
    if (uiText) yield { kind: 'ui', id, uiText };
  }
  for (const [i, id] of ids.inputEvents.entries()) {
    const event = content.inputEvents?.[i];
    if (event) yield { kind: 'input', id, event };
  }
}
