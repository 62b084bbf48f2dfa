/** A notification server for tests, on a private bus: it shows nothing and remembers everything. */
import { connectBus } from '#core/bus/session-bus.ts';

const NAME = 'org.freedesktop.Notifications';

interface Shown {
  readonly title: unknown;
  readonly body: unknown;
  readonly actions: unknown;
}

export async function notificationServer(busAddress: string) {
  const link = await connectBus(busAddress);
  const shown: Shown[] = [];
  const closed: unknown[] = [];
  link.answer(({ member, body }) => {
    if (member === 'Notify') {
      shown.push({ title: body[3], body: body[4], actions: body[5] });
      return { signature: 'u', body: [shown.length] };
    }
    if (member !== 'CloseNotification') return undefined;
    closed.push(body[0]);
    return { signature: '', body: [] };
  });
  await link.requestName(NAME);
  return {
    shown: () => shown,
    closed: () => closed,
    /** As a click on the newest one. */
    click: () =>
      link.emit({
        path: '/org/freedesktop/Notifications',
        interface: NAME,
        member: 'ActionInvoked',
        signature: 'us',
        body: [shown.length, 'default'],
      }),
    leave: link.close,
  };
}
