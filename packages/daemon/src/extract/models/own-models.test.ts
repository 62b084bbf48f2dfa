import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAsrEngine } from '../asr/engines.ts';
import { joined, prompt, silence } from '../asr/sounds.fixture.ts';
import {
  openSpeechProcess,
  TINY_FOLDER,
  WHY_NOT_UNDERSTOOD,
} from '../asr/speech-process.fixture.ts';
import { chooseModel } from './model-folders.ts';
import { getModel, listModels } from './own-models.ts';
import { pullModel } from './pull-model.ts';

const wanted = new AbortController().signal;
let server: Server;
let address: string;
let served: Map<string, Buffer>;
let dataDir: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const bytes = served.get(request.url ?? '');
    response.statusCode = bytes === undefined ? 404 : 200;
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hindcast-own-models-'));
  served = new Map();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function networkOf(path: string, bytes: Buffer) {
  served.set(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { url: `${address}${path}`, bytes: bytes.length, sha256 };
}

function small() {
  return {
    id: 'my-model',
    languages: ['de'],
    licence: 'MIT',
    encoder: networkOf('/encoder.onnx', Buffer.alloc(50_000, 'e')),
    decoder: networkOf('/decoder.onnx', Buffer.alloc(90_000, 'd')),
  };
}

function write(...models: object[]): void {
  writeFileSync(join(dataDir, 'models.json'), JSON.stringify({ models }));
}

const pull = async () =>
  pullModel({
    model: await getModel('my-model', dataDir),
    folder: join(dataDir, 'models'),
    signal: wanted,
  });

describe('models of the user', () => {
  test('are listed after those of the program, and never chosen by themselves', async () => {
    write(small());
    const models = await listModels(dataDir);
    expect(models.map(({ id }) => id)).toEqual([
      'moonshine-base',
      'moonshine-tiny',
      'whisper-base',
      'whisper-tiny',
      'whisper-small',
      'my-model',
    ]);
    expect(models.at(-1)).toMatchObject({ languages: ['de'], licence: 'MIT' });
    await pull();
    const chosen = await chooseModel({ folders: [join(dataDir, 'models')], cores: 64 });
    expect(chosen).toBeUndefined();
  });

  test('are fetched from their addresses, compared with their checksums and put in place whole', async () => {
    write(small());
    const place = await pull();
    expect(place).toBe(join(dataDir, 'models', 'my-model'));
    expect(readdirSync(place).sort()).toEqual(['decoder_model_merged.onnx', 'encoder_model.onnx']);
    expect(readdirSync(join(dataDir, 'models'))).toEqual(['my-model']);
  });

  test('other bytes, and more bytes than were promised, are refused and what was there stays', async () => {
    write(small());
    const place = await pull();
    rmSync(join(place, 'encoder_model.onnx'));
    for (const length of [90_000, 900_000]) {
      served.set('/decoder.onnx', Buffer.alloc(length, 'x'));
      await expect(pull()).rejects.toMatchObject({
        code: 'MODEL_MISMATCH',
        message: expect.stringContaining('decoder'),
        hint: expect.stringContaining('still is'),
      });
      expect(readFileSync(join(place, 'decoder_model_merged.onnx'), 'utf8')).toMatch(/^d/);
      expect(readdirSync(join(dataDir, 'models'))).toEqual(['my-model']);
    }
  });

  test('a source that refuses or is not there is reported, and nothing changes', async () => {
    const entry = small();
    served.clear();
    write(entry);
    await expect(pull()).rejects.toMatchObject({
      code: 'MODEL_UNREACHABLE',
      message: expect.stringContaining('404'),
    });
    // Nobody listens on the discard port.
    write({ ...entry, encoder: { ...entry.encoder, url: 'http://127.0.0.1:9/encoder.onnx' } });
    await expect(pull()).rejects.toMatchObject({
      code: 'MODEL_UNREACHABLE',
      message: expect.stringContaining('127.0.0.1:9 cannot be reached'),
    });
    expect(existsSync(join(dataDir, 'models', 'my-model'))).toBe(false);
  });

  test.each([
    ['a file that is no JSON', '{', 'is no JSON'],
    ['a checksum that is none', { sha256: 'abc' }, 'sha256'],
    ['an address without encryption', { url: 'http://models.example/e.onnx' }, 'https://'],
    ['the name of a model of the program', { id: 'moonshine-tiny' }, 'another model'],
  ])('%s is reported, and the models of the program are still found', async (_, fault, reason) => {
    const entry = small();
    if (typeof fault === 'string') writeFileSync(join(dataDir, 'models.json'), fault);
    else if ('id' in fault) write({ ...entry, ...fault });
    else write({ ...entry, encoder: { ...entry.encoder, ...fault } });
    await expect(listModels(dataDir)).rejects.toMatchObject({
      code: 'MODELS_FILE_INVALID',
      message: expect.stringContaining(reason),
    });
    expect((await getModel('moonshine-tiny', dataDir)).id).toBe('moonshine-tiny');
  });
});

describe.skipIf(WHY_NOT_UNDERSTOOD)(`a fetched model (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`, () => {
  const speech = openSpeechProcess();
  afterAll(() => speech.close());

  test('understands speech under the name the user gave it', { timeout: 120_000 }, async () => {
    const read = (name: string) => readFileSync(join(TINY_FOLDER, name));
    write({
      ...small(),
      encoder: networkOf('/e', read('encoder_model.onnx')),
      decoder: networkOf('/d', read('decoder_model_merged.onnx')),
    });
    await pull();
    const settings = { engine: 'moonshine', model: 'my-model', endpointUrl: '', endpointKey: '' };
    const engine = await openAsrEngine({
      settings: { ...settings, engine: 'moonshine' },
      dataDir,
      speech,
    });
    const heard = await engine?.transcribe(
      joined(silence(300), prompt('cannot-complete-as-dialed'), silence(200)),
      { signal: wanted },
    );
    expect(engine?.name).toBe('my-model');
    expect(heard?.text.toLowerCase()).toContain('your call');
  });
});
