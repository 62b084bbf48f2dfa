/** What cites a piece of evidence, and where it is looked at. */
import type { Evidence } from '@hindcast/client';
import { isoOf } from '../parts/format.ts';

export function numberOf(id: string): string {
  return id.replace(/^e/, '');
}

export function focusEvidence(id: string): void {
  const card = document.getElementById(`evidence-${id}`);
  card?.scrollIntoView({ block: 'nearest' });
  card?.focus({ preventScroll: true });
}

/** Where a piece of evidence is looked at. */
export function addressOf({ place, timestamp }: Evidence): string {
  if (place.kind === 'screen') return `/app/frame/${place.frame_id}`;
  return timelineAt(timestamp);
}

export function timelineAt(timestamp: string): string {
  return `/app/timeline?at=${isoOf(Date.parse(timestamp))}`;
}
