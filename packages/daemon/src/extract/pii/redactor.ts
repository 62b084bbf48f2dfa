/** Redacts the picture of a frame: decides what to cover, covers it. The one thing of `extract/pii` that the HTTP side is given. */
import { type FrameReading, type Obstacle, planRedaction } from './plan.ts';
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
  signal.throwIfAborted();
  const plan = planRedaction(frame);
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
