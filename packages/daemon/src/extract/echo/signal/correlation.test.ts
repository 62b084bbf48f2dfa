import { describe, expect, test } from 'vitest';
import { promptFile, readWav, whyNoSpeech } from '../../../../../../test/support/wav.ts';
import { bandEnvelopes } from './band-envelopes.ts';
import { compare, type LagMemory } from './correlation.ts';

const reason = whyNoSpeech();
if (reason !== undefined) process.stderr.write(`correlation tests skipped: ${reason}\n`);

describe.skipIf(reason !== undefined)('compare', () => {
  const MONITOR_MS = 10_000;
  const played = readWav(
    reason === undefined ? promptFile('english', 'demo-congrats') : '',
  ).subarray(0, 8 * 16_000);
  const other = readWav(reason === undefined ? promptFile('french', 'demo-congrats') : '').subarray(
    0,
    8 * 16_000,
  );

  /** The monitor's recording begins 600 ms before the microphone's; the microphone hears it `delayMs` later. */
  function sounds(microphone: Float32Array) {
    const before = new Float32Array(600 * 16);
    const monitor = new Float32Array(before.length + played.length + 100 * 16);
    monitor.set(played, before.length);
    return {
      microphone: bandEnvelopes(microphone),
      microphoneAtMs: MONITOR_MS + 600,
      monitor: bandEnvelopes(monitor),
      monitorAtMs: MONITOR_MS,
    };
  }
  function delayed(sound: Float32Array, delayMs: number, gain: number): Float32Array {
    const out = new Float32Array(sound.length);
    for (let index = delayMs * 16; index < out.length; index += 1) {
      out[index] = gain * (sound[index - delayMs * 16] ?? 0) + 1e-4 * Math.sin(index * index);
    }
    return out;
  }
  const whole = { startMs: MONITOR_MS + 1_000, endMs: MONITOR_MS + 7_000 };

  test.each([0, 40, 180, 500])(
    'an echo after %d ms is like what was played, at that delay',
    (delayMs) => {
      const memory: LagMemory = { lagMs: undefined };
      const { correlation, lagMs } = compare(sounds(delayed(played, delayMs, 0.05)), whole, memory);
      expect(correlation).toBeGreaterThan(0.8);
      expect(lagMs).toBe(delayMs);
      expect(memory.lagMs).toBe(delayMs);
    },
  );

  test('other speech is not like it, and no delay is remembered', () => {
    const memory: LagMemory = { lagMs: undefined };
    const { correlation } = compare(sounds(delayed(other, 0, 0.3)), whole, memory);
    expect(correlation).toBeLessThan(0.45);
    expect(memory.lagMs).toBeUndefined();
  });

  test('a short stretch is looked for at the known delay only', () => {
    const short = { startMs: MONITOR_MS + 2_000, endMs: MONITOR_MS + 2_800 };
    const echo = sounds(delayed(played, 180, 0.05));
    expect(compare(echo, short, { lagMs: undefined })).toMatchObject({ isByChance: true });
    const known = compare(echo, short, { lagMs: 190 });
    expect(known).toMatchObject({ lagMs: 180, isByChance: false });
    expect(known.correlation).toBeGreaterThan(0.8);
    const elsewhere = compare(echo, short, { lagMs: 500 });
    expect(elsewhere.correlation).toBeLessThan(known.correlation);
    expect(Math.abs(elsewhere.lagMs - 500)).toBeLessThanOrEqual(30);
  });
});
