/** Speech is stored once and not lost: two devices that hear the same, a service that is killed, one that is stopped, silence. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/desktop.ts';
import {
  MIC_FEED,
  type SoundServer,
  SPEAKERS,
  startSoundServer,
  whyNoSoundServer,
} from '../support/sound-server.ts';
import { startDaemon } from '../support/start-daemon.ts';
import { promptFile, whyNoSpeech } from '../support/wav.ts';
import { asking, HEARD_WITHIN_MS, LOUDSPEAKER, MIC } from './asking.ts';

const reason = whyNoSoundServer() ?? whyNoSpeech();

/** A minute in a room where nobody speaks, on its own machine. */
async function passQuietMinute() {
  const sound = await startSoundServer();
  try {
    const daemon = await startDaemon({ args: ['--disable-vision'], env: sound.env });
    try {
      const ask = asking(daemon);
      await ask.recording(MIC);
      const statuses = new Set<number>();
      for (let second = 0; second < 60; second += 1) {
        statuses.add((await fetch(`${daemon.baseUrl}/health`)).status);
        await wait(1_000);
      }
      return { statuses: [...statuses], said: await ask.said() };
    } finally {
      await daemon.stop();
    }
  } finally {
    await sound.stop();
  }
}

let passing: ReturnType<typeof passQuietMinute> | undefined;
/** It passes while other tests go on: whoever asks first begins it, and the last test looks at it. */
function quietMinute(): ReturnType<typeof passQuietMinute> {
  passing ??= passQuietMinute();
  passing.catch(() => undefined);
  return passing;
}
afterAll(async () => {
  await passing?.catch(() => undefined);
}, 120_000);

describe.skipIf(reason !== undefined)('one utterance, one row', () => {
  test('what the microphone hears of the loudspeakers is stored once, with both devices', async () => {
    void quietMinute();
    const sound = await startSoundServer();
    await sound.leak({ delayMs: 180, attenuationDb: 20 });
    const daemon = await startDaemon({ args: ['--disable-vision'], env: sound.env });
    try {
      const ask = asking(daemon);
      await ask.recording(MIC);
      await ask.recording(LOUDSPEAKER);
      const play = (name: string) => sound.play(promptFile('english', name), SPEAKERS);
      await play('demo-moreinfo');
      await ask.heard({ q: 'operating system' });
      await play('vm-opts');
      await ask.understood({ q: 'setup process', device_name: MIC }, () =>
        sound.play(promptFile('english', 'vm-newuser'), MIC_FEED),
      );
      await ask.settled();
      const echo = await ask.said({ q: 'operating system' });
      expect(echo).toHaveLength(1);
      expect(echo[0]).toMatchObject({ device_name: LOUDSPEAKER });
      // A machine that stands still may keep the sound from the microphone: it is played again.
      const heardByBoth = async () =>
        (await ask.said()).find(({ other_devices }) => other_devices?.includes(MIC));
      const both =
        (await heardByBoth()) ??
        (await until(
          'what both have heard',
          async () => {
            await play('vm-record-prepend');
            await wait(2_500);
            await ask.settled();
            return heardByBoth();
          },
          HEARD_WITHIN_MS,
        ));
      expect(both).toMatchObject({ device_name: LOUDSPEAKER, other_devices: [MIC] });
      const metrics = await ask.get<{ db_duplicates_blocked: number }>('/audio/metrics');
      expect(metrics.db_duplicates_blocked).toBeGreaterThan(0);
    } finally {
      await daemon.stop();
      await sound.stop();
    }
  }, 300_000);
});

describe.skipIf(reason !== undefined)('nothing is lost', () => {
  let sound: SoundServer;
  let folder: string;
  beforeAll(async () => {
    sound = await startSoundServer();
    folder = await mkdtemp(join(tmpdir(), 'hindcast-sound-data-'));
  });
  afterAll(async () => {
    await sound?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('a process that is killed in the middle of a sentence transcribes it after its next start', async () => {
    const dataDir = join(folder, 'killed');
    const options = { args: ['--disable-vision'], env: sound.env, dataDir };
    const first = await startDaemon(options);
    await asking(first).recording(MIC);
    await wait(1_000);
    const stopPlaying = new AbortController();
    const playing = sound
      .play(promptFile('english', 'demo-moreinfo'), MIC_FEED, stopPlaying.signal)
      .catch(() => undefined);
    const spool = join(dataDir, 'data', '.spool');
    await until('the sentence to be on the disk', async () =>
      (await readdir(spool).catch(() => [])).some((name) => name.endsWith('.pcm')),
    );
    await wait(4_000);
    await first.stop('SIGKILL');
    stopPlaying.abort();
    await playing;
    const second = await startDaemon(options);
    try {
      const ask = asking(second);
      const { transcription } = await ask.heard({ q: 'open source' });
      // From its first word on, a name that each kind of processor hears in its own way ("Arsterisk").
      expect(transcription).toMatch(/^(?:\S+ ){1,3}is an open source\W+full.featured/i);
      await ask.settled();
      expect(await readdir(spool)).toEqual([]);
      expect(await ask.said({ q: 'open source' })).toHaveLength(1);
    } finally {
      await second.stop();
    }
  }, 120_000);

  test('what was stopped by hand stays stopped over a restart', async () => {
    const dataDir = join(folder, 'stopped');
    const options = { args: ['--disable-vision'], env: sound.env, dataDir };
    const first = await startDaemon(options);
    await asking(first).recording(MIC);
    expect(await asking(first).post('/audio/stop')).toMatchObject({ success: true });
    await first.stop();
    const second = await startDaemon(options);
    try {
      const ask = asking(second);
      const list = await until('the devices', async () => {
        const devices = await ask.get<{ name: string; state: string }[]>('/audio/list');
        return devices.length > 0 && devices;
      });
      expect(list.map(({ state }) => state)).not.toContain('recording');
      expect(await ask.get('/health')).toMatchObject({
        audio_status: 'disabled',
        status: 'healthy',
      });
    } finally {
      await second.stop();
    }
  }, 60_000);

  test('a quiet minute gives no rows and is healthy throughout', async () => {
    expect(await quietMinute()).toEqual({ statuses: [200], said: [] });
  }, 120_000);
});
