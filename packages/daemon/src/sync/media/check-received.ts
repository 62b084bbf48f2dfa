/**
 * On a keeper: looks whether the files that it received from other devices still lie on its disk, some of them in each round, and takes
 * back its word for those that do not. Rows stay: the disk may return, and the other device offers the file again where it has it.
 */
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { MediaTarget } from '#store/sync/records.ts';

/** Of one round, of each kind: a look at each costs little. */
const CHECKED_AT_ONCE = 1_000;

export function receivedCheck({ store, media }: { store: Pick<Store, 'sync'>; media: Media }) {
  const position = { frame: 0, audio_chunk: 0 };
  /** By this process, so that what no device can offer again is reported once. */
  const reported = new Set<string>();

  async function check(of: MediaTarget['of'], signal: AbortSignal): Promise<void> {
    const rows = await store.sync.listReceived(of, position[of], CHECKED_AT_ONCE, signal);
    position[of] = rows.length < CHECKED_AT_ONCE ? 0 : (rows.at(-1)?.id ?? 0);
    const missing = await media.listMissing([...new Set(rows.map(({ path }) => path))]);
    if (missing === undefined) return;
    const lost = new Set(missing);
    const found = rows.filter(({ path }) => !lost.has(path));
    for (const { name } of found) reported.delete(name);
    const names = rows.filter(({ path }) => lost.has(path)).map(({ name }) => name);
    const unreported = names.filter((name) => !reported.has(name));
    if (unreported.length === 0) return;
    await store.sync.takeBackReceipts(unreported);
    for (const name of unreported) reported.add(name);
  }

  return async (signal: AbortSignal): Promise<void> => {
    for (const kind of ['frame', 'audio_chunk'] as const) await check(kind, signal);
  };
}
