/**
 * How much of everything: a few faults of each kind within `npm test`, hundreds with `npm run test:faults`. Each number can be set
 * by a variable, and the seed too: the same seed chooses the same moments and the same writes.
 */
const isFull = process.env.HINDCAST_FAULTS === 'full';

function size(name: string, short: number, full: number): number {
  return Number(process.env[name] ?? (isFull ? full : short));
}

export const PLAN = {
  seed: size('FAULT_SEED', 20_261_115, Date.now() % 2 ** 31),
  /** What the store has before the first fault. */
  storedFrames: size('FAULT_FRAMES', 0, 1_000_000),
  /** Of the service at random moments of all that it does; one of each kind in the short form. */
  kills: size('FAULT_KILLS', 5, 150),
  /** Of a sync, with a store that another device can fetch as a whole each time. */
  syncKills: size('FAULT_SYNC_KILLS', 1, 25),
  /** Of the first sync of the store that was there before, which takes minutes when it is large. */
  firstSyncKills: size('FAULT_FIRST_SYNC_KILLS', 0, 5),
  /** Of a start that brings an old store up to date. */
  migrationKills: size('FAULT_MIGRATION_KILLS', 1, 20),
  fullDisks: size('FAULT_FULL_DISKS', 1, 20),
  readOnlyFolders: size('FAULT_READ_ONLY', 1, 10),
  movedFolders: size('FAULT_MOVED', 1, 10),
  removedFolders: size('FAULT_REMOVED', 1, 5),
  /** Of a hub with its embedded store, killed and frozen: so often each. */
  hubs: size('FAULT_HUBS', 1, 5),
  /**
   * Of X server, sound server, a hub on PostgreSQL and that PostgreSQL, killed and frozen: so often each. The short form of the first two
   * is `test/coverage.test.ts`, which covers more of them; that of the others is `hubs`.
   */
  surroundings: size('FAULT_SURROUNDINGS', 0, 5),
  clockJumps: size('FAULT_CLOCK_JUMPS', 2, 20),
  loadSeconds: size('FAULT_LOAD_SECONDS', 2, 600),
  loadClients: size('FAULT_LOAD_CLIENTS', 100, 100),
  /** A store is walked through as a whole after each fault, so it must not grow for ever. */
  killsPerStore: 20,
  isFull,
} as const;

/** Of a test; in the short form on a machine that is busy with others. */
export const TIMEOUT_MS = PLAN.isFull ? 6 * 3_600_000 : 240_000;

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { upTo: (limit) => Math.floor(next() * limit) };
}

export interface Random {
  /** A whole number from 0, below the limit. */
  upTo(limit: number): number;
}
