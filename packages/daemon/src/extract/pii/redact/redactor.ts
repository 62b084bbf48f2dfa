/** Redacts the picture of a frame: decides what to cover, covers it. The one thing of `extract/pii` that the HTTP side is given. */

import { planInThread } from '../in-thread.ts';
import type { Word } from '../words.ts';
import type { FrameReading, Obstacle } from './plan.ts';
import { coverRegions, UndecodableImageError } from './redact-image.ts';

export type Redaction =
  /** All that was read is free of personal data: the picture may be shown as it is. */
  | { readonly outcome: 'nothing_found' }
  | { readonly outcome: 'covered'; readonly jpeg: Buffer; readonly regionCount: number }
  /** It cannot be known what to cover. */
  | { readonly outcome: 'impossible'; readonly obstacle: Obstacle }
  | { readonly outcome: 'undecodable'; readonly cause: unknown };

/** Rejects with the reason of the signal soon after it aborts. */
export async function redactFrame(
  jpeg: Buffer,
  frame: FrameReading,
  signal: AbortSignal,
): Promise<Redaction> {
  const plan = await planInThread(withoutTheRest(frame), signal);
  if (plan.outcome === 'impossible') return plan;
  if (plan.regions.length === 0) return { outcome: 'nothing_found' };
  try {
    const { jpeg: covered, count } = await coverRegions(jpeg, plan.regions, signal);
    return { outcome: 'covered', jpeg: covered, regionCount: count };
  } catch (cause) {
    if (cause instanceof UndecodableImageError) return { outcome: 'undecodable', cause };
    throw cause;
  }
}

/** Callers hand over whole records; a thread gets a copy of what it needs. */
function withoutTheRest({ text, boxes, elements, titles, rawLines }: FrameReading): FrameReading {
  return {
    text,
    boxes: boxes.map(toWord),
    elements: elements.map(({ text, bounds }) => ({ text, bounds })),
    titles,
    rawLines: rawLines?.map(({ words, ...line }) => ({ ...line, words: words.map(toWord) })),
  };
}

function toWord({ text, left, top, width, height }: Word): Word {
  return { text, left, top, width, height };
}
