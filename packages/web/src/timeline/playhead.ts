/** Where the person is in time. It lives outside React: it moves with every pixel of the pointer, and only its drawing follows at once. */
import { type ExternalStore, externalStore } from '../parts/external-store.ts';

export interface Playhead extends ExternalStore<number> {
  /** Whether it follows what is recorded now. */
  isLive: boolean;
}

export function playhead(atMs: number): Playhead {
  return Object.assign(externalStore(atMs), { isLive: false });
}
