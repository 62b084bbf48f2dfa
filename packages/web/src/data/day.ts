/**
 * One day for the timeline: stretches of apps, the pictures as a plain index, what was said, and what was not recorded. Past days do not
 * change except by deletion, so they are read once; today is read on from where it ended.
 */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isoOf } from '../parts/format.ts';
import { call, callIfThere } from './api.ts';
import type { AudioContent, FrameContent, Page } from './wire.ts';

export interface Span {
  startMs: number;
  endMs: number;
}

export interface Segment extends Span {
  app: string;
  title: string;
  site: string | null;
  frames: number;
  firstFrameId: number;
  mixed: readonly { app_name: string; share: number }[];
}

export interface FrameRef {
  id: number;
  atMs: number;
  app: string;
  title: string;
  url: string | null;
  device: string;
  /** False when only text was kept. */
  hasPicture: boolean;
}

export interface Line extends Span {
  chunkId: number;
  text: string;
  speakerId: number | null;
  speaker: string;
  device: string;
  isInput: boolean;
  hasFile: boolean;
  /** Seconds into the recording where it begins. */
  offsetSecs: number;
  /** Null when it is not known. */
  language: string | null;
}

const TODAY_EVERY_MS = 5_000;
const FRAMES_PER_PAGE = 5_000;
const LINES_PER_PAGE = 5_000;

const isOver = (day: Span) => day.endMs < Date.now();
const staleTime = (day: Span) => (isOver(day) ? Number.POSITIVE_INFINITY : TODAY_EVERY_MS);

interface WireSegment {
  start: string;
  end: string;
  app_name: string;
  window_name: string;
  site: string | null;
  frames: number;
  first_frame_id: number;
  mixed?: { app_name: string; share: number }[];
}

export function useSegments(day: Span, filter: { app?: string; device?: string } = {}) {
  return useQuery({
    queryKey: ['segments', day.startMs, filter],
    staleTime: staleTime(day),
    refetchInterval: isOver(day) ? false : TODAY_EVERY_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await call<{ data: WireSegment[] }>('/timeline/segments', {
        signal,
        query: {
          start_time: isoOf(day.startMs),
          end_time: isoOf(day.endMs),
          max: 400,
          app_name: filter.app,
          device_name: filter.device,
        },
      });
      return data.map(toSegment);
    },
  });
}

function toSegment(segment: WireSegment): Segment {
  return {
    startMs: Date.parse(segment.start),
    endMs: Date.parse(segment.end),
    app: segment.app_name,
    title: segment.window_name,
    site: segment.site,
    frames: segment.frames,
    firstFrameId: segment.first_frame_id,
    mixed: segment.mixed ?? [],
  };
}

/** All pictures of the day in order of time; grows while the day goes on. */
export function useDayFrames(day: Span, filter: { app?: string; device?: string } = {}) {
  const query = useInfiniteQuery({
    queryKey: ['day frames', day.startMs, filter],
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: day.startMs,
    queryFn: async ({ signal, pageParam }) => {
      const page = await call<Page<FrameContent>>('/search', {
        signal,
        query: {
          content_type: 'ocr',
          order: 'ascending',
          limit: FRAMES_PER_PAGE,
          max_content_length: 1,
          start_time: isoOf(pageParam),
          end_time: isoOf(day.endMs - 1),
          app_name: filter.app,
          device_name: filter.device,
        },
      });
      return page.data.map(({ content }): FrameRef => toRef(content));
    },
    getNextPageParam: (last, _pages, from) => {
      const lastMs = last.at(-1)?.atMs;
      if (last.length === FRAMES_PER_PAGE || !isOver(day)) return lastMs ? lastMs + 1 : from;
      return undefined;
    },
  });
  const { data, fetchNextPage, isFetching } = query;
  const isPartial = data?.pages.at(-1)?.length === FRAMES_PER_PAGE;
  useEffect(() => {
    if (isPartial && !isFetching) void fetchNextPage();
  }, [isPartial, isFetching, fetchNextPage]);
  const isLive = !isOver(day);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => void fetchNextPage(), TODAY_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLive, fetchNextPage]);
  const frames = useMemo(() => data?.pages.flat() ?? [], [data]);
  return { ...query, frames };
}

function toRef(content: FrameContent): FrameRef {
  return {
    id: content.frame_id,
    atMs: Date.parse(content.timestamp),
    app: content.app_name,
    title: content.window_name,
    url: content.browser_url,
    device: content.device_name,
    hasPicture: content.picture_gone === undefined,
  };
}

export function useDayLines(day: Span) {
  return useQuery({
    queryKey: ['day lines', day.startMs],
    staleTime: staleTime(day),
    refetchInterval: isOver(day) ? false : TODAY_EVERY_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = await call<Page<AudioContent>>('/search', {
        signal,
        query: {
          content_type: 'audio',
          order: 'ascending',
          limit: LINES_PER_PAGE,
          start_time: isoOf(day.startMs),
          end_time: isoOf(day.endMs - 1),
        },
      });
      return page.data.map(({ content }) => toLine(content));
    },
  });
}

function toLine(content: AudioContent): Line {
  const startMs = Date.parse(content.timestamp);
  const lengthMs = 1000 * Math.max(1, (content.end_time ?? 0) - (content.start_time ?? 0));
  return {
    startMs,
    endMs: startMs + lengthMs,
    chunkId: content.chunk_id,
    text: content.transcription,
    speakerId: content.speaker?.id ?? null,
    speaker: content.speaker?.name ?? '',
    device: content.device_name,
    isInput: content.device_type === 'Input',
    hasFile: content.file_path !== '',
    offsetSecs: content.start_time ?? 0,
    language: content.language ?? null,
  };
}

export interface Meeting extends Span {
  id: number;
  app: string;
  title: string;
  attendees: string;
}

interface WireMeeting {
  id: number;
  meeting_start: string;
  meeting_end: string | null;
  meeting_app: string;
  title: string | null;
  attendees: string | null;
}

/** Null where the service knows no meetings. */
export function useMeetings(range: Span) {
  return useQuery({
    queryKey: ['meetings', range.startMs, range.endMs],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const meetings = await callIfThere<WireMeeting[]>('/meetings', {
        signal,
        query: { start_time: isoOf(range.startMs), end_time: isoOf(range.endMs), limit: 500 },
      });
      return meetings?.map(toMeeting) ?? null;
    },
  });
}

function toMeeting(meeting: WireMeeting): Meeting {
  return {
    id: meeting.id,
    startMs: Date.parse(meeting.meeting_start),
    endMs: meeting.meeting_end === null ? Date.now() : Date.parse(meeting.meeting_end),
    app: meeting.meeting_app,
    title: meeting.title || meeting.meeting_app,
    attendees: meeting.attendees ?? '',
  };
}
