import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBus, type TestBus, whyNoBus } from './message-bus.fixture.ts';
import { mutterIdle } from './mutter-idle.ts';

const reason = whyNoBus();
if (reason !== undefined) process.stderr.write(`idle tests skipped: ${reason}\n`);

const patience = { timeout: 20_000, interval: 20 };
const NOW_MS = 1_700_000_000_000;
const options = { now: () => NOW_MS, idleAfterMs: 60_000 };

describe.skipIf(reason !== undefined)('how long nobody was at a GNOME desktop', () => {
  let bus: TestBus;
  beforeAll(async () => {
    bus = await startBus();
  });
  afterAll(() => bus?.stop());

  test('is reported by Mutter from when it comes until it goes, once it is a while', async () => {
    const idle = mutterIdle(bus.address, options);
    expect(await idle.sinceMs()).toBeUndefined();
    let idleMs = 90_000n;
    const mutter = await bus.serve('org.gnome.Mutter.IdleMonitor', ({ member, path }) =>
      member === 'GetIdletime' && path === '/org/gnome/Mutter/IdleMonitor/Core'
        ? ['t', idleMs]
        : undefined,
    );
    await expect.poll(() => idle.sinceMs(), patience).toBe(NOW_MS - 90_000);
    idleMs = 59_000n;
    expect(await idle.sinceMs()).toBeUndefined();
    idleMs = 3_600_000n;
    expect(await idle.sinceMs()).toBe(NOW_MS - 3_600_000);
    mutter.leave();
    await expect.poll(() => idle.sinceMs(), patience).toBeUndefined();
    idle.close();
  });

  test('is not known where no bus is', async () => {
    const idle = mutterIdle('unix:path=/nonexistent/bus', options);
    expect(await idle.sinceMs()).toBeUndefined();
    idle.close();
  });
});
