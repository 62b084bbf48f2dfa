/** Single pictures: what is known about one, and what is written on it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import type { FrameMetadata, TextPosition } from './wire.ts';

const FOREVER = Number.POSITIVE_INFINITY;

export function useFrame(frameId: number | undefined) {
  return useQuery({
    queryKey: ['frame', frameId],
    enabled: frameId !== undefined,
    staleTime: FOREVER,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call<FrameMetadata>(`/frames/${frameId}/metadata`, { signal }),
  });
}

export function useFrameText(frameId: number | undefined) {
  return useQuery({
    queryKey: ['frame text', frameId],
    enabled: frameId !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const [context, words] = await Promise.all([
        call<{ text: string | null; urls: string[] }>(`/frames/${frameId}/context`, { signal }),
        call<{ text_positions: TextPosition[] }>(`/frames/${frameId}/ocr`, { signal }),
      ]);
      return { text: context.text ?? '', urls: context.urls, positions: words.text_positions };
    },
  });
}

export async function textOfFrame(frameId: number): Promise<string> {
  const { text } = await call<{ text: string | null }>(`/frames/${frameId}/context`);
  return text ?? '';
}
