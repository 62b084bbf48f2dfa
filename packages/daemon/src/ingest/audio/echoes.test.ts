import { expect, test } from 'vitest';
import type { AudioDevice } from '#capture/audio/audio-source.ts';
import type { Echo, EchoPair } from '#extract/echo/echo.ts';
import type { EchoVerdict } from '#extract/echo/signal/room.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { openEchoes } from './echoes.ts';
import { LOUDSPEAKER, MIC, START_MS } from './speaking.fixture.ts';

const BLOCK = { atMs: START_MS, samples: new Int16Array(160) };
const SEGMENT = { startAtMs: START_MS } as SpeechSegment;

function stage() {
  const calls: string[] = [];
  let pairs = 0;
  const echo: Echo = {
    pair(): EchoPair {
      pairs += 1;
      const name = `pair ${pairs}`;
      return {
        pushMonitor: () => calls.push(`${name} monitor`),
        pushMicrophone: () => calls.push(`${name} microphone`),
        monitorJudged: () => {},
        microphoneJudged: () => {},
        settled: async () => {},
        async judge() {
          calls.push(`${name} judge`);
          return { verdict: 'echo', needsTextCheck: false } as EchoVerdict;
        },
        close: () => calls.push(`${name} close`),
      };
    },
    crashes: () => 0,
    part: () => undefined,
    close: async () => {},
  };
  const makeDetector = () => ({ detect: async () => new Float32Array(), reset: () => {} });
  return { calls, echoes: openEchoes({ echo, makeDetector, nowMs: () => START_MS }) };
}
const again = (device: AudioDevice): AudioDevice => ({ ...device });

test('the last words of a stream are judged by its own pair, which goes only then', async () => {
  const { calls, echoes } = stage();
  echoes.hear(LOUDSPEAKER, BLOCK);
  echoes.hear(MIC, BLOCK);
  echoes.detach(MIC);
  calls.length = 0;
  expect((await echoes.judge(MIC, SEGMENT))?.verdict).toBe('echo');
  echoes.ended(MIC);
  expect(calls).toEqual(['pair 1 judge', 'pair 1 close']);
  expect(await echoes.judge(MIC, SEGMENT)).toBeUndefined();
});

test('a stream that is opened again before the last words are judged gets its own pair', async () => {
  const { calls, echoes } = stage();
  echoes.hear(LOUDSPEAKER, BLOCK);
  echoes.hear(MIC, BLOCK);
  echoes.detach(MIC);
  const next = again(MIC);
  calls.length = 0;
  echoes.hear(next, BLOCK);
  await echoes.judge(MIC, SEGMENT);
  await echoes.judge(next, SEGMENT);
  echoes.ended(MIC);
  await echoes.judge(next, SEGMENT);
  expect(calls).toEqual([
    'pair 2 microphone',
    'pair 1 judge',
    'pair 2 judge',
    'pair 1 close',
    'pair 2 judge',
  ]);
});

test('a device that comes later meets only those that are still heard', () => {
  const { calls, echoes } = stage();
  echoes.hear(LOUDSPEAKER, BLOCK);
  echoes.detach(LOUDSPEAKER);
  echoes.hear(MIC, BLOCK);
  expect(calls).toEqual([]);
});

test('speech that began while a loudspeaker played that is closed now is left to the words', async () => {
  const { echoes } = stage();
  echoes.hear(LOUDSPEAKER, BLOCK);
  echoes.hear(MIC, BLOCK);
  echoes.detach(LOUDSPEAKER);
  echoes.ended(LOUDSPEAKER);
  expect(await echoes.judge(MIC, SEGMENT)).toMatchObject({
    verdict: 'local',
    needsTextCheck: true,
  });
  const later = { ...SEGMENT, startAtMs: START_MS + 60_000 };
  expect(await echoes.judge(MIC, later)).toBeUndefined();
});
