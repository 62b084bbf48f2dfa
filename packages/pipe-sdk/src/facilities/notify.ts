/** `ctx.notify`: a notification on the desktop. */
import type { CallHost } from './call-host.ts';

type Notify = (notification: { title: string; body?: string }) => Promise<boolean>;

export function openNotify(call: CallHost): Notify {
  return ({ title, body }) => call('notify', title, body ?? '');
}
