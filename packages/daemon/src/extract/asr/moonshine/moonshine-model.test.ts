import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joined, prompt, silence } from '../sounds.fixture.ts';
import { TINY_FOLDER, WHY_NOT_UNDERSTOOD } from '../speech-process.fixture.ts';
import { withByteScores } from './byte-scores.ts';
import { loadMoonshine, type MoonshineModel } from './moonshine-model.ts';

const wanted = new AbortController().signal;

/** Some processors round otherwise when several words are looked at in one step: an unclear name may then be written otherwise. */
function differing(words: readonly string[], others: readonly string[]): number {
  const longest = Math.max(words.length, others.length);
  return Array.from({ length: longest }, (_, i) => words[i] !== others[i]).filter(Boolean).length;
}

describe.skipIf(WHY_NOT_UNDERSTOOD)(
  `a draft (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`,
  { timeout: 120_000 },
  () => {
    let model: MoonshineModel;
    beforeAll(async () => {
      model = await loadMoonshine(TINY_FOLDER);
    }, 60_000);
    afterAll(() => model.release());
    const samples = () => joined(silence(500), prompt('demo-abouttotry'), silence(500));

    test('changes at most one word of the text, whether it is right, half right or wrong', async () => {
      const { text, meanLogProbability } = await model.transcribe({ samples: samples() }, wanted);
      const words = text.split(' ');
      const drafts = [
        text,
        words.slice(0, 12).join(' '),
        `${text} and some more words`,
        words.toSpliced(4, 1, 'elephants').toSpliced(20, 2).join(' '),
        'something else altogether',
      ];
      expect(words.length).toBeGreaterThan(30);
      for (const draft of drafts) {
        const again = await model.transcribe({ samples: samples(), draft }, wanted);
        expect(differing(again.text.split(' '), words)).toBeLessThanOrEqual(1);
        expect(again.meanLogProbability).toBeCloseTo(meanLogProbability ?? 0, 1);
      }
    });

    test('saves most of the work', async () => {
      const cpuOf = async (draft: string) => {
        const before = process.cpuUsage();
        await model.transcribe({ samples: samples(), draft }, wanted);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      const { text } = await model.transcribe({ samples: samples() }, wanted);
      const without = await cpuOf('');
      expect(await cpuOf(text)).toBeLessThan(without * 0.7);
    });
  },
);

test.skipIf(WHY_NOT_UNDERSTOOD)(
  'a decoder whose scores are computed otherwise is run as it is',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-test-'));
    const [encoder, decoder] = ['encoder_model.onnx', 'decoder_model_merged.onnx'];
    copyFileSync(join(TINY_FOLDER, encoder), join(folder, encoder));
    const changed = withByteScores(readFileSync(join(TINY_FOLDER, decoder)));
    writeFileSync(join(folder, decoder), changed);
    const model = await loadMoonshine(folder);
    const { text } = await model.transcribe({ samples: prompt('vm-goodbye') }, wanted);
    expect(text).toMatch(/goodbye/i);
    await model.release();
    rmSync(folder, { recursive: true });
  },
  60_000,
);
