/**
 * Keys that work in every window, through the GlobalShortcuts portal of the desktop: the desktop asks the person for the keys and keeps
 * them. Only where a person has turned it on, because the desktop shows a dialog. A desktop without the portal says so in the log; the
 * settings page shows commands that can be bound by hand.
 */
import { Variant } from '@jellybrick/dbus-next';
import { type BusLink, connectBus } from '#core/bus/session-bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';

const PORTAL = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
} as const;
const SHORTCUTS = 'org.freedesktop.portal.GlobalShortcuts';
const REQUEST = 'org.freedesktop.portal.Request';
/** The person may take their time with the dialog. */
const DECIDE_WITHIN_MS = 10 * 60_000;

export type ShortcutId = 'open-search' | 'toggle-pause';

const WANTED: readonly { id: ShortcutId; description: string; keys: string }[] = [
  { id: 'open-search', description: 'Search in Hindcast', keys: 'LOGO+SHIFT+F' },
  { id: 'toggle-pause', description: 'Pause or resume recording', keys: 'LOGO+SHIFT+P' },
];

export interface Shortcuts {
  stop(): Promise<void>;
}

export function startShortcuts(deps: {
  busAddress: string;
  onPressed: (id: ShortcutId) => void;
  clock: Clock;
  log: Log;
}): Shortcuts {
  const stopping = new AbortController();
  const log = deps.log.child({ part: 'session.shortcuts' });

  async function run(): Promise<void> {
    const link = await connectBus(deps.busAddress);
    stopping.signal.addEventListener('abort', link.close, { once: true });
    if (stopping.signal.aborted) link.close();
    await bind(link, deps.clock, deps.onPressed);
    log.info({}, 'the shortcuts are bound');
  }

  const running = run().catch((err: unknown) => {
    if (!stopping.signal.aborted)
      log.warn({ err }, 'the desktop binds no shortcuts; bind the commands of the settings page');
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Resolves when the desktop has bound them. Rejects without the portal, or when the person says no. */
async function bind(
  link: BusLink,
  clock: Clock,
  onPressed: (id: ShortcutId) => void,
): Promise<void> {
  const ask = asker(link, clock);
  const created = await ask('CreateSession', 'a{sv}', (token) => [
    { handle_token: token, session_handle_token: new Variant('s', 'hindcast') },
  ]);
  const session = created.session_handle?.value;
  if (typeof session !== 'string') throw new Error('the portal gave no session');
  await link.listen(`interface='${SHORTCUTS}',member='Activated'`, ({ member, body }) => {
    const [of, id] = body;
    const known = WANTED.find((one) => one.id === id);
    if (member === 'Activated' && of === session && known) onPressed(known.id);
  });
  const wanted = WANTED.map(({ id, description, keys }) => [
    id,
    {
      description: new Variant('s', description),
      preferred_trigger: new Variant('s', keys),
    },
  ]);
  await ask('BindShortcuts', 'oa(sa{sv})sa{sv}', (token) => [
    session,
    wanted,
    '',
    { handle_token: token },
  ]);
}

type Results = Record<string, Variant | undefined>;

/** A call of the portal whose answer comes later, as a signal of the request that the call has made. */
function asker(link: BusLink, clock: Clock) {
  let count = 0;
  return async (
    member: string,
    signature: string,
    bodyWith: (token: Variant) => readonly unknown[],
  ): Promise<Results> => {
    count += 1;
    const token = `hindcast${count}`;
    const sender = link.name.slice(1).replaceAll('.', '_');
    const request = `${PORTAL.path}/request/${sender}/${token}`;
    const answered = Promise.withResolvers<Results>();
    // The signal may come before the answer to the call.
    await link.listen(`interface='${REQUEST}',path='${request}'`, ({ path, body }) => {
      if (path !== request) return;
      const [code, results] = body;
      if (code === 0) answered.resolve(results as Results);
      else answered.reject(new Error('the shortcuts were refused'));
    });
    answered.promise.catch(() => {}); // the race below rejects
    const body = bodyWith(new Variant('s', token));
    await link.call({ ...PORTAL, interface: SHORTCUTS, member, signature, body });
    const late = clock.sleep(DECIDE_WITHIN_MS, link.ended).then(() => {
      throw new Error('nobody decided about the shortcuts');
    });
    return Promise.race([answered.promise, late]);
  };
}
