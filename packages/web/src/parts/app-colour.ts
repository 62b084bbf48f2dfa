/**
 * The colour of an app: one of twelve, by a hash of its name, moved on by five when another app has it. The map is kept in the browser
 * and only grows, so that a colour never changes under the person who learnt it.
 */
const SLOTS = 12;
const STEP = 5;
const KEY = 'hindcast.colours';

export interface Colours {
  slotOf(name: string): number;
}

/** FNV-1a over code points. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (const sign of name.toLowerCase())
    value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

export function colours(kept: Record<string, number>, keep: (all: Record<string, number>) => void) {
  const taken = new Map(Object.entries(kept));
  return {
    slotOf(name: string): number {
      const key = name.toLowerCase();
      const known = taken.get(key);
      if (known !== undefined) return known;
      const used = new Set(taken.values());
      let slot = hash(key) % SLOTS;
      for (let i = 0; i < SLOTS && used.has(slot); i += 1) slot = (slot + STEP) % SLOTS;
      taken.set(key, slot);
      keep(Object.fromEntries(taken));
      return slot;
    },
  } satisfies Colours;
}

function stored(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    // No storage, or not ours: the hash alone decides.
    return {};
  }
}

let ours: Colours | undefined;

/** For the custom property `--c`. */
export function appColour(name: string | null | undefined): string {
  if (!name) return 'var(--app-none)';
  ours ??= colours(stored(), (all) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Full or forbidden: the colours hold for this visit.
    }
  });
  return `var(--app-${ours.slotOf(name)})`;
}
