/** Notifications of the desktop (org.freedesktop.Notifications). Pipes and the session use it. */
import { Variant } from '@jellybrick/dbus-next';
import type { BusLink } from './session-bus.ts';

const SERVER = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const;
const NORMAL_URGENCY = 1;
/** What a click on the notification itself is called. */
const CLICK = 'default';
const AS_THE_DESKTOP_LIKES = -1;
const UNTIL_CLOSED = 0;

export interface Notification {
  readonly title: string;
  /** Both texts are shown as they are, without markup. */
  readonly body: string;
  /** Shown until the person closes it, with this word on its button; a click calls `onClick`. */
  readonly click?: { readonly label: string; readonly onClick: () => void };
}

/** Resolves when it is shown, to what takes it back. Rejects where nobody shows notifications. */
export async function showNotification(
  link: BusLink,
  { title, body, click }: Notification,
): Promise<{ takeBack(): Promise<void> }> {
  let id: unknown;
  if (click) {
    await link.listen(
      `interface='${SERVER.interface}',member='ActionInvoked'`,
      ({ member, body: [clicked] }) => {
        if (member === 'ActionInvoked' && clicked === id) click.onClick();
      },
    );
  }
  const actions = click ? [CLICK, click.label] : [];
  [id] = await link.call({
    ...SERVER,
    member: 'Notify',
    signature: 'susssasa{sv}i',
    body: [
      'Hindcast',
      0,
      'hindcast',
      title,
      escapeMarkup(body),
      actions,
      { urgency: new Variant('y', NORMAL_URGENCY) },
      click ? UNTIL_CLOSED : AS_THE_DESKTOP_LIKES,
    ],
  });
  return {
    async takeBack() {
      const call = { ...SERVER, member: 'CloseNotification', signature: 'u', body: [id] };
      // The person may have closed it already.
      await link.call(call).catch(() => {});
    },
  };
}

/** The specification lets servers read the body as markup. */
function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
