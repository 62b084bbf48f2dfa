/** What every speech recogniser must pass. An engine's own test calls this with how to open it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AsrEngine } from './engine.ts';
import { wordsOf } from './guards.ts';
import { joined, music, noise, prompt, silence } from './sounds.fixture.ts';

const options = { signal: new AbortController().signal };
const inRoom = (name: string) => joined(silence(300), prompt(name), silence(200));
const SAID = {
  'cannot-complete-as-dialed': 'your call cannot be completed as dialed',
  'check-number-dial-again': 'please check the number and dial again',
  'all-circuits-busy-now': 'all circuits are busy now',
};

// A model of 30 MB is loaded first, on machines that do other things too.
const PATIENCE_MS = 60_000;

export function asrEngineConformance(open: () => Promise<AsrEngine>): void {
  describe('as every speech recogniser', { timeout: PATIENCE_MS }, () => {
    let engine: AsrEngine;
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(() => engine.close());

    test('has a name that distinguishes its texts from those of others', () => {
      expect(engine.name).toMatch(/^\S+$/);
    });

    test.each(Object.entries(SAID))('understands %s', async (name, words) => {
      const { text, meanLogProbability } = await engine.transcribe(inRoom(name), options);
      expect(wordsOf(text).join(' ')).toBe(words);
      expect(text).toBe(text.trim());
      if (meanLogProbability !== undefined) {
        expect(meanLogProbability).toBeLessThanOrEqual(0);
        expect(meanLogProbability).toBeGreaterThan(-0.5);
      }
    });

    test.each([
      ['nothing at all', new Int16Array(0)],
      ['a click', noise(20, 0.5)],
      ['silence', silence(2_000)],
      ['hiss', noise(3_000, 0.2)],
      ['a tune', music(5_000)],
    ])('hears no word in %s', async (_, samples) => {
      expect((await engine.transcribe(samples, options)).text).toBe('');
    });

    test('leaves the samples as they were', async () => {
      const samples = inRoom('all-circuits-busy-now');
      const copy = samples.slice();
      await engine.transcribe(samples, options);
      expect(Buffer.compare(Buffer.from(samples.buffer), Buffer.from(copy.buffer))).toBe(0);
    });

    test('answers calls that overlap, each with its own text', async () => {
      const texts = await Promise.all(
        Object.keys(SAID).map(
          async (name) => (await engine.transcribe(inRoom(name), options)).text,
        ),
      );
      expect(texts.map((text) => wordsOf(text).join(' '))).toEqual(Object.values(SAID));
    });

    test('rejects with the reason of the signal, and understands the next piece', async () => {
      const before = engine.transcribe(inRoom('check-number-dial-again'), {
        signal: AbortSignal.abort(),
      });
      await expect(before).rejects.toMatchObject({ name: 'AbortError' });
      const abort = new AbortController();
      const during = engine.transcribe(inRoom('check-number-dial-again'), { signal: abort.signal });
      setTimeout(() => abort.abort(), 5);
      await expect(during).rejects.toMatchObject({ name: 'AbortError' });
      const { text } = await engine.transcribe(inRoom('all-circuits-busy-now'), options);
      expect(text).toMatch(/circuits/i);
    });

    test('rejects after it was closed', async () => {
      const closed = await open();
      await closed.close();
      await expect(closed.transcribe(silence(1_000), options)).rejects.toThrow();
    });
  });
}
