/**
 * Search by meaning as a whole: finds the model, runs its process when somebody needs it, and keeps the passages up to date. A model that
 * is installed while the service runs is used from then on.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { PartState, Service } from '#core/service.ts';
import {
  findMeaningModel,
  type MeaningProcess,
  meaningProcess,
} from '#extract/meaning/meaning-process.ts';
import type { Store } from '#store/store.ts';
import type { MachineLoad } from '#upkeep/machine-load.ts';
import { type MeaningControl, MeaningUnavailableError } from './meaning-control.ts';
import { passageService } from './passage-service.ts';
import { pausing } from './pausing.ts';

export interface MeaningSide extends MeaningControl {
  readonly service: Service;
  /** As those of the process. */
  readonly parts: readonly (() => PartState | undefined)[];
  close(): Promise<void>;
}

export function openMeaning(deps: {
  dataDir: string;
  store: Pick<Store, 'meaning'>;
  machineLoad: () => Promise<MachineLoad>;
  lastFrameAtMs: () => number | undefined;
  /** The sample day is there to be searched at once. */
  isEager: boolean;
  clock: Clock;
  log: Log;
}): MeaningSide {
  const { dataDir, clock, log } = deps;
  let running: MeaningProcess | undefined;

  async function open(): Promise<MeaningProcess | undefined> {
    if (running) return running;
    const folder = await findMeaningModel(dataDir);
    if (folder !== undefined) running ??= meaningProcess({ folder, clock, log });
    return running;
  }

  async function model(): Promise<MeaningProcess> {
    const found = await open();
    if (!found) throw new MeaningUnavailableError('no_model');
    return found;
  }

  const embed: MeaningControl['embed'] = async (texts, signal) =>
    (await model()).embed(texts, signal);

  const compare: MeaningControl['compare'] = async (question, texts, signal) =>
    (await model()).compare(question, texts, signal);

  const availability = async () => ((await open()) ? 'ready' : 'no_model');
  return {
    availability,
    embed,
    compare: pausing({ compare, clock, log }),
    service: passageService({
      ...deps,
      embed,
      hasModel: async () => (await availability()) === 'ready',
    }),
    parts: [0, 1].map((i) => () => running?.parts[i]?.()),
    close: async () => running?.close(),
  };
}
