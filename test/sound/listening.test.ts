/** The way of a sentence from a real sound server to the answer of the search, through the whole service. */
import { readFileSync } from 'node:fs';
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
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { promptFile, whyNoSpeech } from '../support/wav.ts';
import { CHROMIUM, closeBrowser, openWebPage } from '../support/web-page.ts';
import { asking, HEARD_WITHIN_MS, LOUDSPEAKER, MIC } from './asking.ts';

const reason = whyNoSoundServer() ?? whyNoSpeech();
if (reason !== undefined) process.stderr.write(`sound tests are skipped: ${reason}\n`);

const SAMPLE_VOICES = join(import.meta.dirname, '../../packages/daemon/assets/sample-voices');

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
    // Said before the server was killed too, so only new rows count; the loudspeakers never play these words. A row begins a little
    // before its first word, and must not begin before this.
    const start_time = new Date().toISOString();
    await wait(1_000);
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
