/** The way of a sentence from a real sound server to the answer of the search, through the whole service. */
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './support/desktop.ts';
import {
  MIC_FEED,
  type SoundServer,
  SPEAKERS,
  startSoundServer,
  whyNoSoundServer,
} from './support/sound-server.ts';
import { type RunningDaemon, startDaemon } from './support/start-daemon.ts';
import { promptFile, whyNoSpeech } from './support/wav.ts';
import { CHROMIUM, closeBrowser, openWebPage } from './support/web-page.ts';

const reason = whyNoSoundServer() ?? whyNoSpeech();
if (reason !== undefined) process.stderr.write(`sound tests are skipped: ${reason}\n`);

/** Recognition takes seconds, and a machine that runs other tests takes several times as long. */
const HEARD_WITHIN_MS = 60_000;
/** A machine that stands still tears holes into a sentence, which is then understood as another one: as to a person, it is said again. */
const SAID_AT_MOST = 3;
const UNDERSTOOD_WITHIN_MS = 30_000;

const SAMPLE_VOICES = join(import.meta.dirname, '../packages/daemon/assets/sample-voices');
const MIC = 'Test microphone (input)';
const LOUDSPEAKER = 'Test speakers (output)';

interface Said {
  chunk_id: number;
  transcription: string;
  timestamp: string;
  device_name: string;
  device_type: string;
  speaker_id: number | null;
  file_path: string;
  start_time: number;
  end_time: number;
  other_devices?: string[];
}

function asking(daemon: RunningDaemon) {
  const get = async <T>(path: string) =>
    (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
  async function said(parameters: Record<string, string> = {}): Promise<Said[]> {
    const query = new URLSearchParams({ content_type: 'audio', limit: '100', ...parameters });
    const { data } = await get<{ data: { content: Said }[] }>(`/search?${query}`);
    return data.map(({ content }) => content);
  }
  const post = async (path: string, body?: object) =>
    (await (
      await fetch(`${daemon.baseUrl}${path}`, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()) as Record<string, unknown>;
  return {
    get,
    post,
    said,
    heard: (parameters: Record<string, string>) =>
      until(
        `${JSON.stringify(parameters)} to be transcribed`,
        async () => (await said(parameters))[0],
        HEARD_WITHIN_MS,
      ),
    /** Says it until it is understood. */
    async understood(parameters: Record<string, string>, say: () => Promise<unknown>) {
      for (let times = 1; ; times += 1) {
        await say();
        const found = await until(
          `${JSON.stringify(parameters)} to be understood`,
          async () => (await said(parameters))[0],
          UNDERSTOOD_WITHIN_MS,
        ).catch(async (error: Error) => {
          const all = await said();
          const texts = all.map((row) => `${row.device_name}: ${row.transcription}`);
          const metrics = JSON.stringify(await get('/audio/metrics'));
          const reported = `${error.message}; heard ${JSON.stringify(texts)}, ${metrics}`;
          if (times === SAID_AT_MOST) throw new Error(reported);
          process.stderr.write(`sound tests: said again, ${reported}\n`);
        });
        if (found) return found;
      }
    },
    /** Nothing waits for its text any more. */
    settled: () =>
      until(
        'everything to be transcribed',
        async () => {
          const { segments_deferred } = await get<{ segments_deferred: number }>('/audio/metrics');
          return segments_deferred === 0;
        },
        HEARD_WITHIN_MS,
      ),
    recording: (device: string) =>
      until(`${device} to be recorded`, async () => {
        const list = await get<{ name: string; state: string }[]>('/audio/list');
        return list.some(({ name, state }) => name === device && state === 'recording');
      }),
  };
}

describe.skipIf(reason !== undefined)('a machine that is listened to', () => {
  let sound: SoundServer;
  let daemon: RunningDaemon;
  let ask: ReturnType<typeof asking>;

  beforeAll(async () => {
    sound = await startSoundServer();
    const args = ['--disable-vision', '--log-level', 'debug'];
    daemon = await startDaemon({ args, env: sound.env });
    ask = asking(daemon);
    await ask.recording(MIC);
    await ask.recording(LOUDSPEAKER);
  }, 60_000);
  afterAll(async () => {
    await daemon?.stop();
    await sound?.stop();
  });

  test('devices are listed with their defaults', async () => {
    const list = await ask.get<{ name: string; is_default: boolean }[]>('/audio/list');
    expect(list).toContainEqual(expect.objectContaining({ name: MIC, is_default: true }));
    expect(list).toContainEqual(expect.objectContaining({ name: LOUDSPEAKER, is_default: true }));
    for (const { name } of list) expect(name).toMatch(/ \((input|output)\)$/);
  });

  test('what the loudspeakers play and what is said into the microphone is found with device and time', async () => {
    const fromMs = Date.now();
    const play = () => sound.play(promptFile('english', 'demo-moreinfo'), SPEAKERS);
    const speak = () => sound.play(promptFile('english', 'vm-newuser'), MIC_FEED);
    const [played, spoken] = await Promise.all([
      ask.understood({ q: 'operating system' }, play),
      ask.understood({ q: 'setup process' }, speak),
    ]);
    expect(played).toMatchObject({ device_name: LOUDSPEAKER, device_type: 'Output' });
    expect(spoken).toMatchObject({ device_name: MIC, device_type: 'Input' });
    for (const { timestamp, start_time, end_time } of [played, spoken]) {
      expect(Date.parse(timestamp)).toBeGreaterThan(fromMs - 2_000);
      expect(Date.parse(timestamp)).toBeLessThan(Date.now());
      expect(end_time - start_time).toBeGreaterThan(3);
    }
    expect(await ask.said({ device_name: 'Test speakers', q: 'setup process' })).toEqual([]);
  }, 240_000);

  test('the recording of what was said can be played', async () => {
    // Its file is made when the sentence has ended.
    await ask.settled();
    const { chunk_id, file_path } = await ask.heard({ q: 'operating system' });
    expect(file_path).toMatch(/\.ogg$/);
    const whole = await fetch(`${daemon.baseUrl}/audio/${chunk_id}`);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/ogg']);
    expect(bytes.subarray(0, 4).toString()).toBe('OggS');
    const part = await fetch(`${daemon.baseUrl}/audio/${chunk_id}`, {
      headers: { range: 'bytes=0-99' },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(0, 100));
  });

  test('is transcribed again from the page, which shows both texts and takes it back', async (context) => {
    context.skip(CHROMIUM === undefined, 'no Chromium is installed');
    const { chunk_id } = await ask.heard({ q: 'operating system' });
    // The same engine understands the same again: before, it is to say something else.
    const { transcriptions } = (await ask.post('/audio/retranscribe', {
      audio_chunk_ids: [chunk_id],
    })) as { transcriptions: { old_lines: { text: string }[]; new_lines: object[] }[] };
    const old_lines = transcriptions[0]?.old_lines.map((line) => ({
      ...line,
      text: 'badly heard',
    }));
    const badly = { ...transcriptions[0], old_lines };
    await ask.post('/audio/undo-retranscribe', { transcriptions: [badly] });
    await ask.heard({ q: 'badly heard' });
    const web = await openWebPage(daemon.baseUrl);
    const { page } = web;
    const again = async (choice: string) => {
      await page.getByRole('button', { name: 'What to do with this conversation' }).click();
      await page.getByRole('menuitem', { name: 'Transcribe again' }).click();
      const dialog = page.getByRole('dialog', { name: /now reads? differently/ });
      await dialog.getByText('badly heard').waitFor({ timeout: HEARD_WITHIN_MS });
      await dialog.getByText(/operating system/i).waitFor();
      expect(await web.violations()).toEqual([]);
      await dialog.getByRole('button', { name: choice }).click();
    };
    await web.open('/app/audio');
    await again('Undo');
    await page.getByText('The text is what it was before.').waitFor();
    expect(await ask.said({ q: 'operating system' })).toEqual([]);
    await again('Keep the new text');
    expect(web.faults).toEqual([]);
    await closeBrowser();
    expect(await ask.heard({ q: 'operating system' })).toMatchObject({ device_name: LOUDSPEAKER });
  }, 180_000);

  test('the same voice has one number, another voice another one', async () => {
    /** Unknown rather than wrong: what is too short or unclear has no number. */
    const numbersFrom = async (fromMs: number) => {
      const rows = await ask.said({ device_name: LOUDSPEAKER });
      const later = rows.filter(({ timestamp }) => Date.parse(timestamp) > fromMs);
      const known = later.map(({ speaker_id }) => speaker_id).filter((id) => id !== null);
      const summary = later.map(
        ({ speaker_id, start_time, end_time }) =>
          `${(end_time - start_time).toFixed(1)} s of ${speaker_id ?? 'nobody'}`,
      );
      return { known, summary: summary.join(', ') || 'no rows' };
    };
    /** Plays one file after the other until two of them have a number. */
    const numbersOf = async (voice: string, files: readonly string[]) => {
      const fromMs = Date.now() - 1_000;
      for (const file of files) {
        await sound.play(file, SPEAKERS);
        // Longer than the pause after which a piece of speech has ended.
        await wait(2_500);
        await ask.settled();
        const { known } = await numbersFrom(fromMs);
        if (known.length >= 2) return known;
      }
      // A busy machine may be behind with what it heard.
      return until(
        `two numbers of the ${voice} voice`,
        async () => {
          const { known } = await numbersFrom(fromMs);
          return known.length >= 2 && known;
        },
        HEARD_WITHIN_MS,
      ).catch(async (error: Error) => {
        throw new Error(`${error.message}; there is ${(await numbersFrom(fromMs)).summary}`);
      });
    };
    const prompts = ['vm-record-prepend', 'vm-opts', 'demo-enterkeywords'];
    const one = await numbersOf(
      'first',
      prompts.map((name) => promptFile('english', name)),
    );
    // A man of the sample day, who speaks English too: of other languages there are no rows.
    const lines = ['02', '06', '07', '11'];
    const other = await numbersOf(
      'second',
      lines.map((name) => join(SAMPLE_VOICES, `${name}.ogg`)),
    );
    expect(new Set(one).size).toBe(1);
    expect(new Set(other).size).toBe(1);
    expect(one[0]).not.toBe(other[0]);
  }, 300_000);

  test('a sound server that is killed and comes back is heard again', async () => {
    await sound.kill();
    await until(
      'health to tell of it',
      async () => {
        const health = await ask.get<{ audio_status: string; verbose_instructions: string | null }>(
          '/health',
        );
        return health.audio_status === 'stale' && health.verbose_instructions !== null;
      },
      30_000,
    );
    await sound.restart();
    await ask.recording(MIC);
    await wait(1_000);
    // Said before the server was killed too, so only new rows count; the loudspeakers never play these words.
    const start_time = new Date().toISOString();
    const row = await ask.understood({ q: 'setup process', device_name: MIC, start_time }, () =>
      sound.play(promptFile('english', 'vm-newuser'), MIC_FEED),
    );
    expect(row, JSON.stringify(row)).toMatchObject({ device_name: MIC });
    expect((await fetch(`${daemon.baseUrl}/health`)).status).toBe(200);
  }, 240_000);

  test('a device is stopped and started by hand', async () => {
    expect(await ask.post('/audio/device/stop', { device_name: MIC })).toMatchObject({
      success: true,
    });
    const list = await ask.get<{ name: string; state: string }[]>('/audio/list');
    expect(list.find(({ name }) => name === MIC)?.state).toBe('stopped');
    expect(await ask.get('/health')).toMatchObject({ audio_status: 'ok' });
    expect(await ask.post('/audio/device/start', { device_name: 'Test microphone' })).toMatchObject(
      {
        success: true,
      },
    );
    await ask.recording(MIC);
    expect(await ask.post('/audio/device/start', { device_name: 'nothing (input)' })).toMatchObject(
      {
        code: 'AUDIO_DEVICE_NOT_FOUND',
      },
    );
  });

  test('nothing that was said is in the log', () => {
    const file = readFileSync(join(daemon.dataDir, 'logs', 'hindcast.log'), 'utf8');
    // Of what was heard something is reported, or this would prove little.
    expect(file).toContain('"listening"');
    for (const word of ['operating', 'setup process', 'keywords']) {
      expect(daemon.output().toLowerCase()).not.toContain(word);
      expect(file.toLowerCase()).not.toContain(word);
    }
  });
});

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
      expect(transcription.toLowerCase()).toContain('asterisk');
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
