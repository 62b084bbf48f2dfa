/**
 * The program behind `hindcast models` and the model step of the installation: lists and installs models, chooses speech models. It prints one
 * JSON document per line for the command that runs it, complains on stderr, and works whether the service runs or not.
 */
import { existsSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '#config/arguments.ts';
import { changeConfigFile } from '#config/change-file.ts';
import { ConfigError } from '#config/errors.ts';
import { type LoadedConfig, loadConfig } from '#config/load.ts';
import { ServiceError, serviceError } from '#core/errors.ts';
import { findOwner } from '#core/folders/data-folder.ts';
import { MEANING_MODEL, type Model, sizeBytesOf, sourceNameOf } from '#extract/models/manifest.ts';
import {
  chooseModel,
  findDamage,
  findInstalled,
  modelFolders,
  RELEASED_MODELS,
  SHARED_MODELS,
} from '#extract/models/model-folders.ts';
import { getAnyModel, getModel, listModels } from '#extract/models/own-models.ts';
import { pullModel } from '#extract/models/pull-model.ts';

const EXIT = { ok: 0, failure: 1, usage: 2 } as const;
const AUTO = 'auto';

function print(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

function load(flags: readonly string[]): LoadedConfig {
  return loadConfig({
    flags: readArguments(flags).flags,
    machine: { platform: process.platform, env: process.env, exists: existsSync },
    home: homedir(),
  });
}

async function list({ config }: LoadedConfig): Promise<void> {
  const folders = modelFolders(config.dataDir);
  const chosen = await chooseModel({ folders, cores: availableParallelism() });
  const wanted = config['audio.model'];
  const speechInUse = wanted === AUTO ? chosen?.model.id : wanted;
  const isInUse = (model: Model) =>
    model === MEANING_MODEL
      ? config['meaning.enabled']
      : config['audio.engine'] === 'moonshine' && model.id === speechInUse;
  const models = await Promise.all(
    [...(await listModels(config.dataDir)), MEANING_MODEL].map(async (model) => {
      const folder = await findInstalled(model, folders);
      const isDamaged = folder !== undefined && (await findDamage(model, folder)) !== undefined;
      return {
        id: model.id,
        purpose: model === MEANING_MODEL ? 'meaning' : 'speech',
        languages: model.languages,
        licence: model.licence,
        about: model.about,
        size_bytes: sizeBytesOf(model),
        download_bytes: model.source.bytes,
        source: sourceNameOf(model),
        state: folder === undefined ? 'absent' : isDamaged ? 'damaged' : 'installed',
        folder: folder ?? null,
        in_use: isInUse(model),
      };
    }),
  );
  print({ engine: config['audio.engine'], setting: wanted, models });
}

async function pull(model: Model, folder: string): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop.abort());
  }
  const total = model.source.bytes;
  const onBytes = (bytes: number) => print({ bytes, total });
  const place = await pullModel({ model, folder, onBytes, signal: stop.signal });
  print({ installed: model.id, folder: place });
}

async function pullInto(id: string, dataDir: string): Promise<void> {
  const model = await getAnyModel(id, dataDir);
  const released = join(RELEASED_MODELS, model.id);
  const isReleased = (await findDamage(model, released)) === undefined;
  if (isReleased) return print({ installed: model.id, folder: released });
  return pull(model, join(dataDir, 'models'));
}

async function use(id: string, loaded: LoadedConfig, flags: readonly string[]): Promise<void> {
  const { config, file } = loaded;
  if (id !== AUTO) {
    const model = await getModel(id, config.dataDir);
    if (!(await findInstalled(model, modelFolders(config.dataDir)))) {
      throw serviceError('MODEL_NOT_INSTALLED', { id });
    }
  }
  changeConfigFile(file, 'audio.model', id);
  // The environment is stronger than the file; then the choice would silently do nothing.
  const { config: now, origins } = load(flags);
  const isInForce = now['audio.model'] === id;
  print({
    using: id,
    file,
    overruled_by: isInForce ? null : origins['audio.model'],
    engine: now['audio.engine'],
    running: findOwner(config.dataDir) !== undefined,
  });
}

async function main([command, ...rest]: readonly string[]): Promise<void> {
  const id = rest[0] ?? '';
  switch (command) {
    case 'list':
      return list(load(rest));
    case 'pull':
      return pullInto(id, load(rest.slice(1)).config.dataDir);
    // For every data folder of this installation.
    case 'pull-shared':
      return pull(await getAnyModel(id, SHARED_MODELS), SHARED_MODELS);
    case 'use':
      return use(id, load(rest.slice(1)), rest.slice(1));
    default:
      throw new ConfigError('models: list, pull <id> or use <id> was expected');
  }
}

function complain(error: unknown): number {
  if (error instanceof ServiceError) {
    process.stderr.write(`hindcast: ${error.message}\n`);
    if (error.hint !== undefined) process.stderr.write(`${error.hint}\n`);
    return error.code === 'CONFIG_INVALID' ? EXIT.usage : EXIT.failure;
  }
  const isStopped = error instanceof DOMException && error.name === 'AbortError';
  process.stderr.write(`hindcast: ${isStopped ? 'stopped; nothing was changed' : String(error)}\n`);
  return EXIT.failure;
}

// The data folder is private; what belongs to the installation is for everybody who uses it.
if (process.argv[2] !== 'pull-shared') process.umask(0o077);
// A reader that went away has seen enough.
process.stdout.on('error', () => {});
try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = complain(error);
}
