import { expect, test } from 'vitest';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import type { OpenedDesktop } from '#capture/source.ts';
import { silentLog } from '#core/log/log.ts';
import { makeSupervisor } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { screenSide } from './screen.ts';
import type { VisionIngest } from './vision.ts';
import { visionMeter } from './vision-metrics.ts';

const PATIENCE = { timeout: 20_000, interval: 5 };
const NOTHING: OpenedDesktop = { kind: 'unavailable', message: 'no session runs' };

function side(openDesktop: () => Promise<OpenedDesktop>) {
  const clock = manualClock(1_770_000_000_000);
  const log = silentLog;
  const quiet = { run: async () => {}, offer: () => true };
  const vision = { ...quiet, name: 'ingest.vision', depth: () => 0, oldestWaitMs: () => 0 };
  const input = {
    ...quiet,
    name: 'ingest.input',
    offer: () => {},
    dropped: () => 0,
    lastWriteAtMs: () => undefined,
    lastFault: () => undefined,
  };
  const screen = screenSide({
    openDesktop,
    exclusions: {} as never,
    lock: screenLock(clock),
    inputSettings: { clicks: true, scroll: true, typing: 'off', clipboard: true, focus: true },
    vision: vision as unknown as VisionIngest,
    input,
    meter: visionMeter(() => clock.now()),
    supervisor: makeSupervisor({ clock, log }),
    clock,
    log,
  });
  return { screen, clock };
}

test('after a pause it is starting, and failed when the desktop does not open in time', async () => {
  let opening = Promise.withResolvers<OpenedDesktop>();
  opening.resolve(NOTHING);
  const { screen, clock } = side(() => opening.promise);
  screen.start();
  expect(screen.activity().isStarting).toBe(true);
  await expect.poll(() => screen.status(), PATIENCE).toMatchObject({ message: 'no session runs' });
  expect(screen.activity().isStarting).toBe(false);

  await screen.setPaused(true);
  expect(screen.status()).toMatchObject({ message: expect.stringContaining('paused') });
  opening = Promise.withResolvers();
  await screen.setPaused(false);
  expect(screen.activity().isStarting).toBe(true);
  expect(screen.status()).toMatchObject({ message: 'the desktop is being opened' });
  await clock.advance(15_000);
  expect(screen.activity().isStarting).toBe(false);
  expect(screen.status()).toMatchObject({ kind: 'error' });

  opening.resolve(NOTHING);
  await expect.poll(() => screen.status(), PATIENCE).toMatchObject({ message: 'no session runs' });
  await screen.close();
});

test('the words of an unexpected error, which may be captured ones, are not reported', async () => {
  const error = Object.assign(new Error('Payslip of Ada - Editor'), { code: 'EPROTO' });
  const { screen } = side(() => Promise.reject(error));
  screen.start();
  await expect.poll(() => screen.status().kind, PATIENCE).toBe('error');
  expect(screen.status()).toEqual({ kind: 'error', message: 'an unexpected error (EPROTO)' });
  await screen.close();
});
