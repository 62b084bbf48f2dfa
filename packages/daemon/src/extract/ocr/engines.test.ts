import { lineEngine } from '@hindcast/screen-ocr';
import { expect, test } from 'vitest';
import { type EngineChoice, openEngine } from './engines.ts';
import { OcrLanguageUnfitError } from './errors.ts';

const missing = (name: string): EngineChoice => ({
  name,
  open: () => Promise.reject(new Error(`${name} is not installed`)),
});
const present = (name: string): EngineChoice => ({
  name,
  open: async () => lineEngine({ name, recognisers: [] }),
});

test('the first engine that opens is chosen, and those before it are told with their reason', async () => {
  const { engine, passedOver } = await openEngine({ language: 'eng' }, [
    missing('best'),
    present('good'),
    present('spare'),
  ]);
  expect(engine.name).toBe('good');
  expect(passedOver).toMatchObject([{ name: 'best', error: { message: 'best is not installed' } }]);
});

test('an engine for other languages is not told as missing', async () => {
  const unfit: EngineChoice = {
    name: 'alphabets',
    open: () => Promise.reject(new OcrLanguageUnfitError('chi_sim', 'compound signs')),
  };
  const options = { language: 'chi_sim' };
  const { passedOver } = await openEngine(options, [unfit, missing('best'), present('good')]);
  expect(passedOver.map(({ name }) => name)).toEqual(['best']);
  await expect(openEngine(options, [unfit, missing('best')])).rejects.toThrow('best is not');
  await expect(openEngine(options, [unfit])).rejects.toThrow('compound signs');
});

test('without any engine the reason of the best one is given', async () => {
  await expect(
    openEngine({ language: 'eng' }, [missing('best'), missing('spare')]),
  ).rejects.toThrow('best is not installed');
});

test('English can always be read', async () => {
  const { engine } = await openEngine({ language: 'eng' });
  await engine.close();
  expect(engine.name).toMatch(/^tesseract/);
});
