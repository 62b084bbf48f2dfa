/** The real model for tests, where the installation has brought it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { MEANING_MODEL } from '../models/manifest.ts';
import { SHARED_MODELS } from '../models/model-folders.ts';
import { meaningProcess } from './meaning-process.ts';

export const MEANING_FOLDER = join(SHARED_MODELS, MEANING_MODEL.id);
export const HAS_MEANING = existsSync(MEANING_FOLDER);

export function openMeaningProcess(idleMs?: number) {
  const options = idleMs === undefined ? {} : { idleMs };
  return meaningProcess({ folder: MEANING_FOLDER, clock: systemClock, log: silentLog, ...options });
}
