/** Joins the governor to what it measures and to what it may stop. Called by `compose/index.ts`. */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import type { Broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import { DATABASE_FILE_NAME } from '#store/kernel/database.ts';
import type { Media } from '#store/media/media.ts';
import { measureDisk } from '#upkeep/governor/disk-meter.ts';
import { type Governor, openGovernor } from '#upkeep/governor/governor.ts';
import type { Budget } from '#upkeep/governor/levels.ts';
import { processTime } from '#upkeep/governor/process-time.ts';
import { isOnBattery, machineLoad } from '#upkeep/machine-load.ts';

/** The settings that take effect without a restart. */
export const BUDGET_KEYS = [
  'budget.cpuPercent',
  'budget.diskGbPerMonth',
  'budget.battery',
] as const satisfies readonly (keyof Config)[];

const GB = 1e9;

export function budgetOf(config: Pick<Config, (typeof BUDGET_KEYS)[number]>): Budget {
  const diskGb = config['budget.diskGbPerMonth'];
  return {
    cpuPercent: config['budget.cpuPercent'],
    diskBytesPerMonth: diskGb === 0 ? undefined : diskGb * GB,
    battery: config['budget.battery'],
  };
}

export function composeGovernor(deps: {
  config: Config;
  media: Pick<Media, 'listDaySizes'>;
  news: Broadcast<StoredEvent>;
  setPaused: (isPaused: boolean) => Promise<void>;
  clock: Clock;
  log: Log;
}): Governor {
  const { config, media, news, clock, log } = deps;
  const file = (name: string) => join(config.dataDir, name);
  const databaseBytes = async () => (await stat(file(DATABASE_FILE_NAME))).size;
  return openGovernor({
    file: file('governor.json'),
    budget: budgetOf(config),
    cores: availableParallelism(),
    processTime,
    measureDisk: (known, nowMs) => measureDisk({ media, databaseBytes, known, nowMs }),
    isOnBattery,
    machineLoad,
    clock,
    log,
    setPaused: deps.setPaused,
    onAction: (action) => news.announce({ kind: 'governor_changed', ...action }),
  });
}
