/** Who said what, kept in the plainest way: lists that are searched. What the store must agree with. */
import { dot } from '#core/sound/voice-vector.ts';
import { voiceOf } from './voices.ts';

interface Voice {
  speaker: number;
  turn: number;
}

export interface SaidModel {
  id: number;
  chunkId: number;
  text: string;
  speakerId: number | null;
  voice: (Voice & { durationMs: number; isPinned: boolean }) | undefined;
}

export interface SpeakerModel {
  id: number;
  name: string;
  isHallucination: boolean;
  /** Voices whose words were deleted. */
  profile: Voice[];
}

const ALIKE = 0.45;

export function speakerModel() {
  let said: SaidModel[] = [];
  const speakers = new Map<number, SpeakerModel>();
  const redirects = new Map<number, number>();

  const rowsOf = (id: number) => said.filter((row) => row.speakerId === id);

  function dropIfEmpty(id: number | null): boolean {
    const speaker = id === null ? undefined : speakers.get(id);
    if (speaker?.name !== '' || speaker.isHallucination) return false;
    if (rowsOf(speaker.id).length > 0 || speaker.profile.length > 0) return false;
    return speakers.delete(speaker.id);
  }

  function create(id: number, name = ''): void {
    speakers.set(id, { id, name, isHallucination: false, profile: [] });
  }

  function merge(keepId: number, mergeId: number): void {
    const keep = speakers.get(keepId) as SpeakerModel;
    const merged = speakers.get(mergeId) as SpeakerModel;
    for (const row of rowsOf(mergeId)) row.speakerId = keepId;
    for (const { voice } of rowsOf(keepId)) if (voice) voice.isPinned = true;
    keep.profile.push(...merged.profile);
    if (keep.name === '') keep.name = merged.name;
    speakers.delete(mergeId);
    for (const [from, to] of redirects) if (to === mergeId) redirects.set(from, keepId);
    redirects.set(mergeId, keepId);
  }

  function remove(id: number): void {
    const row = said.find((one) => one.id === id);
    if (!row) return;
    said = said.filter((one) => one !== row);
    const speaker = row.speakerId === null ? undefined : speakers.get(row.speakerId);
    if (speaker && speaker.name !== '' && row.voice) speaker.profile.push(row.voice);
    dropIfEmpty(row.speakerId);
  }

  /** What sounds like it, of those that nobody has named. */
  function followersOf(longest: Voice, to: number): SaidModel[] {
    const sound = voiceOf(longest.speaker, longest.turn);
    const isAlike = (one: Voice) => dot(sound, voiceOf(one.speaker, one.turn)) >= ALIKE;
    const absorbed = [...speakers.values()].filter((one) => {
      if (one.id === to || one.name !== '' || one.isHallucination) return false;
      const voices = [...rowsOf(one.id).flatMap((row) => row.voice ?? []), ...one.profile];
      return voices.filter(isAlike).length > voices.length / 2;
    });
    for (const one of absorbed) {
      speakers.get(to)?.profile.push(...one.profile.splice(0));
      // One that has rows goes when these are moved.
      dropIfEmpty(one.id);
    }
    const unknown = said.filter(
      ({ speakerId, voice }) =>
        speakerId === null && voice && voice.durationMs >= 1_200 && isAlike(voice),
    );
    return [...absorbed.flatMap(({ id }) => rowsOf(id)), ...unknown];
  }

  /** The rows it moves, in no order. */
  function reassign(chunkId: number, to: number, name: string, propagate: boolean): number[] {
    if (!speakers.has(to)) create(to, name);
    const mine = said.filter((row) => row.chunkId === chunkId);
    const moved = mine.filter((row) => row.speakerId !== to || row.voice?.isPinned === false);
    const before = new Map(said.map((row) => [row, row.speakerId]));
    for (const row of mine) row.speakerId = to;
    const heard = mine.flatMap((row) => row.voice ?? []);
    for (const voice of heard) voice.isPinned = true;
    const [longest] = heard.toSorted((a, b) => b.durationMs - a.durationMs);
    const followers = propagate && longest ? followersOf(longest, to) : [];
    for (const row of followers) row.speakerId = to;
    moved.push(...followers);
    for (const row of moved) dropIfEmpty(before.get(row) ?? null);
    return moved.map(({ id }) => id);
  }

  return {
    speakers,
    rows: () => said,
    rowsOf,
    create,
    merge,
    remove,
    reassign,
    dropIfEmpty,
    add: (row: SaidModel) => void said.push(row),
    deleteSpeaker(id: number): void {
      for (const row of rowsOf(id)) said = said.filter((one) => one !== row);
      speakers.delete(id);
      for (const [from, to] of redirects) if (to === id) redirects.delete(from);
    },
    /** Rows that can be seen, whose speaker passes. */
    seen(passes: (speaker: SpeakerModel | undefined) => boolean = () => true): string[] {
      const isSeen = ({ speakerId }: SaidModel) => {
        const speaker = speakerId === null ? undefined : speakers.get(speakerId);
        return !speaker?.isHallucination && passes(speaker);
      };
      return said.filter(isSeen).map(({ text }) => text);
    },
  };
}
