/**
 * The way to the script inside KWin: loaded by the session bus, it reports by calls to a name of ours. An answer of KWin arrives behind
 * everything that the script has reported before, so whoever has asked KWin something knows what KWin knew at that moment.
 */
import type { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next';
import { DisplayLostError } from '#capture/errors.ts';
import { type Emitter, emitter } from '#capture/listeners.ts';
import { EAR, KWIN, type KwinNews, kwinScript, SCRIPTING } from './kwin-script.ts';

const ANSWER_WITHIN_MS = 5_000;
/** The first word of a script follows its start at once, on a machine that is not busy. */
const SPEAKS_WITHIN_MS = 1_500;
const LOAD_AT_MOST = 8;
const BUS = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus'] as const;
const SCRIPTS = [KWIN, SCRIPTING.path, SCRIPTING.iface] as const;
const SCRIPT = 'org.kde.kwin.Script';

export interface KwinBus {
  /** Resolves when everything has arrived that KWin knew when it was asked. Rejects with `DisplayLostError` when KWin is missing. */
  sync(): Promise<void>;
  close(): void;
}

/** Undefined when there is no KWin on this bus. `onNews` hears the whole list first. */
export async function openKwinBus(
  busAddress: string,
  onNews: (news: KwinNews) => void,
): Promise<KwinBus | undefined> {
  const bus = sessionBus({ busAddress });
  const call = callsOn(bus);
  try {
    // Only one that runs: a question to its name might start it.
    if ((await call(BUS, 'NameHasOwner', KWIN)) !== true) {
      bus.disconnect();
      return undefined;
    }
    const owner = await call(BUS, 'GetNameOwner', KWIN);
    const heard = emitter<void>();
    listen(bus, owner, (news) => {
      onNews(news);
      heard.emit();
    });
    const script = await loadedScript(call, nameOf(bus), heard);
    return {
      sync: script.sync,
      close() {
        const leave = () => bus.disconnect();
        script.unload().then(leave, leave);
      },
    };
  } catch (error) {
    bus.disconnect();
    throw error;
  }
}

async function loadedScript(call: Call, listener: string, heard: Emitter<void>) {
  const base = `hindcast-windows-${listener.replace(/\W/g, '')}`;
  /** The last one is the one that speaks. */
  const names: string[] = [];

  async function run(name: string): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-kwin-'));
    try {
      const file = join(folder, 'windows.js');
      writeFileSync(file, kwinScript(listener, name));
      const id = Number(await call(SCRIPTS, 'loadScript', file, name));
      // It is answered when the script was read; Plasma 6 first.
      await call([KWIN, `/Scripting/Script${id}`, SCRIPT], 'run').catch(() =>
        call([KWIN, `/${id}`, SCRIPT], 'run'),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /**
   * KWin gives out a number again that another script still has; then that one was run, and ours says nothing. The silent ones stay
   * until the end: a script that goes is what brings a number back.
   */
  async function load(): Promise<void> {
    for (let attempt = 0; attempt < LOAD_AT_MOST; attempt += 1) {
      const name = `${base}-${names.length}`;
      names.push(name);
      const spoken = hears(heard, SPEAKS_WITHIN_MS);
      await run(name);
      if (await spoken) return;
    }
    throw new DisplayLostError('of KWin');
  }

  await load();
  let loading: Promise<void> | undefined;
  return {
    unload: () => Promise.all(names.map((name) => call(SCRIPTS, 'unloadScript', name))),
    async sync(): Promise<void> {
      const isThere = await call(SCRIPTS, 'isScriptLoaded', names.at(-1) ?? '');
      if (isThere === true && loading === undefined) return;
      // It gave up while this process stood still, or somebody took it away.
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await loading;
    },
  };
}

function hears(heard: Emitter<void>, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isHeard: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isHeard);
    };
    const timer = setTimeout(() => done(false), withinMs);
    const stop = heard.on(() => done(true));
  });
}

function nameOf(bus: MessageBus): string {
  return (bus as unknown as { name: string }).name;
}

function listen(bus: MessageBus, owner: unknown, onNews: (news: KwinNews) => void): void {
  type Handler = (message: Message) => boolean;
  (bus as unknown as { addMethodHandler(handler: Handler): void }).addMethodHandler((message) => {
    if (message.path !== EAR.path || message.interface !== EAR.iface) return false;
    // Everybody on the bus could say something about windows.
    if (message.sender === owner) onNews(JSON.parse(String(message.body[0])) as KwinNews);
    bus.send(Message.newMethodReturn(message));
    return true;
  });
}

type To = readonly [name: string, path: string, iface: string];
/** Gives the first value of the answer. */
type Call = (to: To, member: string, ...body: string[]) => Promise<unknown>;

function callsOn(bus: MessageBus): Call {
  /** Of the calls that wait for an answer: a promise that they all raced would keep every one of them for good. */
  const waiting = new Set<() => void>();
  let isLost = false;
  const fail = () => {
    isLost = true;
    for (const give of waiting) give();
  };
  (bus as unknown as EventEmitter).on('error', fail);
  // The library keeps the end of its connection to itself.
  (bus as unknown as { _connection: EventEmitter })._connection.on('end', fail);
  return async ([destination, path, iface], member, ...body) => {
    const about = { destination, path, interface: iface, member };
    const message = new Message({ ...about, signature: 's'.repeat(body.length), body });
    const unanswered = Promise.withResolvers<never>();
    const giveUp = () => unanswered.reject(new DisplayLostError('of KWin'));
    const timer = setTimeout(giveUp, isLost ? 0 : ANSWER_WITHIN_MS);
    waiting.add(giveUp);
    try {
      const answer = await Promise.race([bus.call(message), unanswered.promise]);
      return answer?.body[0];
    } finally {
      clearTimeout(timer);
      waiting.delete(giveUp);
    }
  };
}
