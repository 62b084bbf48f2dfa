import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { afterAll, describe, expect, test } from 'vitest';
import { similarityOf } from '#store/meaning/codes.ts';
import { HAS_MEANING, MEANING_FOLDER, openMeaningProcess } from './meaning.fixture.ts';
import { openVocabulary } from './vocabulary.ts';
import { wordPieces } from './word-pieces.ts';

const wanted = new AbortController().signal;

describe.skipIf(!HAS_MEANING)('the meaning process', { timeout: 60_000 }, () => {
  const meaning = openMeaningProcess();
  afterAll(() => meaning.close());

  test('gives texts that mean the same vectors that are near', async () => {
    const [question, rent, lasagne] = await meaning.embed(
      [
        'landlord wants more money',
        'Your rent will be adjusted to 1,240 euros from January',
        'Bake the lasagne for forty minutes at 180 degrees',
      ],
      wanted,
    );
    const near = similarityOf(question as Int8Array, rent as Int8Array);
    const far = similarityOf(question as Int8Array, lasagne as Int8Array);
    expect(near).toBeGreaterThan(0.35);
    expect(near).toBeGreaterThan(far + 0.25);
  });

  test('gives the passage that answers a question the greatest score', async () => {
    const [right, near, far] = await meaning.compare(
      'landlord wants more money',
      [
        'Mail | Landlord | From January the rent will be adjusted to 1,240 euros.',
        'Mail | Landlord | The money for the broken window is on its way to your account.',
        'Browser | Recipes | Bake the lasagne for forty minutes at 180 degrees',
      ],
      wanted,
    );
    expect(right).toBeGreaterThan(near as number);
    expect(right).toBeGreaterThan(far as number);
  });

  test('leaves no file behind, whenever it is ended while it loads the second network', async () => {
    for (const afterMs of [300, 600]) {
      const other = openMeaningProcess();
      const answer = other.compare('rent', ['rent'], wanted).catch(() => undefined);
      await wait(afterMs);
      await other.close();
      await answer;
    }
    expect(globSync(join(tmpdir(), 'hindcast-compare-*'))).toEqual([]);
  });

  test('is started again when it was killed, and the call is answered', async () => {
    const pid = meaning.pid();
    expect(pid).toBeDefined();
    process.kill(pid as number, 'SIGKILL');
    const [vector] = await meaning.embed(['one more sentence about the enclosure'], wanted);
    expect(vector).toHaveLength(384);
    expect(meaning.pid()).not.toBe(pid);
  });

  test('ends when nobody asks, and the next question starts it', async () => {
    const quick = openMeaningProcess(50);
    await quick.embed(['a first text'], wanted);
    await expect.poll(() => quick.pid(), { timeout: 10_000 }).toBeUndefined();
    expect(await quick.embed(['a second text'], wanted)).toHaveLength(1);
    await quick.close();
  });
});

describe.skipIf(!HAS_MEANING)('word pieces', () => {
  const file = join(MEANING_FOLDER, 'tokenizer.json');

  test.each([
    'Hello, world! It costs $1,240.50 (incl. VAT)',
    'Zoë’s café naïve — “quoted” … 50 % off',
    'kubectl get pods -n prod --watch=true | grep CrashLoopBackOff',
    '会議は中止です budget',
    'C++ && ~/src/main.rs:42 error[E0502] ^_`{|}~',
    '',
    '😀 emoji 👨‍👩‍👧 family, İstanbul ß ﬁ',
    'a\u0000b\tc\u200bd  e\u00adf',
    `unaffordable supercalifragilisticexpialidocious ${'x'.repeat(120)}`,
  ])('are those of the reference tokenizer: %j', (text) => {
    const reference = new Tokenizer(JSON.parse(readFileSync(file, 'utf8')), {});
    const { idsOf } = wordPieces(openVocabulary(readFileSync(file)));
    expect(idsOf(text, 512)).toEqual(reference.encode(text).ids);
  });

  test('are cut to a length, with their end', () => {
    const { idsOf } = wordPieces(openVocabulary(readFileSync(file)));
    expect(idsOf('one two three four five six', 5)).toHaveLength(5);
    expect(idsOf('one two three four five six', 5).at(-1)).toBe(102);
  });
});
