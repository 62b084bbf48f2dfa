/** The judge on a real sound server: loudspeakers that leak into the microphone 180 ms later and 24 dB quieter. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AudioBlock, AudioDevice, StreamEnd } from '#capture/audio/audio-source.ts';
import { pulseSource } from '#capture/audio/pulse/pulse-source.ts';
import { silentLog } from '#core/log/log.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { sileroDetector } from '#extract/vad/silero/silero-detector.ts';
import { loadSilero, type SileroModel } from '#extract/vad/silero/silero-model.ts';
import { type VoiceStream, voiceStream } from '#extract/vad/voice-stream.ts';
import {
  MIC_FEED,
  MICROPHONE,
  type SoundServer,
  SPEAKERS,
  startSoundServer,
  whyNoSoundServer,
} from '../../../../../test/support/sound-server.ts';
import { promptFile, readWav, whyNoSpeech, writeWav } from '../../../../../test/support/wav.ts';
import { type EchoPair, openEcho } from './echo.ts';
import type { EchoVerdict } from './signal/room.ts';

const reason = whyNoSoundServer() ?? whyNoSpeech();
if (reason !== undefined) process.stderr.write(`live echo test skipped: ${reason}\n`);

/** Longer than the silence that ends a segment. */
const APART_MS = 2_500;

interface Judged {
  readonly segment: SpeechSegment;
  readonly verdict: EchoVerdict;
}

describe.skipIf(reason !== undefined)('echo on a sound server', { timeout: 300_000 }, () => {
  let server: SoundServer;
  let model: SileroModel;
  beforeAll(async () => {
    model = await loadSilero();
    server = await startSoundServer();
    await server.leak({ delayMs: 180, attenuationDb: 24 });
  }, 60_000);
  afterAll(() => server?.stop());

  function prompt(
    voice: 'english' | 'french',
    name: string,
    seconds: number,
    gain: number,
  ): string {
    const file = join(server.env.HOME ?? '', `${voice}-${name}.wav`);
    const sound = readWav(promptFile(voice, name)).slice(0, seconds * 16_000);
    writeWav(
      file,
      sound.map((value) => value * gain),
    );
    return file;
  }

  test('what is played is an echo, what is said is kept, also when both speak', async () => {
    const [first, second, third] = [
      prompt('english', 'demo-congrats', 6, 1),
      prompt('english', 'vm-msginstruct', 6, 1),
      prompt('english', 'demo-echotest', 6, 1),
    ];
    const [said, saidOver] = [
      prompt('french', 'demo-abouttotry', 4, 0.5),
      prompt('french', 'vm-msginstruct', 4, 0.5),
    ];
    const listening = await listen(server, model);
    /** Plays, and gives what the microphone's segments of that time were judged to be. */
    async function heardDuring(play: () => Promise<unknown>): Promise<Judged[]> {
      const fromMs = Date.now();
      await play();
      const toMs = Date.now();
      await wait(APART_MS);
      await listening.hasHeard(toMs + APART_MS - 500);
      return listening.judged.filter(
        ({ segment }) => segment.endAtMs > fromMs && segment.startAtMs < toMs,
      );
    }
    const words = (judged: readonly Judged[]) => [
      ...new Set(judged.map(({ verdict }) => verdict.verdict)),
    ];

    // The canceller may need the first sentence to learn the room; the envelopes alone find this one.
    expect(words(await heardDuring(() => server.play(first, SPEAKERS)))).toEqual(['echo']);

    const spoken = await heardDuring(() => server.play(said, MIC_FEED));
    expect(words(spoken)).toEqual(['local']);
    expect(spoken[0]?.verdict.keep[0]?.samples).toEqual(spoken[0]?.segment.samples);

    const again = await heardDuring(() => server.play(second, SPEAKERS));
    expect(words(again)).toEqual(['echo']);
    // The delay of the loopback, as exactly as a sound server keeps it.
    expect(again[0]?.verdict.lagMs).toBeGreaterThan(60);
    expect(again[0]?.verdict.lagMs).toBeLessThan(400);

    const both = await heardDuring(() =>
      Promise.all([
        server.play(third, SPEAKERS),
        wait(1_000).then(() => server.play(saidOver, MIC_FEED)),
      ]),
    );
    expect(both.length).toBeGreaterThan(0);
    const keptMs = both
      .flatMap(({ verdict }) => verdict.keep)
      .reduce((all, { startMs, endMs }) => all + endMs - startMs, 0);
    expect(keptMs).toBeGreaterThan(2_500);
    await listening.stop();
  });
});

/** Both default devices, through capture and voice detection, into one pair. */
async function listen(server: SoundServer, model: SileroModel) {
  // A machine that runs all tests at once may stand still for seconds: that is not what is tested here.
  const source = pulseSource({ env: server.env, nowMs: () => Date.now(), timeoutMs: 60_000 });
  const echo = openEcho({ log: silentLog });
  const pair = echo.pair(sileroDetector(model));
  const stop = new AbortController();
  const judged: Judged[] = [];
  const heardToMs = { input: 0, output: 0 };
  const judging: Promise<void>[] = [];
  const ends: StreamEnd[] = [];
  const voices: VoiceStream[] = [];
  const devices = await source.listDevices();

  function hear(
    id: string,
    kind: AudioDevice['kind'],
    into: Pick<EchoPair, 'pushMonitor'>['pushMonitor'],
  ) {
    const device = devices.find((candidate) => candidate.id === id);
    if (device === undefined) throw new Error(`there is no ${id}`);
    const voice = voiceStream({
      detector: sileroDetector(model),
      signal: stop.signal,
      onFrame: kind === 'input' ? pair.microphoneJudged : pair.monitorJudged,
      onSegment(event) {
        if (kind === 'output' || event.kind !== 'final') return;
        const { segment } = event;
        judging.push(pair.judge(segment).then((verdict) => void judged.push({ segment, verdict })));
      },
    });
    voices.push(voice);
    source.open(device, {
      signal: stop.signal,
      onEnd: (end) => ends.push(end),
      onBlock(block: AudioBlock) {
        into(block);
        voice.push(block.samples, block.atMs);
        heardToMs[kind] = block.atMs;
      },
    });
  }
  hear(MICROPHONE, 'input', pair.pushMicrophone);
  hear(`${SPEAKERS}.monitor`, 'output', pair.pushMonitor);
  const hasHeard = async (untilMs: number) => {
    await expect
      .poll(() => ends.length > 0 || Math.min(heardToMs.input, heardToMs.output) > untilMs, {
        timeout: 60_000,
        interval: 50,
      })
      .toBe(true);
    expect(ends).toEqual([]);
    // The end of a segment is reported by the voice detection, which may be behind.
    for (const voice of voices) await voice.settled();
    await Promise.all(judging);
  };
  await hasHeard(Date.now());
  return {
    judged,
    hasHeard,
    async stop() {
      stop.abort();
      source.close();
      pair.close();
      await echo.close();
    },
  };
}
