/** Plays a conversation to the clusterer and compares what it says with who it was. */
import { clusterer } from '../../packages/daemon/src/extract/speakers/clusterer.ts';

export interface Voice {
  speaker: string;
  embedding: Float32Array;
  durationMs: number;
}

/** Times in seconds of speech. What is neither right nor wrong stayed unknown. */
export interface Score {
  seconds: number;
  right: number;
  wrong: number;
  /** As it was said at once, before anything was looked at again. */
  rightLive: number;
  /** Ids that are nobody's: each person is matched with one. */
  spurious: number;
  turns: number;
  turnsRight: number;
  clusteringMs: number;
}

export function play(voices: readonly Voice[]): Score {
  const from = performance.now();
  const known = clusterer({ speakers: [], turns: [] });
  const live: (number | null)[] = [];
  const final = new Map<number, number | null>();
  let lastId = 0;
  const commit = () => {
    const { created, assignments } = known.takeChanges();
    const ids = new Map(created.map((localId) => [localId, ++lastId]));
    known.adopt(ids);
    for (const { turnId, speakerId } of assignments) {
      final.set(turnId, speakerId === null ? null : (ids.get(speakerId) ?? speakerId));
    }
    return ids;
  };
  for (const [id, { embedding, durationMs }] of voices.entries()) {
    const speakerId = known.add({ id, embedding, durationMs, device: 'mic' });
    const ids = commit();
    live.push(speakerId === null ? null : (ids.get(speakerId) ?? speakerId));
  }
  known.recluster();
  commit();
  const clusteringMs = performance.now() - from;

  const said = voices.map((_, i) => final.get(i) ?? null);
  const names = matched(voices, said);
  const isRight = (i: number, id: number | null | undefined) =>
    id !== null && id !== undefined && names.get(id) === voices[i]?.speaker;
  const secondsWhere = (holds: (i: number) => boolean) =>
    voices.reduce((sum, { durationMs }, i) => sum + (holds(i) ? durationMs / 1000 : 0), 0);
  return {
    seconds: secondsWhere(() => true),
    right: secondsWhere((i) => isRight(i, said[i])),
    wrong: secondsWhere((i) => said[i] !== null && !isRight(i, said[i])),
    rightLive: secondsWhere((i) => isRight(i, live[i])),
    spurious: new Set(said.filter((id) => id !== null && !names.has(id))).size,
    turns: voices.length,
    turnsRight: said.filter((id, i) => isRight(i, id)).length,
    clusteringMs,
  };
}

/** Each person is one id and each id one person, by the most seconds they share first. */
function matched(voices: readonly Voice[], said: readonly (number | null)[]): Map<number, string> {
  const shared = new Map<string, { id: number; speaker: string; ms: number }>();
  for (const [i, { speaker, durationMs }] of voices.entries()) {
    const id = said[i] ?? null;
    if (id === null) continue;
    const entry = shared.get(`${id} ${speaker}`) ?? { id, speaker, ms: 0 };
    entry.ms += durationMs;
    shared.set(`${id} ${speaker}`, entry);
  }
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const { id, speaker } of [...shared.values()].sort((a, b) => b.ms - a.ms)) {
    if (names.has(id) || taken.has(speaker)) continue;
    names.set(id, speaker);
    taken.add(speaker);
  }
  return names;
}
