/**
 * Joins single keys into bursts of typing. A burst ends when the person pauses, or when someone takes it because the focus moved.
 * Pure arithmetic with the instants it is given.
 */
const PAUSE_MS = 1_000;
// So that an hour of writing without a pause is not one row that appears at its end.
const LONGEST_BURST_KEYS = 500;

export interface Burst {
  readonly startedAtMs: number;
  readonly keyCount: number;
  /** What was written, with backspace applied within the burst. */
  readonly text: string;
}

export function makeTyping() {
  let burst:
    | { startedAtMs: number; lastAtMs: number; keyCount: number; characters: string[] }
    | undefined;

  return {
    /** `text` is what the key writes: a character, backspace, or nothing. */
    add(text: string | undefined, atMs: number): void {
      burst ??= { startedAtMs: atMs, lastAtMs: atMs, keyCount: 0, characters: [] };
      burst.lastAtMs = atMs;
      burst.keyCount += 1;
      if (text === '\b') burst.characters.pop();
      else if (text !== undefined) burst.characters.push(text);
    },
    isOpen: (): boolean => burst !== undefined,
    /** When the open burst is over; undefined without one. */
    dueMs(): number | undefined {
      if (burst === undefined) return undefined;
      return burst.keyCount >= LONGEST_BURST_KEYS ? burst.lastAtMs : burst.lastAtMs + PAUSE_MS;
    },
    /** The open burst, which is then closed. */
    take(): Burst | undefined {
      const taken = burst;
      burst = undefined;
      if (taken === undefined) return undefined;
      const { startedAtMs, keyCount, characters } = taken;
      return { startedAtMs, keyCount, text: characters.join('') };
    },
  };
}
