/**
 * The promise of the README, as the system sees it: a service that sees, hears, reads and understands asks no other machine for
 * anything, and leaves nothing behind outside its own folder. Libraries are held to it too: it is the system's calls that count.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, startDesktop, until, whyNoDesktop } from './support/desktop.ts';
import {
  MIC_FEED,
  type SoundServer,
  startSoundServer,
  whyNoSoundServer,
} from './support/sound-server.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from './support/start-daemon.ts';
import { promptFile, whyNoSpeech } from './support/wav.ts';

function whyNotWatched(): string | undefined {
  const isWatchable = spawnSync('strace', ['-e', 'trace=connect', 'true']).status === 0;
  return isWatchable ? undefined : 'strace cannot run here (Debian: strace)';
}
const reason = whyNoDesktop() ?? whyNoSoundServer() ?? whyNoSpeech() ?? whyNotWatched();
if (reason !== undefined) process.stderr.write(`tests of what stays here are skipped: ${reason}\n`);

const HEARD_WITHIN_MS = 120_000;
/** The library that did it called its maker within fifteen seconds. */
const QUIET_MS = 20_000;

describe.skipIf(reason !== undefined)('a service in use', { timeout: 240_000 }, () => {
  let home: string;
  let desktop: Desktop;
  let sound: SoundServer;
  let daemon: RunningDaemon;
  const calls = () => readFileSync(join(home, 'calls'), 'utf8');

  beforeAll(async () => {
    home = temporaryFolder();
    desktop = await startDesktop();
    sound = await startSoundServer();
    const watched = [
      '-e',
      'trace=connect,sendto,sendmsg,sendmmsg,openat,mkdirat',
      '-o',
      join(home, 'calls'),
    ];
    daemon = await startDaemon({
      // The service stays our own child (-D), and only these calls are slower (--seccomp-bpf).
      under: ['strace', '-D', '-f', '-qq', '--seccomp-bpf', ...watched],
      dataDir: join(home, 'data'),
      env: { ...desktop.env, ...sound.env, NODE_COMPILE_CACHE: join(home, 'data') },
    });
  }, 90_000);
  afterAll(async () => {
    await daemon?.stop();
    await sound?.stop();
    await desktop?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const hits = async (parameters: Record<string, string>) => {
    const reply = await fetch(`${daemon.baseUrl}/search?${new URLSearchParams(parameters)}`);
    return ((await reply.json()) as { data: object[] }).data.length;
  };

  test('reads the screen and understands speech', async () => {
    const words = 'echo; echo "  lantern harbour mosaic"; sleep 600';
    await desktop.open('xterm', ['-fs', '14', '-T', 'shift', '-e', 'sh', '-c', words], 'shift');
    await until('the words to be read', () => hits({ q: 'lantern', content_type: 'ocr' }), 60_000);
    const isHeard = async () => {
      await sound.play(promptFile('english', 'vm-newuser'), MIC_FEED);
      return hits({ q: 'setup process', content_type: 'audio' });
    };
    await until('the sentence to be understood', isHeard, HEARD_WITHIN_MS);
  });

  test('calls nobody but programs of this machine', async () => {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const addresses = calls().match(/sa_family=AF_INET6?\b.*?\}/g) ?? [];
    // Who asks for the address of a name (port 53) wants to call somebody, even if the answer comes from this machine.
    const isLocal = (address: string) =>
      /"127\.|"::1"|"::ffff:127\./.test(address) && !/htons\(53\)/.test(address);
    expect(addresses.filter((address) => !isLocal(address))).toEqual([]);
    // It was watched: sound server and display are asked over sockets.
    expect(calls()).toContain('AF_UNIX');
  });

  test('leaves files in its own folder only', () => {
    const made = [...calls().matchAll(/"(\/[^"]+)", (?:[A-Z_|]*O_CREAT|0[0-7]+\) = 0)/g)].map(
      ([, path]) => path ?? '',
    );
    expect(made).toContainEqual(expect.stringContaining(daemon.dataDir));
    const left = made.filter((path) => !path.startsWith(daemon.dataDir) && existsSync(path));
    expect(left.filter((path) => !path.startsWith('/proc/'))).toEqual([]);
  });
});
