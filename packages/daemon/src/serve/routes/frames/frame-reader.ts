/** What several routes of `/frames` ask the store for; unknown frames are errors here. */
import { serviceError } from '#core/errors.ts';
import type { Element, Frame, Page } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { FrameText } from './text.ts';

/** Above the largest accessibility tree worth keeping; a frame has them all in one page. */
export const MAX_ELEMENTS_PER_FRAME = 10_000;

export interface FrameReader {
  getFrame(id: number, signal: AbortSignal): Promise<Frame>;
  getText(id: number, signal: AbortSignal): Promise<FrameText>;
  listElements(id: number, source: string | undefined, signal: AbortSignal): Promise<Element[]>;
  /** As `listElements`; `total` counts those beyond the page too. */
  listPage(id: number, source: string | undefined, signal: AbortSignal): Promise<Page<Element>>;
  /** Without the lines of OCR, which say nothing that the words do not say more exactly. */
  listStoredElements(id: number, signal: AbortSignal): Promise<Element[]>;
}

export function frameReader(store: Store): FrameReader {
  const listPage: FrameReader['listPage'] = (frameId, source, signal) =>
    store.frames.listElements(
      { frameId, source, limit: MAX_ELEMENTS_PER_FRAME, offset: 0 },
      signal,
    );

  return {
    listPage,
    async getFrame(id, signal) {
      const frame = await store.frames.find(id, signal);
      if (frame === undefined) throw serviceError('FRAME_NOT_FOUND', { frameId: id });
      return frame;
    },
    async getText(id, signal) {
      const found = await store.frames.findText(id, signal);
      if (found === undefined) throw serviceError('FRAME_NOT_FOUND', { frameId: id });
      return found;
    },
    async listElements(frameId, source, signal) {
      return (await listPage(frameId, source, signal)).items;
    },
    async listStoredElements(frameId, signal) {
      const filter = { frameId, storedOnly: true, limit: MAX_ELEMENTS_PER_FRAME, offset: 0 };
      return (await store.frames.listElements(filter, signal)).items;
    },
  };
}
