/**
 * Reports the service's state to systemd: ready, stopping, health's own sentence, and the signs of life that its watchdog waits for.
 * A sign of life is sent only after the service has answered a health request over HTTP, so a hung service is restarted. Health that is
 * bad is no reason to restart: parts restart by themselves. Started by `main.ts` under `Type=notify`.
 */
import koffi from 'koffi';

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const MSG_NOSIGNAL = 0x4000;
/** Without a watchdog only the sentence is kept current. */
const DEFAULT_EVERY_MS = 30_000;
/** Three requests may fail before the watchdog acts. */
const SIGNS_PER_LIMIT = 4;

export interface Notifier {
  stop(): void;
}

/** Undefined when no manager waits for reports. `env` loses the variables: they are meant for this process alone. */
export function startNotifier(options: {
  env: NodeJS.ProcessEnv;
  url: string;
}): Notifier | undefined {
  const { env, url } = options;
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: limitUs } = env;
  delete env.NOTIFY_SOCKET;
  delete env.WATCHDOG_USEC;
  delete env.WATCHDOG_PID;
  if (!socket) return undefined;
  const everyMs = limitUs ? Number(limitUs) / 1000 / SIGNS_PER_LIMIT : DEFAULT_EVERY_MS;
  const send = sender(socket);
  const report = async () => {
    const sentence = await askHealth(url, everyMs);
    if (sentence !== undefined) send(`WATCHDOG=1\nSTATUS=${sentence}`);
  };
  send('READY=1');
  void report();
  const timer = setInterval(() => void report(), everyMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      send('STOPPING=1\nSTATUS=stopping');
    },
  };
}

/** One line; undefined when there is no answer in time. A locked store answers too. */
async function askHealth(url: string, withinMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(`${reachable(url)}/health`, {
      signal: AbortSignal.timeout(withinMs),
    });
    const { message } = (await response.json()) as { message?: unknown };
    return typeof message === 'string' ? message.replaceAll('\n', ' ') : 'running';
  } catch {
    // No answer: the watchdog of the manager decides when that has lasted too long.
    return undefined;
  }
}

/** "All addresses" is where the service listens, not where one can call it. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** Node has no datagrams over UNIX sockets. */
function sender(socket: string): (text: string) => void {
  const libc = koffi.load('libc.so.6');
  const open = libc.func('int socket(int, int, int)');
  const sendTo = libc.func(
    'int64_t sendto(int, const uint8_t *, size_t, int, const uint8_t *, uint32_t)',
  );
  const close = libc.func('int close(int)');
  // A leading @ stands for the zero byte of an abstract address.
  const path = Buffer.from(socket.replace(/^@/, '\0'));
  const address = Buffer.concat([Buffer.from(Uint16Array.of(AF_UNIX).buffer), path]);
  return (text) => {
    const descriptor = open(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return;
    const bytes = Buffer.from(text);
    sendTo(descriptor, bytes, bytes.length, MSG_NOSIGNAL, address, address.length);
    close(descriptor);
  };
}
