/** `metadata` of a speaker: JSON text in the store, an object or JSON text on the wire. */
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import type { HeardSpeaker } from '#store/audio/audio-records.ts';

type JsonObject = Record<string, unknown>;

/** Undefined when there is nothing to change. */
export function toMetadata(value: string | JsonObject | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object') return JSON.stringify(value);
  if (value.trim() === '') return '';
  if (parsedObject(value) === undefined) {
    throw new InvalidBodyError('metadata', 'must be an object, or JSON text of one');
  }
  return value;
}

/** With places to listen to, where clients of this interface look for them. */
export function withSamples<S extends HeardSpeaker>({ samples, ...speaker }: S) {
  const audioSamples = samples.map(({ chunkId, path, transcript, startSecs, endSecs }) => ({
    path,
    transcript,
    start_time: startSecs,
    end_time: endSecs,
    chunk_id: chunkId,
  }));
  const own = parsedObject(speaker.metadata) ?? {};
  return { ...speaker, metadata: JSON.stringify({ ...own, audio_samples: audioSamples }) };
}

function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    // Not JSON: there is nothing in it to keep.
    return undefined;
  }
}
