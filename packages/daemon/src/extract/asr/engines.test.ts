import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type AsrSettings, openAsrEngine } from './engines.ts';
import { openSpeechProcess, WHY_NOT_UNDERSTOOD } from './speech-process.fixture.ts';

const speech = openSpeechProcess();
const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-engines-'));
afterAll(async () => {
  await speech.close();
  rmSync(dataDir, { recursive: true });
});

const open = (settings: Partial<AsrSettings>) =>
  openAsrEngine({
    settings: { engine: 'moonshine', model: 'auto', endpointUrl: '', endpointKey: '', ...settings },
    dataDir,
    speech,
  });

describe('openAsrEngine', () => {
  test.skipIf(WHY_NOT_UNDERSTOOD)(
    `auto takes an installed model (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`,
    async () => {
      expect((await open({}))?.name).toMatch(/^moonshine-(tiny|base)$/);
      expect((await open({ model: 'moonshine-tiny' }))?.name).toBe('moonshine-tiny');
    },
  );

  test('a model nobody knows is refused with the known ones', async () => {
    await expect(open({ model: 'moonshine-huge' })).rejects.toMatchObject({
      code: 'MODEL_UNKNOWN',
      hint: expect.stringContaining('moonshine-tiny'),
    });
  });

  test('an endpoint needs an address', async () => {
    await expect(open({ engine: 'openai-compatible' })).rejects.toMatchObject({
      code: 'ASR_ENDPOINT_MISSING',
    });
  });

  test('an endpoint is asked for the model of the settings', async () => {
    const endpoint = { engine: 'openai-compatible', endpointUrl: 'http://127.0.0.1:9/v1' } as const;
    expect((await open({ ...endpoint, model: 'Systran/large-v3' }))?.name).toBe('Systran/large-v3');
    expect((await open(endpoint))?.name).toBe('whisper-1');
  });

  test('disabled is no engine at all', async () => {
    expect(await open({ engine: 'disabled' })).toBeUndefined();
  });
});
