/** The commands that show and steer what is captured, run as a person runs them. */
import { execFile, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/desktop.ts';
import { programFile } from '../support/programs.ts';
import {
  isolatedEnvironment,
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const CLI = programFile('cli');

describe('the command', { timeout: 90_000 }, () => {
  const home = temporaryFolder();
  let daemon: RunningDaemon;
  let frameId: number;

  beforeAll(async () => {
    daemon = await startDaemon({ args: NOTHING_CAPTURED });
    const content = {
      content_type: 'frames',
      data: [{ app_name: 'Mail', window_name: 'Inbox', ocr_results: [{ text: 'velvet invoice' }] }],
    };
    frameId = (await add(content)).ids[0] ?? 0;
  }, 60_000);
  afterAll(async () => {
    await daemon?.stop();
    await rm(home, { recursive: true, force: true });
  });

  async function add(content: object): Promise<{ ids: number[] }> {
    const body = JSON.stringify({ device_name: 'monitor_1', content });
    const reply = await fetch(`${daemon.baseUrl}/add`, { method: 'POST', body });
    return (await reply.json()) as { ids: number[] };
  }
  const env = () => isolatedEnvironment(home, {});
  const argsOf = (args: readonly string[]) => [
    CLI,
    ...args,
    '--port',
    new URL(daemon.baseUrl).port,
  ];

  async function run(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, argsOf(args), { env: env() });
    return stdout;
  }

  test('status and doctor look at the folder of the service on the port', async () => {
    expect(await run('status')).toContain(`Data      ${daemon.dataDir} (`);
    expect(JSON.parse(await run('status', '--json'))).toMatchObject({
      pid: daemon.pid,
      data_dir: daemon.dataDir,
    });
    expect(await run('doctor')).toContain(`database   ${join(daemon.dataDir, 'db.sqlite')}`);
    const nowhere = [CLI, 'doctor', '--port', '1'];
    await expect(
      promisify(execFile)(process.execPath, nowhere, { env: env() }),
    ).rejects.toMatchObject({ code: 3 });
  });

  test('timeline reports what was on the screen', async () => {
    const line = await run('timeline', '--from', '1h ago');
    expect(line).toMatch(new RegExp(` Mail · Inbox +#${frameId}$`, 'm'));
    expect(JSON.parse(await run('timeline', '--json')).data).toHaveLength(1);
  });

  test('ask answers with the moment as proof, and says when there is none', async () => {
    await add({
      content_type: 'frames',
      data: [
        {
          ...{ app_name: 'Reader', window_name: 'Letter', timestamp: '2025-11-10T08:00:00Z' },
          ocr_results: [{ text: 'The landlord writes that the rent rises in January.' }],
        },
      ],
    });
    const question = 'which landlord writes that the rent rises?';
    const answer = await run('ask', question);
    expect(answer).toMatch(/The landlord writes that the rent rises in January\. \[1\]/);
    expect(answer).toMatch(/\[1\] 2025-11-10 08:00 {2}Reader · Letter/);
    expect(answer).toContain(`${daemon.baseUrl}/app/frame/`);
    expect(JSON.parse(await run('ask', question, '--json'))).toMatchObject({
      ...{ question, nothing_found: false, evidence: [{ id: 'e1', app_name: 'Reader' }] },
    });
    const long = `${question.slice(0, -1)} yesterday?`;
    const narrow = await run('ask', long);
    expect(narrow).toMatch(/^Only time: .*\n\nNothing that was captured answers this\./);
    expect(await run('ask', long, '--ignore', 'time')).not.toContain('Only time');
    expect(await run('ask', question, '--app', 'Planner')).toContain('Nothing that was captured');
    await expect(run('ask', question, '--ignore', 'weather')).rejects.toThrow(/time, app, site/);
  });

  test('timeline reports how long each window was on the screen, also of one application', async () => {
    const day = '2026-11-14T09';
    const frames = [
      ['00:00', 'Planner'],
      ['02:00', 'Sketch'],
      ['02:40', 'Planner'],
      ['03:40', 'Planner'],
    ].map(([time, app_name]) => ({
      app_name,
      window_name: 'a week',
      timestamp: `${day}:${time}Z`,
      ocr_results: [{ text: 'a plan' }],
    }));
    await add({ content_type: 'frames', data: frames });
    const range = ['--from', `${day}:00:00Z`, '--to', `${day}:30:00Z`];
    const shown = (text: string) => text.match(/\d+ (s|min) {2}\w+/g);
    expect(shown(await run('timeline', ...range))).toEqual([
      '2 min  Planner',
      '40 s  Sketch',
      '1 min  Planner',
    ]);
    expect(shown(await run('timeline', ...range, '--app', 'Planner'))).toEqual([
      '2 min  Planner',
      '1 min  Planner',
    ]);
  });

  test('search shows neighbouring frames of one window once, and ids only when asked', async () => {
    const frames = ['first draft of the quartz memo', 'second draft of the quartz memo'].map(
      (text) => ({ app_name: 'Writer', window_name: 'memo', ocr_results: [{ text }] }),
    );
    const { ids } = await add({ content_type: 'frames', data: frames });
    const lines = (await run('search', 'quartz')).split('\n');
    expect(lines[0]).toMatch(/ {2}Writer · memo {2}\(2 frames\)$/);
    expect(lines.slice(1)).toEqual([
      '    second draft of the quartz memo',
      '',
      '2 matches in 1 result',
      '',
    ]);
    expect(await run('search', 'quartz', '--ids')).toContain(`#${ids[1]}`);
    expect(JSON.parse(await run('search', 'quartz', '--json')).data).toHaveLength(2);
  });

  test('frame reports its text, and refuses one without a picture', async () => {
    const text = await run('frame', String(frameId));
    expect(text).toContain('velvet invoice');
    expect(text).toContain(`/app/frame/${frameId}`);
    const file = join(home, 'picture.jpg');
    await expect(run('frame', String(frameId), '-o', file)).rejects.toMatchObject({ code: 1 });
    await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(run('frame', 'seven')).rejects.toMatchObject({ code: 2 });
  });

  test('pause and resume say what they did', async () => {
    expect(await run('pause', '5m')).toMatch(/^Paused until /);
    const health = await fetch(`${daemon.baseUrl}/capture/status`);
    expect(await health.json()).toMatchObject({ paused: true });
    expect(await run('resume')).toBe('Capture goes on.\n');
    await expect(run('pause', 'soon')).rejects.toMatchObject({ code: 2 });
  });

  test('token gives out and revokes, and access reports who read', async () => {
    const token = (await run('token', 'add', 'mail only', '--app', 'mail', '--no-frames')).trim();
    const asHolder = () =>
      fetch(`${daemon.baseUrl}/search?q=velvet`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await asHolder()).json()).toMatchObject({ pagination: { total: 1 } });
    expect(await run('token', 'list')).toMatch(
      /^mail only .* only apps named mail; no speech; no pictures$/m,
    );
    expect(await run('access')).toMatch(/ token {6}mail only +1 {2}GET \/search$/m);
    expect(await run('access', '--caller', 'hindcast')).toMatch(/ command +hindcast /);
    await run('token', 'revoke', 'mail only');
    expect((await asHolder()).status).toBe(401);
    await expect(run('token', 'revoke', 'mail only')).rejects.toMatchObject({ code: 1 });
  });

  test('tail follows what is stored', async () => {
    const child = spawn(process.execPath, argsOf(['tail']), { env: env() });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    try {
      await until('a line', async () => {
        await add({
          content_type: 'frames',
          data: [{ app_name: 'Chat', ocr_results: [{ text: 'Reload\nRosa writes live words' }] }],
        });
        return output.includes('Chat  Rosa writes live words\n');
      });
    } finally {
      child.kill();
    }
  });
});
