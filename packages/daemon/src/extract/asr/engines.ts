/**
 * The list of recognisers and the choice between them by the settings. `disabled` is one of them: sound is then kept without text.
 */
import { availableParallelism } from 'node:os';
import { ModelNotInstalledError } from '../models/errors.ts';
import { SMALLEST_MODEL } from '../models/manifest.ts';
import { chooseModel, findInstalled, modelFolders } from '../models/model-folders.ts';
import { getModel } from '../models/own-models.ts';
import { WHISPER_MODELS } from '../models/whisper-models.ts';
import type { SpeechProcess } from '../speech-process/speech-process.ts';
import type { AsrEngine } from './engine.ts';
import { AsrEndpointMissingError, ModelForOtherLanguagesError } from './errors.ts';
import { moonshineEngine } from './moonshine/moonshine-engine.ts';
import { openAiEngine } from './openai-compatible/openai-engine.ts';
import { whisperEngine } from './whisper/whisper-engine.ts';

export interface AsrSettings {
  readonly engine: 'moonshine' | 'openai-compatible' | 'disabled';
  /** `auto`, the id of a model, or what the endpoint calls its model. */
  readonly model: string;
  readonly endpointUrl: string;
  readonly endpointKey: string;
  /** With `auto`: the least CPU rather than the fewest errors. */
  readonly isThrifty?: boolean;
}

const AUTO = 'auto';
// What the interface calls its first model; local servers take it for whichever they have.
const USUAL_ENDPOINT_MODEL = 'whisper-1';

type Opener = (deps: {
  settings: AsrSettings;
  dataDir: string;
  speech: SpeechProcess;
}) => Promise<AsrEngine | undefined>;

const ENGINES: Readonly<Record<AsrSettings['engine'], Opener>> = {
  async moonshine({ settings, dataDir, speech }) {
    const { id, folder } = await findMoonshine(settings, dataDir);
    return moonshineEngine({
      name: id,
      folder,
      run: (input, signal) => speech.run('asr.moonshine', input, signal),
    });
  },
  async 'openai-compatible'({ settings }) {
    if (settings.endpointUrl === '') throw new AsrEndpointMissingError();
    return openAiEngine({
      url: settings.endpointUrl,
      key: settings.endpointKey,
      model: settings.model === AUTO ? USUAL_ENDPOINT_MODEL : settings.model,
    });
  },
  async disabled() {
    return undefined;
  },
};

async function findMoonshine({ model: wanted, isThrifty }: AsrSettings, dataDir: string) {
  const folders = modelFolders(dataDir);
  if (wanted === AUTO) {
    const small = isThrifty ? await chooseModel({ folders, cores: 1 }) : undefined;
    const best = small ?? (await chooseModel({ folders, cores: availableParallelism() }));
    if (best === undefined) throw new ModelNotInstalledError(SMALLEST_MODEL);
    return { id: best.model.id, folder: best.folder };
  }
  const model = await getModel(wanted, dataDir);
  if (model.engine !== 'moonshine') throw new ModelForOtherLanguagesError(wanted);
  const folder = await findInstalled(model, folders);
  if (folder === undefined) throw new ModelNotInstalledError(wanted);
  return { id: model.id, folder };
}

/**
 * Undefined when the settings turn recognition off. Rejects with what is missing: a model (`ModelNotInstalledError`, which `pullModel`
 * puts right), or an address.
 */
export function openAsrEngine(deps: {
  settings: AsrSettings;
  dataDir: string;
  speech: SpeechProcess;
}): Promise<AsrEngine | undefined> {
  return ENGINES[deps.settings.engine](deps);
}

/** For speech that the engine of the settings does not understand; undefined while no model for it is installed. */
export async function openForeignEngine(deps: {
  dataDir: string;
  /** Codes of the languages that are spoken here. */
  languages: readonly string[];
  speech: SpeechProcess;
}): Promise<AsrEngine | undefined> {
  const folders = modelFolders(deps.dataDir);
  for (const model of WHISPER_MODELS) {
    const folder = await findInstalled(model, folders);
    if (folder === undefined) continue;
    return whisperEngine({
      name: model.id,
      folder,
      languages: deps.languages,
      run: (input, signal) => deps.speech.run('asr.whisper', input, signal),
    });
  }
  return undefined;
}
