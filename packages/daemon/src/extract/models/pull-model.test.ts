import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ModelFile, SpeechModel } from './manifest.ts';
import { chooseModel, findDamage, findInstalled } from './model-folders.ts';
import { pullModel } from './pull-model.ts';
import { type Registry, startRegistry } from './registry.fixture.ts';

const WEIGHTS = {
  'dist/small/encoder.onnx': 'e'.repeat(5_000),
  'dist/small/decoder.onnx': 'd'.repeat(9_000),
};
const model: SpeechModel = {
  id: 'small',
  engine: 'moonshine',
  languages: ['en'],
  licence: 'MIT',
  about: 'a model of a test',
  coresNeeded: 1,
  source: { kind: 'package', package: '@voices/small', version: '1.2.3', bytes: 20_000 },
  files: Object.entries(WEIGHTS).map(([path, text]) => ({
    path,
    name: path.replace('dist/small/', ''),
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  })),
};
const wanted = new AbortController().signal;
// npm itself takes a second or two to start.
const PATIENCE_MS = 60_000;

let registry: Registry;
let folder: string;
const hadRegistry = process.env.npm_config_registry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-models-'));
  process.env.npm_config_registry = registry.url;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  if (hadRegistry === undefined) delete process.env.npm_config_registry;
  else process.env.npm_config_registry = hadRegistry;
});

function putDamagedModel(): void {
  mkdirSync(join(folder, 'small'));
  writeFileSync(join(folder, 'small', 'encoder.onnx'), 'x'.repeat(5_000));
  writeFileSync(join(folder, 'small', 'decoder.onnx'), 'd'.repeat(9_000));
}

describe('pullModel', { timeout: PATIENCE_MS }, () => {
  test('fetches from the registry npm is set to, and keeps the files of the model only', async () => {
    registry.publish('@voices/small', '1.2.3', {
      ...WEIGHTS,
      'index.js': 'throw 1',
      LICENSE: 'MIT',
    });
    const reported: number[] = [];
    const place = await pullModel({
      model,
      folder,
      onBytes: (n) => reported.push(n),
      signal: wanted,
    });
    expect(place).toBe(join(folder, 'small'));
    expect(readdirSync(folder)).toEqual(['small']);
    expect(readdirSync(place).sort()).toEqual(['decoder.onnx', 'encoder.onnx']);
    expect(readFileSync(join(place, 'encoder.onnx'), 'utf8')).toBe(
      WEIGHTS['dist/small/encoder.onnx'],
    );
    expect(await findInstalled(model, [folder])).toBe(place);
    expect(reported.at(-1)).toBe(model.source.bytes);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect(registry.asked).toContain('/@voices/small');
  });

  test('a file that was trained further is the downloaded one with its change', async () => {
    registry.publish('@voices/small', '1.2.3', WEIGHTS);
    const after = 'f'.repeat(5_000);
    const change = join(folder, 'encoder.change');
    // From e to f.
    writeFileSync(change, brotliCompressSync(Buffer.alloc(5_000, 1)));
    const [encoder, decoder] = model.files as [ModelFile, ModelFile];
    const sha256 = createHash('sha256').update(after).digest('hex');
    const changed = { ...model, files: [{ ...encoder, sha256, change }, decoder] };
    const place = await pullModel({ model: changed, folder, signal: wanted });
    expect(readFileSync(join(place, 'encoder.onnx'), 'utf8')).toBe(after);
    expect(await findDamage(changed, place)).toBeUndefined();

    // The model of before is changed without a download.
    rmSync(place, { recursive: true });
    const before = await pullModel({ model: { ...model, id: 'before' }, folder, signal: wanted });
    registry.asked.length = 0;
    const later = { ...changed, formerId: 'before' };
    expect(await pullModel({ model: later, folder, signal: wanted })).toBe(place);
    expect(await findDamage(later, place)).toBeUndefined();
    expect(registry.asked).toEqual([]);
    expect(existsSync(before)).toBe(false);

    rmSync(place, { recursive: true });
    writeFileSync(change, brotliCompressSync(Buffer.alloc(5_000, 2)));
    await expect(pullModel({ model: changed, folder, signal: wanted })).rejects.toMatchObject({
      code: 'MODEL_MISMATCH',
    });
  });

  test('a whole model is not fetched again', async () => {
    registry.publish('@voices/small', '1.2.3', WEIGHTS);
    await pullModel({ model, folder, signal: wanted });
    const before = registry.asked.length;
    await pullModel({ model, folder, signal: wanted });
    expect(registry.asked).toHaveLength(before);
  });

  test('a damaged model is replaced', async () => {
    putDamagedModel();
    expect((await findDamage(model, join(folder, 'small')))?.name).toBe('encoder.onnx');
    registry.publish('@voices/small', '1.2.3', WEIGHTS);
    await pullModel({ model, folder, signal: wanted });
    expect(await findDamage(model, join(folder, 'small'))).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['small']);
  });

  test('other bytes than the pinned ones are refused, and what was there stays', async () => {
    putDamagedModel();
    registry.publish('@voices/small', '1.2.3', {
      ...WEIGHTS,
      'dist/small/decoder.onnx': 'D'.repeat(9_000),
    });
    await expect(pullModel({ model, folder, signal: wanted })).rejects.toMatchObject({
      code: 'MODEL_MISMATCH',
      message: expect.stringContaining('dist/small/decoder.onnx'),
    });
    expect(readdirSync(folder)).toEqual(['small']);
    expect(readFileSync(join(folder, 'small', 'encoder.onnx'), 'utf8')).toMatch(/^x/);
  });

  test('a registry without the package, and none at all, are distinguished', async () => {
    const source = { ...model.source, package: '@voices/none' } as const;
    const missing: SpeechModel = { ...model, source: source as SpeechModel['source'] };
    await expect(pullModel({ model: missing, folder, signal: wanted })).rejects.toMatchObject({
      code: 'MODEL_UNREACHABLE',
      message: expect.stringContaining('does not have it'),
    });
    process.env.npm_config_registry = 'http://127.0.0.1:9/';
    await expect(pullModel({ model, folder, signal: wanted })).rejects.toMatchObject({
      code: 'MODEL_UNREACHABLE',
      message: expect.stringContaining('cannot be reached'),
      hint: expect.stringContaining('Nothing was changed'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an abort ends the download and leaves nothing behind', async () => {
    const source = { ...model.source, package: '@voices/stalled' } as SpeechModel['source'];
    registry.stall('@voices/stalled');
    const abort = new AbortController();
    const pulling = pullModel({ model: { ...model, source }, folder, signal: abort.signal });
    await vi.waitFor(() => expect(registry.asked).toContain('/@voices/stalled'), PATIENCE_MS);
    abort.abort();
    await expect(pulling).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('chooseModel', () => {
  test('takes nothing where nothing is installed', async () => {
    expect(await chooseModel({ folders: [folder], cores: 16 })).toBeUndefined();
  });
});
