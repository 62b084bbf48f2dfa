/** The budget in the real service: a screen that never rests makes it do less, which it reports, and a larger budget gives all back. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, startDesktop, until, whyNoDesktop } from './support/desktop.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from './support/start-daemon.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`governor tests are skipped: ${reason}\n`);

interface Report {
  level: string;
  measured: { cpu_percent: number; processes: number };
  levers: { visual_gap_ms: number };
  held_back: { pictures: number };
  actions: { from: string; to: string; cause: string; reason: string }[];
}

// Words that change about once a second, and rest in between: every change is a separate picture, with something new to read.
const FLOOD =
  'i=0; while :; do i=$((i+1)); printf "\\033[H"; for n in 1 2 3 4 5 6 7 8 9; do echo "line $i word $((i*n)) of many"; done; sleep 0.8; done';

// Seconds of one core, in its own process: with the screen alone it takes minutes until the budget is used up.
const QUESTION =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000000) SELECT max(i) FROM n';

describe.skipIf(reason !== undefined)('the budget', { timeout: 180_000 }, () => {
  const dataDir = temporaryFolder();
  let desktop: Desktop;
  let daemon: RunningDaemon;

  beforeAll(async () => {
    desktop = await startDesktop();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ budget: { cpuPercent: 1 } }));
    daemon = await startDaemon({ dataDir, args: ['--disable-audio'], env: desktop.env });
  }, 60_000);
  afterAll(async () => {
    await daemon?.stop();
    await desktop?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const read = async <T>(path: string) => (await (await fetch(daemon.baseUrl + path)).json()) as T;
  const report = () => read<Report>('/governor');

  test('a flood of changes and questions makes the service do less, and it reports why', async () => {
    const events: string[] = [];
    const socket = new WebSocket(`${daemon.baseUrl.replace('http', 'ws')}/ws/events`);
    socket.onmessage = ({ data }) => {
      if (String(data).includes('governor_changed')) events.push(String(data));
    };
    await desktop.open('xterm', ['-T', 'flood', '-e', 'sh', '-c', FLOOD], 'flood');
    const asked = Array.from({ length: 4 }, () =>
      fetch(`${daemon.baseUrl}/raw_sql`, {
        method: 'POST',
        body: JSON.stringify({ query: QUESTION }),
      }),
    );
    const less = await until(
      'a lower level',
      async () => {
        const now = await report();
        return now.level !== 'full' && now;
      },
      150_000,
    );
    await Promise.all(asked);
    expect(less.actions[0]).toMatchObject({ cause: 'cpu', from: 'full', to: 'light' });
    expect(less.actions[0]?.reason).toContain('the budget is 1 %');
    expect(less.levers.visual_gap_ms).toBe(3000);
    expect(less.measured.cpu_percent).toBeGreaterThan(1);
    // The readers of text and of SQL are their own processes, and are counted.
    expect(less.measured.processes).toBeGreaterThan(1);
    await until('a picture that came later', async () => (await report()).held_back.pictures > 0);
    const health = await read<{ status: string; verbose_instructions: string }>('/health');
    expect(health.status).toBe('healthy');
    expect(health.verbose_instructions).toContain('the budget of 1 % CPU is used up');
    await until('the event', () => events.length > 0);
    socket.close();
  });

  test('with a larger budget everything is done again, at once', async () => {
    const body = JSON.stringify({ 'budget.cpuPercent': 100 });
    const reply = await fetch(`${daemon.baseUrl}/config`, { method: 'PATCH', body });
    expect(reply.status).toBe(200);
    const { level, levers, actions } = await report();
    expect([level, levers.visual_gap_ms]).toEqual(['full', 200]);
    expect(actions[0]).toMatchObject({ cause: 'cpu', to: 'full' });
    const { verbose_instructions } = await read<{ verbose_instructions: string | null }>('/health');
    expect(verbose_instructions ?? '').not.toContain('budget');
  });
});
