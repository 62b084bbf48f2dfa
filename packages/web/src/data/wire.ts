/** The shapes of the interface that the page reads: those of the client, under the names the views use. */
import type { AudioItem, OcrItem, Pagination } from '@hindcast/client';

export type { Bounds, FrameMetadata, TextPosition } from '@hindcast/client';

export type FrameContent = OcrItem['content'];
export type AudioContent = AudioItem['content'];

export interface Page<Content> {
  data: { type: string; content: Content }[];
  pagination: Pagination;
}
