import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startBus, type TestBus, whyNoBus } from '#capture/liveness/message-bus.fixture.ts';
import { systemClock } from '#core/clock.ts';
import { type ManualClock, manualClock } from '#core/testing/manual-clock.ts';
import type { SessionHealth } from '../service-client.ts';
import { startPanel } from './panel.fixture.ts';
import { startTray, type Tray } from './tray.ts';
import type { TrayAction } from './tray-menu.ts';

const reason = whyNoBus();
if (reason !== undefined) process.stderr.write(`tray tests are skipped: ${reason}\n`);

const RECORDING: SessionHealth = {
  status: 'healthy',
  message: 'all systems are working',
  frame_status: 'ok',
  audio_status: 'ok',
  paused: false,
  paused_until: null,
  paused_streams: [],
  waiting_for_agreement: false,
  store: { error_code: null },
};
const PAUSED: SessionHealth = {
  ...RECORDING,
  message: 'capture is paused: screen and sound',
  paused: true,
  paused_streams: ['screen', 'sound'],
  frame_status: 'disabled',
  audio_status: 'disabled',
};

describe.skipIf(reason !== undefined)('the icon in the panel', () => {
  let bus: TestBus;
  let tray: Tray | undefined;
  let health: SessionHealth | undefined;
  let actions: TrayAction[];
  let timesWithoutTray: number;

  beforeEach(async () => {
    bus = await startBus();
    [health, actions, timesWithoutTray] = [RECORDING, [], 0];
  });
  afterEach(async () => {
    await tray?.stop();
    tray = undefined;
    await bus.stop();
  });

  function start(clock = systemClock): Tray {
    tray = startTray({
      busAddress: bus.address,
      instance: 7,
      clock,
      health: async () => health,
      onAction: (action) => void actions.push(action),
      onNoTray: () => {
        timesWithoutTray += 1;
      },
    });
    return tray;
  }

  test('shows what health says, and follows it', async () => {
    const panel = await startPanel(bus.address);
    const started = start();
    await expect.poll(() => panel.items()).toEqual(['org.kde.StatusNotifierItem-7-1']);
    await expect.poll(() => panel.title()).toBe('Hindcast: Recording');
    expect(await panel.toolTip()).toEqual(['Hindcast: Recording', 'all systems are working']);
    const recording = await panel.icon();
    expect(recording.map(([width, height, { length }]) => [width, height, length])).toEqual([
      [24, 24, 24 * 24 * 4],
      [48, 48, 48 * 48 * 4],
    ]);
    // The middle of a red disc: opaque, and red before green and blue.
    expect([...(recording[0]?.[2].subarray(4 * (12 * 24 + 12), 4 * (12 * 24 + 13)) ?? [])]).toEqual(
      [255, 0xe5, 0x48, 0x4d],
    );
    health = PAUSED;
    await started.refresh();
    await expect.poll(() => panel.changes()).toContain('NewIcon');
    expect(await panel.toolTip()).toEqual([
      'Hindcast: Paused until you resume',
      'capture is paused: screen and sound',
    ]);
    expect((await panel.icon())[0]?.[2].equals(recording[0]?.[2] ?? Buffer.of())).toBe(false);
    panel.leave();
  });

  test('its menu has what can be done now, and does it', async () => {
    const panel = await startPanel(bus.address);
    const started = start();
    await expect.poll(() => panel.items().length).toBe(1);
    const labels = async () => (await panel.menu()).map(({ label }) => label);
    expect(await labels()).toEqual([
      'Recording: all systems are working',
      '-',
      'Open Hindcast',
      'Search…',
      '-',
      'Pause for 5 minutes',
      'Pause for 1 hour',
      'Pause until tomorrow',
      'Forget the last 10 minutes',
      'Forget them for good',
      '-',
      'What is recorded',
      'Settings',
      '-',
      'Quit',
    ]);
    for (const label of ['Pause for 1 hour', 'Forget the last 10 minutes', 'Forget them for good'])
      await panel.click(label);
    expect(actions).toEqual(['pause-60', 'forget']);
    health = PAUSED;
    await started.refresh();
    expect(await labels()).toContain('Resume');
    expect(await labels()).not.toContain('Pause for 1 hour');
    await panel.click('Resume');
    await panel.activate();
    expect(actions.slice(2)).toEqual(['resume', 'open']);
    panel.leave();
  });

  test('a panel that comes later, or back after a crash, gets it', async () => {
    start();
    const first = await startPanel(bus.address);
    await expect.poll(() => first.items().length).toBe(1);
    first.leave();
    const second = await startPanel(bus.address);
    await expect.poll(() => second.items().length).toBe(1);
    await expect.poll(() => second.title()).toBe('Hindcast: Recording');
    second.leave();
  });

  test('a panel that crashes over the icon does not take it from its successor', async () => {
    const first = await startPanel(bus.address, { crashes: true });
    start();
    await expect.poll(() => first.items().length).toBe(1);
    const second = await startPanel(bus.address);
    await expect.poll(() => second.items().length).toBe(1);
    health = PAUSED;
    await expect.poll(() => second.changes(), { timeout: 10_000 }).toContain('NewIcon');
    second.leave();
  });

  test('a desktop without a tray is noticed once', async () => {
    const clock: ManualClock = manualClock(0);
    start(clock);
    await expect.poll(() => clock.sleepers()).toBeGreaterThan(1);
    expect(timesWithoutTray).toBe(0);
    await clock.advance(15_000);
    await expect.poll(() => timesWithoutTray).toBe(1);
    await clock.advance(60_000);
    expect(timesWithoutTray).toBe(1);
  });

  test('ends with the bus and with the service', async () => {
    const panel = await startPanel(bus.address);
    start();
    await expect.poll(() => panel.items().length).toBe(1);
    await tray?.stop();
    await expect.poll(() => panel.items()).toEqual([]);
    panel.leave();
  });
});
