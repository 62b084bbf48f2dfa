import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startBus, type TestBus, whyNoBus } from '#capture/liveness/message-bus.fixture.ts';
import { systemClock } from '#core/clock.ts';
import { type AgreementNotice, startAgreementNotice } from './agreement-notice.ts';
import { notificationServer } from './notification-server.fixture.ts';

const reason = whyNoBus();
if (reason !== undefined) process.stderr.write(`notification tests are skipped: ${reason}\n`);

describe.skipIf(reason !== undefined)('the notification of the first run', () => {
  let bus: TestBus;
  let notice: AgreementNotice;
  let opened: number;

  beforeEach(async () => {
    bus = await startBus();
    opened = 0;
  });
  afterEach(async () => {
    await notice.stop();
    await bus.stop();
  });

  function start(): void {
    const open = () => {
      opened += 1;
    };
    notice = startAgreementNotice({ busAddress: bus.address, open, clock: systemClock });
  }

  test('says that nothing is recorded, and a click opens the page', async () => {
    const server = await notificationServer(bus.address);
    start();
    await expect.poll(() => server.shown().length).toBe(1);
    expect(server.shown()[0]).toMatchObject({
      title: 'Hindcast waits for your agreement',
      body: expect.stringContaining('Nothing is recorded yet'),
      actions: ['default', 'Decide'],
    });
    server.click();
    await expect.poll(() => opened).toBe(1);
    server.leave();
  });

  test('is taken back when the person has agreed', async () => {
    const server = await notificationServer(bus.address);
    start();
    await expect.poll(() => server.shown().length).toBe(1);
    await notice.stop();
    expect(server.closed()).toEqual([1]);
    server.leave();
  });

  test('a desktop without notifications keeps nobody waiting', async () => {
    start();
    await notice.stop();
    expect(opened).toBe(0);
  });
});
