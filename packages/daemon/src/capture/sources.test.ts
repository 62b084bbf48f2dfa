import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { manualClock } from '#core/testing/manual-clock.ts';
import { chooseDesktop } from './sources.ts';

const now = () => Date.now();

describe('chooseDesktop', () => {
  test.each([
    ['darwin', {}, 'portable'],
    ['win32', {}, 'portable'],
    ['linux', { DISPLAY: ':7' }, 'x11'],
    ['linux', { DISPLAY: ':7', WAYLAND_DISPLAY: 'wayland-0' }, 'wayland'],
    ['linux', { DISPLAY: ':7', XDG_SESSION_TYPE: 'wayland' }, 'wayland'],
    ['linux', { DISPLAY: ':7', XDG_SESSION_TYPE: 'x11' }, 'x11'],
    ['linux', {}, 'none'],
    ['linux', { DISPLAY: '' }, 'none'],
  ] as const)('on %s with %j it is %s', (platform, env, name) => {
    expect(chooseDesktop({ platform, env }).name).toBe(name);
  });

  test('the desktop of the sample day opens when the day is stored, not before', async () => {
    const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
    const sample = { clock: manualClock(), isStored };
    const choice = chooseDesktop({ platform: 'linux', env: { DISPLAY: ':7' } }, { sample });
    let isOpen = false;
    const opening = choice.open(now).finally(() => {
      isOpen = true;
    });
    await sample.clock.advance(60_000);
    expect([choice.name, isOpen]).toEqual(['sample', false]);
    store();
    const opened = await opening;
    expect(opened.kind).toBe('open');
    if (opened.kind === 'open') opened.sources.screen.close();
  });

  test('a Wayland session that is not there and no display are states, not faults', async () => {
    const wayland = chooseDesktop({
      platform: 'linux',
      env: { WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/nonexistent' },
    });
    expect(await wayland.open(now)).toEqual({
      kind: 'unavailable',
      message: expect.stringContaining('wayland-0 (Wayland)'),
    });
    const lost = chooseDesktop({ platform: 'linux', env: { XDG_SESSION_TYPE: 'wayland' } });
    expect(await lost.open(now)).toMatchObject({ kind: 'unavailable' });
    const none = chooseDesktop({ platform: 'linux', env: {} });
    expect(await none.open(now)).toMatchObject({ kind: 'unavailable' });
  });

  test.each([':9999', ':59999', 'nonsense', ':', 'unix/:9999', ':9999.0'])(
    'a display %j that does not exist is unavailable',
    async (DISPLAY) => {
      const choice = chooseDesktop({ platform: 'linux', env: { DISPLAY } });
      expect(await choice.open(now)).toMatchObject({ kind: 'unavailable' });
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'a server that lets nobody in is a matter of permission',
    async () => {
      // The answer of an X server to a client without the right cookie.
      const words = 'Authorization required, but no authorization protocol specified\n';
      const refusal = Buffer.alloc(8 + Math.ceil(words.length / 4) * 4);
      refusal.writeUInt8(words.length, 1);
      refusal.writeUInt16LE(11, 2);
      refusal.writeUInt16LE((refusal.length - 8) / 4, 6);
      refusal.write(words, 8);
      const server = createServer((socket) => socket.once('data', () => socket.end(refusal)));
      mkdirSync('/tmp/.X11-unix', { recursive: true });
      const number = freeNumber();
      await new Promise<void>((resolve) => server.listen(`/tmp/.X11-unix/X${number}`, resolve));
      const choice = chooseDesktop({ platform: 'linux', env: { DISPLAY: `:${number}` } });
      expect(await choice.open(now)).toMatchObject({ kind: 'permission_denied' });
      server.close();
    },
  );
});

function freeNumber(): number {
  for (let number = 900; ; number += 1) {
    if (!existsSync(`/tmp/.X11-unix/X${number}`)) return number;
  }
}
