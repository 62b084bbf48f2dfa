/** Where time went. Null where the service does not count it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isoOf } from '../parts/format.ts';
import { callIfThere } from './api.ts';
import type { Span } from './day.ts';

export interface Share {
  name: string;
  frame_count: number;
  minutes: number;
}

export interface Bucket {
  start: string;
  name: string;
  minutes: number;
}

export interface Activity {
  apps: Share[];
  sites: Share[];
  audio_summary: { segment_count: number; speakers: { name: string; segment_count: number }[] };
  total_frames: number;
  total_minutes: number;
  buckets?: Bucket[];
}

export function useActivity(range: Span, bucket: 'hour' | 'day', by: 'app' | 'site') {
  return useQuery({
    queryKey: ['activity', range.startMs, range.endMs, bucket, by],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callIfThere<Activity>('/activity-summary', {
        signal,
        query: {
          start_time: isoOf(range.startMs),
          end_time: isoOf(range.endMs - 1),
          bucket,
          by,
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
  });
}
