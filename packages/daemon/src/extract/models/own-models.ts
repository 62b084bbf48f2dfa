/**
 * Models that a user names in `models.json` in the data folder: networks of the Moonshine kind for other languages, or newer ones, by
 * the addresses of their files. The file also says what bytes are expected and under which licence, so that what is fetched is
 * what the user has chosen. It is read only for models that the program does not know itself.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { serviceError } from '#core/errors.ts';
import {
  findModel,
  MEANING_MODEL,
  MODELS,
  type Model,
  type ModelFile,
  type SpeechModel,
} from './manifest.ts';
import { WHISPER_MODELS } from './whisper-models.ts';

const FILE_NAME = 'models.json';

const Network = Type.Object(
  {
    url: Type.String({ maxLength: 2_000 }),
    bytes: Type.Integer({ minimum: 1 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { additionalProperties: false },
);
const Entry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,63}$' }),
    languages: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }), { minItems: 1 }),
    licence: Type.String({ minLength: 1, maxLength: 100 }),
    about: Type.Optional(Type.String({ maxLength: 200 })),
    encoder: Network,
    decoder: Network,
  },
  { additionalProperties: false },
);
const Content = Type.Object({ models: Type.Array(Entry) }, { additionalProperties: false });

/** Rejects with MODELS_FILE_INVALID when the file is there and not as it should be. */
async function listOwnModels(dataDir: string): Promise<SpeechModel[]> {
  const path = join(dataDir, FILE_NAME);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw serviceError('MODELS_FILE_INVALID', {
      path,
      reason: cause instanceof SyntaxError ? 'is no JSON' : 'cannot be read',
    });
  }
  if (!Value.Check(Content, content)) {
    const [first] = Value.Errors(Content, content);
    throw serviceError('MODELS_FILE_INVALID', {
      path,
      reason: `${first?.instancePath || 'it'} ${first?.message ?? 'is wrong'}`,
    });
  }
  return content.models.map((entry, i) => {
    const isTaken =
      (entry.id === MEANING_MODEL.id ? MEANING_MODEL : findKnown(entry.id)) ??
      content.models.slice(0, i).find(({ id }) => id === entry.id);
    if (isTaken)
      throw serviceError('MODELS_FILE_INVALID', {
        path,
        reason: `there is another model "${entry.id}"`,
      });
    const files = [
      fileOf('encoder_model.onnx', entry.encoder, path),
      fileOf('decoder_model_merged.onnx', entry.decoder, path),
    ];
    return {
      id: entry.id,
      engine: 'moonshine',
      languages: entry.languages,
      licence: entry.licence,
      about: entry.about ?? `named in ${FILE_NAME}`,
      // Never taken by itself: it may not speak the user's language.
      coresNeeded: Number.POSITIVE_INFINITY,
      source: { kind: 'addresses', bytes: entry.encoder.bytes + entry.decoder.bytes },
      files,
    };
  });
}

function findKnown(id: string): SpeechModel | undefined {
  return findModel(id) ?? WHISPER_MODELS.find((model) => model.id === id);
}

/** Of speech: those of the program and the user's own. */
export async function listModels(dataDir: string): Promise<readonly SpeechModel[]> {
  return [...MODELS, ...WHISPER_MODELS, ...(await listOwnModels(dataDir))];
}

/** Speech or meaning. Rejects with MODEL_UNKNOWN. */
export async function getAnyModel(id: string, dataDir: string): Promise<Model> {
  return id === MEANING_MODEL.id ? MEANING_MODEL : getModel(id, dataDir);
}

/** Of speech. Rejects with MODEL_UNKNOWN. A model of the program is found also when the user's file is broken. */
export async function getModel(id: string, dataDir: string): Promise<SpeechModel> {
  const known = findKnown(id);
  if (known !== undefined) return known;
  const models = await listModels(dataDir);
  const own = models.find((model) => model.id === id);
  if (own !== undefined) return own;
  throw serviceError('MODEL_UNKNOWN', { id, known: models.map((model) => model.id).join(', ') });
}

function fileOf(
  name: string,
  { url, bytes, sha256 }: { url: string; bytes: number; sha256: string },
  path: string,
): ModelFile {
  const address = URL.parse(url);
  const isLocal = address?.hostname === '127.0.0.1' || address?.hostname === 'localhost';
  if (address?.protocol !== 'https:' && !(isLocal && address?.protocol === 'http:')) {
    throw serviceError('MODELS_FILE_INVALID', {
      path,
      reason: `the address of ${name} must begin with https://`,
    });
  }
  return { path: url, name, bytes, sha256 };
}
