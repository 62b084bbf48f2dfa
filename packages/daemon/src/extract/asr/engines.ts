/**
 * The list of recognisers and the choice between them by the settings. `disabled` is one of them: sound is then kept without text.
 */
import { availableParallelism } from 'node:os';
import { serviceError } from '#core/errors.ts';
import { MODELS, SMALLEST_MODEL, type SpeechModel, sizeBytesOf } from '../models/manifest.ts';
import { chooseModel, findInstalled, modelFolders } from '../models/model-folders.ts';
import { getModel } from '../models/own-models.ts';
import { WHISPER_MODELS } from '../models/whisper-models.ts';
import type { SpeechProcess } from '../speech-process/speech-process.ts';
import type { AsrEngine } from './engine.ts';
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

interface WhisperDeps {
  /** Codes of the languages that are spoken here. */
  languages: readonly string[];
  speech: SpeechProcess;
}

const AUTO = 'auto';
const ENGLISH = 'en';
// What the interface calls its first model; local servers take it for whichever they have.
const USUAL_ENDPOINT_MODEL = 'whisper-1';

type Opener = (deps: {
  settings: AsrSettings;
  dataDir: string;
  speech: SpeechProcess;
}) => Promise<AsrEngine | undefined>;

const ENGINES: Readonly<Record<AsrSettings['engine'], Opener>> = {
  async moonshine({ settings, dataDir, speech }) {
    const { model, folder } = await findMoonshine(settings, dataDir);
    return openMoonshine(model, folder, speech);
  },
  async 'openai-compatible'({ settings }) {
    if (settings.endpointUrl === '') throw serviceError('ASR_ENDPOINT_MISSING');
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
    if (best === undefined) throw serviceError('MODEL_NOT_INSTALLED', { id: SMALLEST_MODEL });
    return best;
  }
  const model = await getModel(wanted, dataDir);
  if (model.engine !== 'moonshine')
    throw serviceError('MODEL_FOR_OTHER_LANGUAGES', { model: wanted });
  const folder = await findInstalled(model, folders);
  if (folder === undefined) throw serviceError('MODEL_NOT_INSTALLED', { id: wanted });
  return { model, folder };
}

function openMoonshine(model: SpeechModel, folder: string, speech: SpeechProcess): AsrEngine {
  const [language, ...others] = model.languages;
  return moonshineEngine({
    name: model.id,
    language: others.length === 0 ? language : undefined,
    folder,
    run: (input, signal) => speech.run('asr.moonshine', input, signal),
  });
}

function openWhisper(
  model: SpeechModel,
  { folder, languages, speech }: WhisperDeps & { folder: string },
): AsrEngine {
  return whisperEngine({
    name: model.id,
    folder,
    languages,
    run: (input, signal) => speech.run('asr.whisper', input, signal),
  });
}

/**
 * Undefined when the settings turn recognition off. Rejects with what is missing: a model (`MODEL_NOT_INSTALLED`, which `pullModel`
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
export async function openForeignEngine(
  deps: WhisperDeps & { dataDir: string },
): Promise<AsrEngine | undefined> {
  const folders = modelFolders(deps.dataDir);
  for (const model of WHISPER_MODELS) {
    const folder = await findInstalled(model, folders);
    if (folder === undefined) continue;
    return openWhisper(model, { ...deps, folder });
  }
  return undefined;
}

/** The installed models by size, the largest first: those of English and those of all other languages. */
async function installedBySize(dataDir: string) {
  const folders = modelFolders(dataDir);
  const find = async (models: readonly SpeechModel[]) => {
    const found = await Promise.all(
      models
        .toSorted((a, b) => sizeBytesOf(b) - sizeBytesOf(a))
        .map(async (model) => ({ model, folder: await findInstalled(model, folders) })),
    );
    return found.flatMap(({ model, folder }) => (folder === undefined ? [] : [{ model, folder }]));
  };
  return { english: await find(MODELS), foreign: await find(WHISPER_MODELS) };
}

/** The largest installed model that reads this language, however long it takes; undefined when there is none. */
export async function openLargestEngine(
  language: string,
  deps: { dataDir: string; speech: SpeechProcess },
): Promise<AsrEngine | undefined> {
  const { english, foreign } = await installedBySize(deps.dataDir);
  const [own] = language === ENGLISH ? english : [];
  if (own) return openMoonshine(own.model, own.folder, deps.speech);
  const [best] = foreign;
  return (
    best && openWhisper(best.model, { languages: [], speech: deps.speech, folder: best.folder })
  );
}

/** The largest installed models, and those whose text they improve. */
export async function findLargerModels(dataDir: string) {
  const { english, foreign } = await installedBySize(dataDir);
  const ids = (all: typeof english) => all.map(({ model }) => model.id);
  return {
    smaller: [...ids(english).slice(1), ...ids(foreign).slice(1)],
    models: [...ids(english).slice(0, 1), ...ids(foreign).slice(0, 1)].join('+'),
    readsForeign: foreign.length > 0,
  };
}
