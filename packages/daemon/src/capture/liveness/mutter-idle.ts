/** Since when nobody has touched keyboard or pointer of a GNOME session, which Mutter reports on the session bus and nowhere else. */
import { hasOwner, onBus, ownerChanges } from './bus-conversation.ts';

const NAME = 'org.gnome.Mutter.IdleMonitor';
const CALL = {
  destination: NAME,
  path: '/org/gnome/Mutter/IdleMonitor/Core',
  interface: NAME,
  member: 'GetIdletime',
};

/** The answer of `sinceMs` is undefined while somebody is there, and where no Mutter is. Never rejects. */
export function mutterIdle(
  busAddress: string,
  options: { now: () => number; idleAfterMs: number },
) {
  const { ask: sinceMs, close } = onBus<number | undefined>(busAddress, () => {
    let isThere: boolean | undefined;
    return {
      matches: [ownerChanges(NAME)],
      onSignal({ member, body: [, , owner] }) {
        if (member === 'NameOwnerChanged') isThere = owner !== '';
      },
      async answer(ask) {
        isThere ??= await hasOwner(ask, NAME);
        if (!isThere) return undefined;
        const idleMs = Number(await ask(CALL));
        return idleMs >= options.idleAfterMs ? options.now() - idleMs : undefined;
      },
    };
  });
  return { sinceMs, close };
}
