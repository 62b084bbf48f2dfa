import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { loadComparer } from './comparer.ts';
import { HAS_MEANING, MEANING_FOLDER } from './meaning.fixture.ts';

test.skipIf(!HAS_MEANING)('a network that is damaged is not used', async () => {
  await using folder = await temporaryFolder();
  const [tokens, model] = ['tokenizer.json', 'model.onnx'].map((name) => join(folder.path, name));
  copyFileSync(join(MEANING_FOLDER, 'tokenizer.json'), tokens as string);
  const bytes = readFileSync(join(MEANING_FOLDER, 'model.onnx'));
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(model as string, bytes);
  await expect(loadComparer(folder.path)).rejects.toThrow('is damaged');
});
