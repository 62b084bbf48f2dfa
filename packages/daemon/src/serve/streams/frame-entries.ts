/**
 * Frames and what was said around them as `/stream/frames` shows them: one entry per instant, with a device for each monitor. What was
 * said goes to the nearest frame, on its first device; without a frame nearby it stands alone.
 */
import { iso } from '#serve/request/time.ts';
import type { FrameItem, TranscriptItem } from '#store/records.ts';

/** Further away than this a frame says nothing about what was said. */
const NEAR_MS = 15_000;
const LONGEST_TEXT = 200;
/** Of video chunks; snapshots have no rate, and clients want a number. */
const FRAMES_PER_SECOND = 0.5;

export interface AudioEntry {
  device_name: string;
  is_input: boolean;
  transcription: string;
  audio_file_path: string;
  duration_secs: number;
  start_offset: number;
  audio_chunk_id: number;
  speaker_id: number | null;
  speaker_name: string | null;
  language: string | null;
}

interface DeviceEntry {
  device_id: string;
  frame_id: number;
  offset_index: number;
  fps: number;
  metadata: {
    file_path: string;
    app_name: string;
    window_name: string;
    ocr_text: string;
    browser_url: string | null;
  };
  audio: AudioEntry[];
  machine_id: string | null;
}

export interface FrameEntry {
  timestamp: string;
  devices: DeviceEntry[];
}

/** `items` in the order in which the entries should come. */
export function toFrameEntries(items: readonly (FrameItem | TranscriptItem)[]): FrameEntry[] {
  const frames = items.filter((item) => item.kind === 'ocr');
  const said = Map.groupBy(
    items.filter((item) => item.kind === 'audio'),
    (audio) => nearest(frames, audio.atMs),
  );
  const entries: { atMs: number; entry: FrameEntry }[] = [];
  for (const item of items) {
    if (item.kind === 'audio') {
      if (said.get(undefined)?.includes(item))
        entries.push({ atMs: item.atMs, entry: alone(item) });
      continue;
    }
    const device = toDevice(item, said.get(item) ?? []);
    const last = entries.at(-1);
    // Monitors that were captured at the same instant are one entry.
    if (last?.atMs === item.atMs) last.entry.devices.push(device);
    else entries.push({ atMs: item.atMs, entry: { timestamp: iso(item.atMs), devices: [device] } });
  }
  return entries.map(({ entry }) => entry);
}

export function toAudioEntry(audio: TranscriptItem): AudioEntry {
  const startSecs = audio.startSecs ?? 0;
  return {
    device_name: audio.deviceName,
    is_input: audio.isInput,
    transcription: audio.text,
    audio_file_path: audio.filePath,
    duration_secs: Math.max(0, (audio.endSecs ?? startSecs) - startSecs),
    start_offset: startSecs,
    audio_chunk_id: audio.chunkId,
    speaker_id: audio.speaker?.id ?? null,
    speaker_name: audio.speaker?.name || null,
    language: audio.language,
  };
}

function nearest(frames: readonly FrameItem[], atMs: number): FrameItem | undefined {
  let best: FrameItem | undefined;
  for (const frame of frames) {
    const distance = Math.abs(frame.atMs - atMs);
    if (distance <= NEAR_MS && (!best || distance < Math.abs(best.atMs - atMs))) best = frame;
  }
  return best;
}

function toDevice(frame: FrameItem, said: readonly TranscriptItem[]): DeviceEntry {
  return {
    device_id: frame.deviceName,
    frame_id: frame.frameId,
    offset_index: frame.offsetIndex,
    fps: FRAMES_PER_SECOND,
    metadata: {
      file_path: frame.filePath,
      app_name: frame.appName,
      window_name: frame.windowName,
      ocr_text: frame.text.slice(0, LONGEST_TEXT),
      browser_url: frame.browserUrl,
    },
    audio: said.map(toAudioEntry),
    machine_id: frame.machineId,
  };
}

function alone(audio: TranscriptItem): FrameEntry {
  const device: DeviceEntry = {
    device_id: 'audio-only',
    frame_id: 0,
    offset_index: 0,
    fps: FRAMES_PER_SECOND,
    metadata: {
      file_path: '',
      app_name: 'Audio Recording',
      window_name: '',
      ocr_text: '',
      browser_url: null,
    },
    audio: [toAudioEntry(audio)],
    machine_id: null,
  };
  return { timestamp: iso(audio.atMs), devices: [device] };
}
