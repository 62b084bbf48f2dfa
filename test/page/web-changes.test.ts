/**
 * What a person changes through the page, in a real browser against the real service: naming a voice, pausing, deleting a range, a
 * setting. Each test looks at the service afterwards, not only at the page.
 */

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writePipe } from '../../packages/daemon/src/pipes/pipe-folder.fixture.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { voiceOf } from '../../packages/daemon/src/store/testing/voices.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage, type WebPage } from '../support/web-page.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const SAID_AT_MS = Date.now() - 3_600_000;
/** Said outside of the range that is deleted below. */
const LONG_AGO = 'nobody needs this any more';

let folder: string;
let daemon: RunningDaemon;
let web: WebPage;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  await speak(dataDir, ['the harbour opens on friday', 'we meet at noon', LONG_AGO]);
  daemon = await startDaemon({
    dataDir,
    args: ['--no-replay', '--disable-vision', '--disable-audio'],
  });
});

afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

beforeEach(async (context) => {
  context.skip(CHROMIUM === undefined, 'no Chromium is installed');
  web = await openWebPage(daemon.baseUrl);
});

afterEach(async () => {
  await web?.close();
  // Nothing here has a file: browsers note that pictures and outlines of sound are refused, at any moment.
  const faults = web?.faults.filter((fault) => !fault.includes('410 ('));
  expect(faults ?? []).toEqual([]);
});

/** An unnamed voice for each text, as the audio side stores them. */
async function speak(dataDir: string, texts: readonly string[]): Promise<void> {
  mkdirSync(dataDir, { mode: 0o700 });
  const store = await openStore({ dataDir });
  for (const [voice, text] of texts.entries()) {
    const atMs = text === LONG_AGO ? SAID_AT_MS - 5 * 3_600_000 : SAID_AT_MS + voice * 60_000;
    const { transcriptions } = await store.content.add({
      transcriptions: [
        {
          atMs,
          deviceName: 'microphone',
          isInput: true,
          text,
          engine: 'test',
          filePath: `data/voice-${voice}.ogg`,
          startSecs: 0,
          endSecs: 2,
        },
      ],
    });
    const turnId = await store.speakers.addVoice({
      transcriptionId: transcriptions[0]?.id ?? 0,
      embedding: voiceOf(voice + 1),
      durationMs: 3_000,
    });
    const { revision } = await store.speakers.listVoices(10);
    const assignments = [{ turnId: turnId ?? 0, speakerId: -1 }];
    await store.speakers.applyVoices({ created: [-1], merges: [], assignments, revision });
  }
  await store.close();
}

async function ask<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as Answer;
}

test('a conversation is saved as subtitles, and a meeting is joined to the one before', async () => {
  const { page } = web;
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method, headers, body: JSON.stringify(body) };
    return (await (await fetch(`${daemon.baseUrl}${path}`, init)).json()) as { id: number };
  };
  const meet = async (title: string, startMs: number, endMs: number) => {
    const { id } = await send('POST', '/meetings/start', { app: 'Talk', title });
    await send('PUT', `/meetings/${id}`, { meeting_start: startMs, meeting_end: endMs });
    return id;
  };
  const first = await meet('Harbour', SAID_AT_MS, SAID_AT_MS + 30_000);
  const second = await meet('Noon', SAID_AT_MS + 55_000, SAID_AT_MS + 90_000);
  await web.open(`/app/audio/${second}?day=${new Date(SAID_AT_MS).toISOString()}`);
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'What to do with this conversation' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const saving = page.waitForEvent('download');
  await choose('Save as subtitles (.srt)');
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^Noon \d{4}-\d\d-\d\d\.srt$/);
  expect(readFileSync(await saved.path(), 'utf8')).toMatch(
    /^1\n00:00:05,000 --> 00:00:07,000\nSomebody: we meet at noon\n$/,
  );
  await choose('Merge with previous');
  await page.getByRole('alertdialog').getByText('This cannot be undone').waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Keep both');
  expect(await web.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Merge meetings' }).click();
  await page.waitForURL(`**/app/audio/${first}?**`);
  await page.locator('.lines').getByText('we meet at noon').waitFor();
  const [merged, ...others] = await ask<{ id: number; meeting_end: string }[]>('/meetings');
  expect(others).toEqual([]);
  expect(merged).toMatchObject({ id: first });
  expect(Date.parse(merged?.meeting_end ?? '')).toBe(SAID_AT_MS + 90_000);
});

test('a voice is deleted with its lines only after a question whose first answer is to keep it', async () => {
  const { page } = web;
  const voices = await ask<{ id: number; metadata: string }[]>('/speakers/unnamed');
  const old = voices.find(({ metadata }) => metadata.includes(LONG_AGO));
  await fetch(`${daemon.baseUrl}/speakers/update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: old?.id, name: 'Ilse' }),
  });
  await web.open('/app/speakers?tab=named');
  const openMenu = async () => {
    await page.getByRole('button', { name: 'What to do with Ilse' }).click();
    await page.getByRole('menuitem', { name: /Delete voice and lines/ }).click();
    await page.getByRole('alertdialog').getByText('1 line and the recordings').waitFor();
  };
  await openMenu();
  expect(await page.locator(':focus').textContent()).toBe('Keep');
  expect(await web.violations()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await ask<unknown[]>('/speakers/search')).toHaveLength(1);
  await openMenu();
  await page.getByRole('button', { name: 'Delete voice and lines' }).click();
  await page.getByText('Deleted Ilse.').waitFor();
  const left = await ask<{ pagination: { total: number } }>('/search?content_type=audio');
  expect(left.pagination.total).toBe(2);
});

test('a voice gets a name with the keyboard alone, and what it said is found by that name', async () => {
  const { page } = web;
  await web.open('/app/speakers');
  await page.getByRole('heading', { name: 'Who is this?' }).waitFor();
  const said = (await page.locator('.smp p').first().textContent()) ?? '';
  await page.getByRole('combobox', { name: 'Name of this voice' }).focus();
  await page.keyboard.type('Rosa');
  await page.keyboard.press('Enter');
  await page.getByText('This voice is Rosa.').waitFor();
  const found = await ask<{ data: { content: { transcription: string } }[] }>(
    '/search?content_type=audio&speaker_name=Rosa',
  );
  expect(said).toContain(found.data[0]?.content.transcription);
  await page.getByRole('button', { name: 'Undo' }).click();
  await vi.waitFor(async () => expect(await ask<unknown[]>('/speakers/unnamed')).toHaveLength(2), {
    timeout: 30_000,
  });
});

test('a voice that is no person is hidden, and brought back', async () => {
  const { page } = web;
  await web.open('/app/speakers');
  await page.getByRole('button', { name: 'Not a person' }).click();
  await page.getByText('Marked as no person.').waitFor();
  expect(await ask<unknown[]>('/speakers/unnamed')).toHaveLength(1);
  await page.getByRole('button', { name: /^Hidden/ }).click();
  await page.getByRole('button', { name: /^Bring back/ }).waitFor();
  expect(await web.violations()).toEqual([]);
  await page.getByRole('button', { name: /^Bring back/ }).click();
  await page.getByText('No voice is hidden').waitFor();
  expect(await ask<unknown[]>('/speakers/unnamed')).toHaveLength(2);
});

test('clock, week and density are as they were chosen, also after a reload', async () => {
  const { page } = web;
  await web.open('/app/settings/appearance');
  for (const name of ['12 hours', 'Sunday', 'Compact'])
    await page.getByRole('button', { name }).click();
  await web.open('/app/timeline');
  expect(await page.locator('html').getAttribute('data-density')).toBe('compact');
  await vi.waitFor(async () => expect(await page.title()).toMatch(/\d\s(AM|PM)/i), 30_000);
  await page.keyboard.press('g');
  expect(await page.locator('.month th').first().textContent()).toBe('Su');
});

test('the commands for keys of the desktop are shown, to be bound by hand', async () => {
  await web.open('/app/settings/appearance');
  for (const command of ['hindcast open', 'hindcast pause --toggle'])
    await web.page.getByText(command, { exact: true }).waitFor();
});

test('recording is paused from the top bar, and resumed', async () => {
  const { page } = web;
  await web.open('/app/health');
  await page.getByRole('button', { name: 'Pause recording for 5 minutes' }).click();
  await page.getByText('Recording is paused by you.').waitFor();
  await page.getByRole('heading', { name: 'Budget' }).waitFor();
  const paused = await ask<{ paused: boolean; paused_until: string }>('/health');
  expect(paused.paused).toBe(true);
  expect(Date.parse(paused.paused_until) - Date.now()).toBeGreaterThan(3 * 60_000);
  await page.getByRole('button', { name: 'Resume recording' }).click();
  await vi.waitFor(
    async () => expect((await ask<{ paused: boolean }>('/health')).paused).toBe(false),
    {
      timeout: 30_000,
    },
  );
});

test('a setting is saved at once and kept in the file', async () => {
  const { page } = web;
  await web.open('/app/settings/privacy');
  await page.getByRole('textbox', { name: 'Add to: Never record these apps' }).fill('Diary');
  await page.keyboard.press('Enter');
  await page.getByText('Diary', { exact: true }).waitFor();
  const { data } = await ask<{ data: { key: string; value: unknown }[] }>('/config');
  expect(data.find(({ key }) => key === 'vision.ignoredApps')?.value).toContain('Diary');
});

test('a range is deleted only after its count was shown, and then it is deleted', async () => {
  const { page } = web;
  await web.open('/app/settings/privacy');
  const local = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  await page.getByLabel('From').fill(local(SAID_AT_MS - 600_000));
  await page.getByLabel('To', { exact: true }).fill(local(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Delete range…' }).click();
  await page.getByText(/^2 lines of speech.* will be deleted/).waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Keep');
  const before = await ask<{ pagination: { total: number } }>('/search?content_type=audio');
  expect(before.pagination.total).toBe(2);
  const confirm = page.getByRole('button', { name: 'Delete for good' });
  expect(await confirm.evaluate((button) => button.getBoundingClientRect().left)).toBeGreaterThan(
    await page.getByRole('alertdialog').evaluate((box) => box.getBoundingClientRect().left),
  );
  await confirm.click();
  await page.getByText(/^Deleted 2 lines of speech/).waitFor();
  const after = await ask<{ pagination: { total: number } }>('/search?content_type=audio');
  expect(after.pagination.total).toBe(0);
});

test('a pipe is installed from a folder, stays off, runs when asked, and shows its log', async () => {
  const { page } = web;
  const shelf = join(folder, 'shelf');
  writePipe(shelf, { id: 'counter', process: "console.log('counted to three');" });
  await web.open('/app/pipes');
  await page.getByRole('button', { name: 'Install Daily work journal' }).waitFor();
  await page.getByRole('button', { name: 'Install a pipe' }).click();
  await page
    .getByRole('textbox', { name: /Folder, address or package/ })
    .fill('file:///nowhere/at-all');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  // The refusal itself is a failed request, which browsers note.
  web.faults.length = 0;
  await page
    .getByRole('textbox', { name: /Folder, address or package/ })
    .fill(`file://${join(shelf, 'counter')}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'counter' }).waitFor();
  const { data } = await ask<{ data: { id: string; enabled: boolean }[] }>('/pipes');
  expect(data).toMatchObject([{ id: 'counter', enabled: false }]);
  const walls = page.getByRole('region', { name: 'What holds pipes on this machine' });
  await walls.getByText(/permission model of Node refuses/).waitFor();
  expect(await walls.getByRole('listitem').count()).toBe(3);
  expect(await web.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('log').getByText('counted to three').waitFor();
});

test('an empty field offers words of the last hour, each of which finds something', async () => {
  const { page } = web;
  await fetch(`${daemon.baseUrl}/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      device_name: 'monitor',
      content: {
        content_type: 'frames',
        data: [
          {
            app_name: 'Reader',
            window_name: 'Thistledown key-8841 regatta nowhere',
            ocr_results: [{ text: 'Thistledown regatta, all heats' }],
          },
        ],
      },
    }),
  });
  await web.open('/app/search');
  const words = page.locator('section', { hasText: 'Words of the last hour' });
  await words.getByRole('button', { name: 'regatta' }).waitFor();
  expect(await words.getByRole('button').allTextContents()).toEqual(['Thistledown', 'regatta']);
  expect(await web.violations()).toEqual([]);
  await words.getByRole('button', { name: 'Thistledown' }).click();
  await page.locator('[role=option] mark').first().waitFor();
  await web.open('/app/search');
  await page.getByRole('button', { name: 'Try type:sound' }).click();
  await page.waitForURL(/type=sound/);
});
