/** Speech in another language, from a real sound server to the search, corrected by a person and restored. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHARED_MODELS } from '../../packages/daemon/src/extract/models/model-folders.ts';
import { until } from '../support/desktop.ts';
import { programFile } from '../support/programs.ts';
import {
  MIC_FEED,
  type SoundServer,
  startSoundServer,
  whyNoSoundServer,
} from '../support/sound-server.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { promptFile, readWav, whyNoSpeech, writeWav } from '../support/wav.ts';
import { CHROMIUM, closeBrowser, openWebPage } from '../support/web-page.ts';

const reason =
  whyNoSoundServer() ??
  whyNoSpeech() ??
  (existsSync(join(SHARED_MODELS, 'whisper-tiny'))
    ? undefined
    : 'no Whisper model: run node scripts/bootstrap.mjs --test');
if (reason !== undefined) process.stderr.write(`tests of languages are skipped: ${reason}\n`);

const CLI = programFile('cli');
const MIC = 'Test microphone (input)';
const HEARD_WITHIN_MS = 90_000;
/** A machine that stands still tears holes into a sentence: as to a person, it is said again. */
const SAID_AT_MOST = 3;
const BEGINNING_SAMPLES = 9 * 16_000;

interface Said {
  chunk_id: number;
  transcription: string;
  language: string | null;
}

describe.skipIf(reason !== undefined)('a machine on which another language is spoken', () => {
  let sound: SoundServer;
  let daemon: RunningDaemon;

  beforeAll(async () => {
    sound = await startSoundServer();
    daemon = await startDaemon({ args: ['--disable-vision'], env: sound.env });
    await until('the microphone to be recorded', async () => {
      const list = await get<{ name: string; state: string }[]>('/audio/list');
      return list.some(({ name, state }) => name === MIC && state === 'recording');
    });
  }, 60_000);
  afterAll(async () => {
    await daemon?.stop();
    await sound?.stop();
  });

  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
  }

  async function post(path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await fetch(`${daemon.baseUrl}${path}`, options);
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  }

  async function hindcast(...args: string[]): Promise<string> {
    const port = new URL(daemon.baseUrl).port;
    const options = { env: { PATH: process.env.PATH ?? '', HOME: daemon.dataDir } };
    const line = [CLI, ...args, '--port', port];
    return (await promisify(execFile)(process.execPath, line, options)).stdout;
  }

  async function search(q: string): Promise<Said[]> {
    const query = new URLSearchParams({ content_type: 'audio', q, limit: '50' });
    const { data } = await get<{ data: { content: Said }[] }>(`/search?${query}`);
    return data.map(({ content }) => content);
  }

  /** The first sentences of a prompt that goes on with more of the same. */
  function beginningOf(file: string, name: string): string {
    const cut = join(sound.env.HOME ?? '', `${name}.wav`);
    writeWav(cut, readWav(file).subarray(0, BEGINNING_SAMPLES));
    return cut;
  }

  async function understood(q: string, file: string): Promise<Said> {
    for (let times = 1; ; times += 1) {
      await sound.play(file, MIC_FEED);
      const found = await until(
        `"${q}" to be understood`,
        async () => (await search(q))[0],
        HEARD_WITHIN_MS / SAID_AT_MOST,
      ).catch((error: unknown) => {
        if (times === SAID_AT_MOST) throw error;
      });
      if (found) return found;
    }
  }

  test('French and Italian become rows in their language', async () => {
    const french = await understood(
      'message',
      beginningOf(promptFile('french', 'vm-options'), 'french'),
    );
    expect(french).toMatchObject({ language: 'fr' });
    const italian = await understood(
      'messaggio',
      beginningOf(promptFile('italian', 'vm-options'), 'italian'),
    );
    expect(italian).toMatchObject({ language: 'it' });
  }, 240_000);

  test('English stays English', async () => {
    const english = await understood('setup process', promptFile('english', 'vm-newuser'));
    expect(english).toMatchObject({ language: 'en' });
  }, 120_000);

  test('a language that a person names makes other text, and the older one comes back', async () => {
    const [said] = await search('setup process');
    const { chunk_id = 0, transcription = '' } = said ?? {};
    const wrong = await post('/audio/language', { language: 'it', audio_chunk_ids: [chunk_id] });
    expect([wrong.status, wrong.body.failed]).toEqual([200, []]);
    const text = await get<{ lines: Said[]; older: { lines: { text: string }[] } }>(
      `/audio/chunks/${chunk_id}/text`,
    );
    expect(text.lines.map(({ language }) => language)).toEqual(text.lines.map(() => 'it'));
    expect(text.older.lines.map((line) => line.text).join(' ')).toContain(transcription);
    const back = await post('/audio/restore-text', { audio_chunk_ids: [chunk_id] });
    expect(back.body).toEqual({ chunks_restored: 1 });
    expect((await search('setup process'))[0]).toMatchObject({ language: 'en', transcription });
  }, 120_000);

  test('the page shows the language, corrects it and takes that back', async (context) => {
    context.skip(CHROMIUM === undefined, 'no Chromium is installed');
    const web = await openWebPage(daemon.baseUrl);
    const { page } = web;
    await web.open('/app/audio');
    await page.getByRole('button', { name: 'French' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Correct the language' });
    await dialog.getByRole('combobox').selectOption('it');
    expect(await web.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'This recording' }).click();
    await page.getByText('The text is in Italian now.').waitFor({ timeout: HEARD_WITHIN_MS });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The text is what it was before.').waitFor();
    expect(web.faults).toEqual([]);
    await closeBrowser();
    expect((await search('message'))[0]).toMatchObject({ language: 'fr' });
  }, 180_000);

  test('the command corrects the language and restores the text', async () => {
    const [said] = await search('setup process');
    const id = String(said?.chunk_id);
    expect(await hindcast('language', 'set', 'fr', '--recording', id)).toContain(
      `Recording ${id}:`,
    );
    expect(await hindcast('language', 'undo', '--recording', id)).toBe(
      'As before: the text of 1 recording.\n',
    );
    expect(await search('setup process')).toMatchObject([{ language: 'en' }]);
    expect(await hindcast('language', 'list')).toMatch(/^de +German$/m);
    await expect(hindcast('language', 'undo', '--recording', id)).rejects.toMatchObject({
      stderr: expect.stringContaining('no older text'),
    });
  }, 120_000);

  test('bad input is a clear error', async () => {
    const { status, body } = await post('/audio/language', {
      language: 'klingon',
      audio_chunk_ids: [1],
    });
    expect([status, body]).toMatchObject([
      400,
      { code: 'LANGUAGE_UNKNOWN', hint: expect.stringContaining('/audio/languages') },
    ]);
  });
});
