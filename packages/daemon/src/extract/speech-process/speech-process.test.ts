import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { joined, prompt, silence } from '../asr/sounds.fixture.ts';
import { TINY_FOLDER, WHY_NOT_UNDERSTOOD } from '../asr/speech-process.fixture.ts';
import { type SpeechProcess, speechProcess } from './speech-process.ts';

const wanted = new AbortController().signal;
const FIXTURE = new URL('./obedient-process.fixture.ts', import.meta.url);
const PARENT = fileURLToPath(new URL('./parent.fixture.ts', import.meta.url));
const VAD_INPUT = {
  samples: silence(320),
  context: new Int16Array(64),
  state: new Float32Array(256),
};
// Far more than it takes; other tests run on the same machine.
const PATIENCE_MS = 60_000;

let speech: SpeechProcess | undefined;
afterEach(async () => {
  await speech?.close();
  speech = undefined;
});

async function until(isTrue: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS / 2;
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error('it never came true');
    await wait(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the speech process', { timeout: PATIENCE_MS }, () => {
  test('runs a network and answers', async () => {
    speech = speechProcess({ clock: systemClock, log: silentLog });
    expect(speech.pid()).toBeUndefined();
    const { probabilities, state } = await speech.run('vad.silero', VAD_INPUT, wanted);
    expect(probabilities).toHaveLength(10);
    expect(state).toHaveLength(256);
    expect(speech.pending()).toBe(0);
    expect(speech.pid()).not.toBe(process.pid);
  });

  test.skipIf(WHY_NOT_UNDERSTOOD)(
    `a kill in the middle of a sentence costs time and not the sentence (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`,
    async () => {
      speech = speechProcess({ clock: systemClock, log: silentLog });
      const samples = joined(silence(500), prompt('demo-abouttotry'), silence(500));
      await speech.run('asr.moonshine', { folder: TINY_FOLDER, samples: silence(1_000) }, wanted);
      const before = speech.pid() ?? 0;
      const text = speech.run('asr.moonshine', { folder: TINY_FOLDER, samples }, wanted);
      await wait(100);
      process.kill(before, 'SIGKILL');
      expect((await text).text).toMatch(/connected to the internet/i);
      expect(speech.pid()).not.toBe(before);
      expect(speech.crashes()).toBe(1);
    },
  );

  test('a model that is not there is reported by its task, and others go on', async () => {
    speech = speechProcess({ clock: systemClock, log: silentLog });
    const input = { folder: join(import.meta.dirname, 'no-such-model'), samples: silence(1_000) };
    await expect(speech.run('asr.moonshine', input, wanted)).rejects.toMatchObject({
      code: 'SPEECH_TASK_FAILED',
    });
    const { probabilities } = await speech.run('vad.silero', VAD_INPUT, wanted);
    expect(probabilities).toHaveLength(10);
    expect(speech.crashes()).toBe(0);
  });

  test('an abort rejects at once, and the next request is answered', async () => {
    speech = speechProcess({ clock: systemClock, log: silentLog, entry: FIXTURE });
    const abort = new AbortController();
    const never = speech.run(
      'asr.moonshine',
      { folder: 'hang', samples: silence(1) },
      abort.signal,
    );
    abort.abort();
    await expect(never).rejects.toMatchObject({ name: 'AbortError' });
    expect(speech.pending()).toBe(0);
    const next = await speech.run('asr.moonshine', { folder: 'echo', samples: silence(1) }, wanted);
    expect(next.text).toBe('echo');
  });

  test('a request that kills the process twice is given up, others survive it', async () => {
    const clock = manualClock();
    speech = speechProcess({ clock, log: silentLog, entry: FIXTURE });
    const deadly = speech.run('asr.moonshine', { folder: 'die', samples: silence(1) }, wanted);
    const refused = expect(deadly).rejects.toMatchObject({ code: 'SPEECH_PROCESS_STOPPED' });
    // The first death costs no time, the second one a second, for which the clock stands still here.
    await until(() => clock.sleepers() === 1);
    await clock.advance(0);
    await refused;
    const { promise: late } = ask(speech, 'echo');
    await until(() => clock.sleepers() === 1);
    expect(speech.part()?.state).toMatchObject({ kind: 'waiting', failures: 2 });
    expect(speech.pid()).toBeUndefined();
    await clock.advance(1_000);
    expect(await late).toBe('echo');
    expect(speech.crashes()).toBe(2);
    expect(speech.part()).toMatchObject({
      name: 'extract.speech',
      state: { kind: 'running' },
      restarts: 2,
      lastFault: { code: 'SPEECH_PROCESS_STOPPED' },
    });
  });

  test('closing fails what is under way and ends the process', async () => {
    speech = speechProcess({ clock: systemClock, log: silentLog, entry: FIXTURE });
    await ask(speech, 'echo').promise;
    const pid = speech.pid() ?? 0;
    const never = expect(ask(speech, 'hang').promise).rejects.toMatchObject({
      code: 'SPEECH_PROCESS_STOPPED',
    });
    await speech.close();
    await never;
    expect(isAlive(pid)).toBe(false);
    await expect(ask(speech, 'echo').promise).rejects.toMatchObject({
      code: 'SPEECH_PROCESS_STOPPED',
    });
  });

  test.skipIf(!existsSync('/proc'))('ends with its parent, however that died', async () => {
    const parent = spawn(process.execPath, [PARENT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
    const child = Number(line);
    expect(isAlive(child)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(child));
  });
});

function ask(process: SpeechProcess, folder: string) {
  const answer = process.run('asr.moonshine', { folder, samples: silence(1) }, wanted);
  return { promise: answer.then(({ text }) => text) };
}
