/** What a recording said before it was transcribed again: told with the new text, and put back when that is not wanted. */
import { InvalidBodyError } from '#serve/request-errors.ts';
import type { AudioChunk, SaidInChunk } from '#store/audio-records.ts';
import type { Store } from '#store/store.ts';
import type { WireOldLine } from './schema.ts';

export function toWireLine(said: SaidInChunk): WireOldLine {
  return {
    transcription_id: said.id,
    timestamp: new Date(said.atMs).toISOString(),
    text: said.text,
    engine: said.engine,
    start_time: said.startSecs,
    end_time: said.endSecs,
  };
}

/** Lines that came since go, and those that went come back, without who spoke. */
export async function restoreLines(
  store: Pick<Store, 'updateTranscription' | 'add' | 'delete'>,
  chunk: AudioChunk,
  oldLines: readonly WireOldLine[],
): Promise<void> {
  const now = new Map(chunk.transcriptions.map((said) => [said.id, said]));
  const heardOn = chunk.recordedBy ?? chunk.transcriptions[0];
  for (const line of oldLines) {
    const change = toChange(line);
    if (now.delete(line.transcription_id)) {
      await store.updateTranscription(line.transcription_id, change);
    } else if (heardOn) {
      const { deviceName, isInput } = heardOn;
      await store.add({ transcriptions: [{ ...change, deviceName, isInput, chunkId: chunk.id }] });
    }
  }
  if (now.size > 0) await store.delete('audio', [...now.keys()]);
}

function toChange({ timestamp, text, engine, start_time, end_time }: WireOldLine) {
  const atMs = Date.parse(timestamp);
  if (Number.isNaN(atMs)) throw new InvalidBodyError('timestamp', 'must be a time');
  return { atMs, text, engine, startSecs: start_time ?? undefined, endSecs: end_time ?? undefined };
}
