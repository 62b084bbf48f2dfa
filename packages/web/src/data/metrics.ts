/** Figures of the stages, asked only while somebody looks at them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

export interface VisionMetrics {
  frames_captured: number;
  frames_db_written: number;
  frames_dropped: number;
  frame_drop_rate: number;
  capture_fps_actual: number;
  avg_ocr_latency_ms: number;
  ocr_completed: number;
  avg_db_latency_ms: number;
  ocr_queue_depth: number;
  ocr_failures: number;
  [name: string]: unknown;
}

export interface AudioMetrics {
  chunks_sent: number;
  transcriptions_completed: number;
  transcription_errors: number;
  segments_deferred: number;
  segments_not_understood: number;
  total_words: number;
  db_inserted: number;
  audio_level_rms: number;
  transcription_mode: string;
  [name: string]: unknown;
}

const EVERY_MS = 2_000;

export function useMetrics() {
  return useQuery({
    queryKey: ['metrics'],
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const startedAtMs = performance.now();
      const [vision, audio] = await Promise.all([
        call<VisionMetrics>('/vision/metrics', { signal }),
        call<AudioMetrics>('/audio/metrics', { signal }),
      ]);
      return { vision, audio, tookMs: Math.round(performance.now() - startedAtMs) };
    },
  });
}

export interface CaptureDevice {
  name: string;
  is_default?: boolean;
  is_running?: boolean;
  [name: string]: unknown;
}

export function useDevices() {
  return useQuery({
    queryKey: ['devices'],
    refetchInterval: 5_000,
    queryFn: async ({ signal }) => {
      const [displays, sounds] = await Promise.all([
        call<CaptureDevice[]>('/vision/list', { signal }),
        call<CaptureDevice[]>('/audio/list', { signal }),
      ]);
      return { displays, sounds };
    },
  });
}
