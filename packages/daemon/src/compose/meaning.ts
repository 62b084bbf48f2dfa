/** Joins search by meaning: its model, its background job, and the model of the person's own. Called by `compose/index.ts`. */
import { openAssistant } from '#ask/assistant.ts';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Supervised, Supervisor } from '#core/service.ts';
import { redactTexts } from '#extract/pii/in-thread.ts';
import { PLACEHOLDERS } from '#extract/pii/redact/redact-text.ts';
import { openMeaning } from '#ingest/meaning/meaning.ts';
import { absentMeaning, type MeaningControl } from '#ingest/meaning/meaning-control.ts';
import type { Store } from '#store/store.ts';
import type { MachineLoad } from '#upkeep/machine-load.ts';

export interface ComposedMeaning extends MeaningControl {
  start(): void;
  close(): Promise<void>;
}

export function composeMeaning(deps: {
  config: Config;
  store: Store;
  supervisor: Supervisor;
  machineLoad: () => Promise<MachineLoad>;
  lastFrameAtMs: () => number | undefined;
  isSample: boolean;
  clock: Clock;
  log: Log;
}): ComposedMeaning {
  const { config, supervisor, isSample, ...rest } = deps;
  if (!config['meaning.enabled']) {
    return { ...absentMeaning(), start: () => {}, close: async () => {} };
  }
  const meaning = openMeaning({ ...rest, dataDir: config.dataDir, isEager: isSample });
  for (const part of meaning.parts) supervisor.show(part);
  let running: Supervised | undefined;
  return {
    ...meaning,
    start() {
      running = supervisor.supervise(meaning.service);
    },
    async close() {
      await running?.stop();
      await meaning.close();
    },
  };
}

export function composeAssistant(config: Config) {
  return openAssistant({
    url: config['assistant.endpoint.url'],
    key: config['assistant.endpoint.key'],
    model: config['assistant.model'],
    cover: config['assistant.coverPersonalData'] ? coverTexts : undefined,
  });
}

const EVERYTHING = { kinds: Object.keys(PLACEHOLDERS), words: [] };

async function coverTexts(texts: readonly string[], signal: AbortSignal): Promise<string[]> {
  const covered = await redactTexts(texts, EVERYTHING, signal);
  return texts.map((text, i) => covered[i]?.text ?? text);
}
