/** What a recording said before it was transcribed again, and says since: reported with the new text, and sent back when that is not wanted. */

import { InvalidBodyError } from '#serve/request/request-errors.ts';
import { iso } from '#serve/request/time.ts';
import type { AudioChunk, OldLine, Retranscribed } from '#store/audio/audio-records.ts';
import type { WireOldLine, WireRetranscription } from './schema.ts';

export function toWireRetranscription(
  { id, transcriptions }: AudioChunk,
  { lines, removedIds }: Retranscribed,
): WireRetranscription {
  return {
    audio_chunk_id: id,
    old_text: transcriptions.map(({ text }) => text).join(' '),
    new_text: lines.map(({ text }) => text).join(' '),
    old_lines: transcriptions.map((said) => ({
      transcription_id: said.id,
      timestamp: iso(said.atMs),
      text: said.text,
      engine: said.engine,
      language: said.language,
      start_time: said.startSecs,
      end_time: said.endSecs,
      speaker_id: said.speakerId,
      was_removed: removedIds.includes(said.id),
    })),
    new_lines: lines.map((line) => ({ transcription_id: line.id, text: line.text })),
  };
}

export function toOldLine(line: WireOldLine): OldLine {
  const atMs = Date.parse(line.timestamp);
  if (Number.isNaN(atMs)) throw new InvalidBodyError('timestamp', 'must be a time');
  return {
    id: line.transcription_id,
    atMs,
    text: line.text,
    engine: line.engine,
    language: line.language,
    startSecs: line.start_time,
    endSecs: line.end_time,
    speakerId: line.speaker_id,
    wasRemoved: line.was_removed,
  };
}
