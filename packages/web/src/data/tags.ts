/** Labels on pictures and recordings. A picture's own labels come with the search that finds it by its exact time. */
import { call } from './api.ts';
import type { FrameContent, FrameMetadata, Page } from './wire.ts';

export async function tagsOf(
  kind: 'vision' | 'audio',
  id: number,
  signal: AbortSignal,
): Promise<string[]> {
  if (kind === 'audio') return [];
  const frame = await call<FrameMetadata>(`/frames/${id}/metadata`, { signal });
  if (frame.tags) return frame.tags;
  const page = await call<Page<FrameContent>>('/search', {
    signal,
    query: {
      content_type: 'ocr',
      limit: 10,
      max_content_length: 1,
      start_time: frame.timestamp,
      end_time: frame.timestamp,
    },
  });
  return page.data.find(({ content }) => content.frame_id === id)?.content.tags ?? [];
}

export async function addTag(kind: 'vision' | 'audio', id: number, name: string): Promise<void> {
  await call(`/tags/${kind}/${id}`, { method: 'POST', body: { tags: [name] } });
}

export async function removeTag(kind: 'vision' | 'audio', id: number, name: string): Promise<void> {
  await call(`/tags/${kind}/${id}`, { method: 'DELETE', body: { tags: [name] } });
}
