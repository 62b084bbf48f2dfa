import { expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { openEcho } from './echo.ts';
import { echoThread } from './echo-thread-handle.ts';

const AT_MS = 1_000_000;
const SEGMENT = { startAtMs: AT_MS, endAtMs: AT_MS + 1_000, samples: new Int16Array(16_000) };
const detector = { detect: async () => new Float32Array(), reset: () => {} };

test('a pair that is closed keeps the microphone’s words and lets the text decide', async () => {
  const echo = openEcho({ log: silentLog });
  const pair = echo.pair(detector);
  pair.close();
  const verdict = await pair.judge(SEGMENT);
  expect(verdict).toMatchObject({ verdict: 'local', needsTextCheck: true });
  await echo.close();
});

test('a question about a room that nobody has heard is refused, and makes none', async () => {
  const thread = echoThread({ log: silentLog });
  const voiced = { startMs: AT_MS, endMs: AT_MS + 1_000 };
  const question = { segment: SEGMENT, voiced, microphone: [], cancelled: [] };
  await expect(thread.judge(7, question)).rejects.toMatchObject({ code: 'ECHO_STOPPED' });
  expect(thread.crashes()).toBe(0);
  await thread.close();
});
