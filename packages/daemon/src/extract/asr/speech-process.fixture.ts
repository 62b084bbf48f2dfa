/** The speech process and the smallest model, as tests use them. */
import { join } from 'node:path';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { findModel, SMALLEST_MODEL } from '../models/manifest.ts';
import { findInstalled, SHARED_MODELS } from '../models/model-folders.ts';
import { type SpeechProcess, speechProcess } from '../speech-process/speech-process.ts';
import { WHY_NO_SPEECH } from './sounds.fixture.ts';

export const TINY_FOLDER = join(SHARED_MODELS, SMALLEST_MODEL);

const tiny = findModel(SMALLEST_MODEL);
const isInstalled =
  tiny !== undefined && (await findInstalled(tiny, [SHARED_MODELS])) !== undefined;

/** Undefined when recorded speech and the model to understand it are there. */
export const WHY_NOT_UNDERSTOOD = isInstalled
  ? WHY_NO_SPEECH
  : 'no speech model: run node scripts/bootstrap.mjs --test';

export function openSpeechProcess(): SpeechProcess {
  return speechProcess({ clock: systemClock, log: silentLog });
}
