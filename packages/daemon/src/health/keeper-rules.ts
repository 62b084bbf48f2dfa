/** The rules of health about keepers: whether one does its work, and why a removal waits for it. Pure; called by `rules.ts`. */
import type { HealthFacts, KeeperFacts } from './facts.ts';

/** A keeper that has not been there for so long is off. */
const AWAY_AFTER_MS = 5 * 60_000;

/** What a removal waits for. */
export interface KeeperWait {
  files: number;
  /** Of the keeper; null: this device does not know yet whether there is one. */
  machineId: string | null;
  lastSeenAtMs: number | null;
  reason: string;
}

/** Undefined when nothing waits. */
export function keeperWait({ keeper, nowMs }: HealthFacts): KeeperWait | undefined {
  const [latest] =
    keeper?.keepers.toSorted((a, b) => (b.lastSeenAtMs ?? 0) - (a.lastSeenAtMs ?? 0)) ?? [];
  if (!keeper || keeper.waitingFiles === 0) return undefined;
  const { machineId, lastSeenAtMs } = latest ?? { machineId: null, lastSeenAtMs: null };
  return {
    files: keeper.waitingFiles,
    machineId,
    lastSeenAtMs,
    reason: whyWaiting(keeper, lastSeenAtMs, nowMs),
  };
}

function whyWaiting(keeper: KeeperFacts, lastSeenAtMs: number | null, nowMs: number): string {
  if (keeper.isLocked) return 'sync is locked here: hindcast sync init';
  if (keeper.keepers.length === 0) {
    return keeper.lastError?.message ?? 'this device has not read what the others have sent';
  }
  if (keeper.isTextOnly) return 'sync.textOnly keeps pictures and sound here: turn it off';
  if (keeper.lastError) return keeper.lastError.message;
  if (lastSeenAtMs === null) return 'the keeper has not been seen';
  const isAway = nowMs - lastSeenAtMs > AWAY_AFTER_MS;
  return isAway
    ? `the keeper was last seen on ${new Date(lastSeenAtMs).toISOString()}`
    : 'they are on their way to it';
}

export function keeperNote(facts: HealthFacts): string | undefined {
  const wait = keeperWait(facts);
  if (!wait) return undefined;
  const { files, machineId, reason } = wait;
  const what =
    files === 1 ? '1 old picture or recording stays' : `${files} old pictures or recordings stay`;
  if (machineId === null) {
    return `${what} here until sync has found out whether your devices have a keeper: ${reason}.`;
  }
  return `${what} here until the keeper ${machineId} has confirmed that it holds them: ${reason}.`;
}

/** A keeper without its keys, or whose rounds fail, holds nothing new. */
export function idleKeeper({ keeper }: HealthFacts) {
  if (keeper?.role !== 'keeper') return undefined;
  if (!keeper.isLocked) return failingKeeper(keeper);
  const advice =
    'This machine is the keeper, but sync is locked, so it receives nothing. Run: hindcast sync init --stay-unlocked';
  return { system: 'sync', reason: 'the keeper is locked', advice };
}

function failingKeeper({ lastError }: KeeperFacts) {
  if (!lastError) return undefined;
  const advice = `This machine is the keeper, but its last round of sync failed: ${lastError.message}`;
  return { system: 'sync', reason: 'the last round of the keeper failed', advice };
}
