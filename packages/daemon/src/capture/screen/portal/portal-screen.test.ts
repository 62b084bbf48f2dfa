import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DisplayLostError, SilentCastError } from '#capture/errors.ts';
import { monitorIds } from '#capture/monitor-ids.ts';
import { screenSourceConformance } from '#capture/source.conformance.ts';
import { castStream } from './cast-stream.ts';
import { portalConsent } from './portal-consent.ts';
import { type PortalDesktop, startPortalDesktop, whyNoPortal } from './portal-desktop.fixture.ts';
import { portalScreen } from './portal-screen.ts';

const reason = whyNoPortal();
if (reason !== undefined) process.stderr.write(`portal tests skipped: ${reason}\n`);

describe.skipIf(reason !== undefined)('the screen behind a portal', { timeout: 60_000 }, () => {
  let desktop: PortalDesktop;
  beforeAll(async () => {
    desktop = await startPortalDesktop();
  }, 90_000);
  afterAll(() => desktop?.stop());
  beforeEach(() => {
    desktop.answer = 'allow';
    desktop.asked.length = 0;
  });

  const consentOf = (tokenFile?: string, env = desktop.env, answersWithinMs = 30_000) =>
    portalConsent({ sessionBusAddress: desktop.bus, env, tokenFile, answersWithinMs });

  async function open(consent = consentOf()) {
    const answer = await consent.get(true);
    if (answer.kind !== 'given') throw new Error(answer.message);
    const never = new Promise<undefined>(() => {});
    const about = { cast: answer.cast, env: desktop.env, monitorIds: monitorIds(), lost: never };
    // A desktop sends a first picture when somebody begins to look.
    const timer = setInterval(desktop.send, 100);
    try {
      return await portalScreen(about);
    } finally {
      clearInterval(timer);
    }
  }

  describe('in PipeWire', () => {
    screenSourceConformance({ open: () => open(), paint: (area, rgb) => desktop.paint(area, rgb) });
  });

  test('what was allowed once is kept for its owner alone, and used the next time', async () => {
    const tokenFile = join(desktop.home, 'token');
    const first = await open(consentOf(tokenFile));
    first.close();
    const token = readFileSync(tokenFile, 'utf8');
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    const second = await open(consentOf(tokenFile));
    second.close();
    expect(desktop.asked).toEqual([undefined, token]);
    expect(readFileSync(tokenFile, 'utf8')).not.toBe(token);
  });

  test('what was allowed counts, though it cannot be kept for the next time', async () => {
    const consent = consentOf(join(desktop.home, 'no-such-folder', 'token'));
    const answer = await consent.get(true);
    if (answer.kind !== 'given') throw new Error(answer.message);
    answer.cast.close();
    expect(desktop.asked).toHaveLength(1);
  });

  test('what is allowed when nobody wants it any more is let go, and asked for again', async () => {
    desktop.answer = 'wait';
    const tokenFile = join(desktop.home, 'late-token');
    const consent = portalConsent({
      sessionBusAddress: desktop.bus,
      env: desktop.env,
      tokenFile,
      answersWithinMs: 100,
      fetchedWithinMs: 100,
    });
    expect((await consent.get(true)).kind).toBe('permission_denied');
    const before = desktop.closed();
    desktop.allowNow();
    await expect.poll(() => desktop.closed(), { timeout: 20_000 }).toBe(before + 1);
    // The answer itself was kept.
    desktop.answer = 'allow';
    await consentOf(tokenFile).get(true);
    expect(desktop.asked).toEqual([undefined, expect.stringContaining('token-')]);
  });

  test.each(['refuse', 'end'] as const)(
    'a no (%s) holds until the person asks for capture again',
    async (no) => {
      desktop.answer = no;
      const consent = consentOf();
      const refused = {
        kind: 'permission_denied',
        message: expect.stringMatching(/refused.*curl/),
      };
      expect(await consent.get(true)).toEqual(refused);
      desktop.answer = 'allow';
      expect(await consent.get(false)).toEqual(refused);
      expect(desktop.asked).toHaveLength(1);
      expect((await consent.get(true)).kind).toBe('given');
    },
  );

  test('a dialogue that nobody has answered yet is reported, and not opened twice', async () => {
    desktop.answer = 'wait';
    const consent = consentOf(undefined, desktop.env, 500);
    const waiting = { kind: 'permission_denied', message: expect.stringContaining('dialogue') };
    expect(await consent.get(true)).toEqual(waiting);
    expect(await consent.get(false)).toEqual(waiting);
    expect(desktop.asked).toHaveLength(1);
  });

  test('the stop button of the desktop ends it, and nobody is asked again unasked', async () => {
    const consent = consentOf();
    const source = await open(consent);
    desktop.stopSharing();
    expect(await source.ended).toBeInstanceOf(DisplayLostError);
    expect(await consent.get(false)).toEqual({
      kind: 'permission_denied',
      message: expect.stringMatching(/stopped.*curl/),
    });
  });

  test.each([
    ['and sends no picture', {}, /through PipeWire: run "systemctl --user restart pipewire/],
    [
      'and whose stream ends at once',
      { PIPEWIRE_REMOTE: 'nowhere' },
      /through PipeWire \(gst-launch-1\.0 ended with \d+: .+\): run "systemctl/,
    ],
  ])(
    'a desktop that allows it %s is reported with the remedy, and let go',
    async (_, more, reported) => {
      let closed = 0;
      const cast = {
        nodes: [{ node: 999_999, position: undefined, size: undefined }],
        restoreToken: undefined,
        closed: new Promise<'stopped'>(() => {}),
        close() {
          closed += 1;
        },
      };
      const never = new Promise<undefined>(() => {});
      const env = { ...desktop.env, ...more };
      const about = { cast, env, monitorIds: monitorIds(), lost: never };
      const firstWithinMs = 'PIPEWIRE_REMOTE' in more ? 30_000 : 200;
      const error = await portalScreen({ ...about, firstWithinMs }).catch((reason) => reason);
      expect(error).toBeInstanceOf(SilentCastError);
      // All that anybody is shown of it.
      expect(error.message).toMatch(reported);
      expect(closed).toBe(1);
    },
  );

  test('what is missing is reported with the command that brings it', async () => {
    expect(await consentOf(undefined, { ...desktop.env, PATH: '/nonexistent' }).get(true)).toEqual({
      kind: 'unavailable',
      message: expect.stringContaining('apt-get install -y gstreamer1.0-tools'),
    });
    const nowhere = portalConsent({
      sessionBusAddress: 'unix:path=/nonexistent/bus',
      env: desktop.env,
      tokenFile: undefined,
    });
    expect(await nowhere.get(true)).toEqual({
      kind: 'unavailable',
      message: expect.stringContaining(
        'apt-get install -y pipewire wireplumber xdg-desktop-portal',
      ),
    });
  });
});

test('a stream that never reports the size of its pictures ends, and is not kept in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-flood-'));
  const program = join(folder, 'gst-launch-1.0');
  writeFileSync(program, '#!/bin/sh\nhead -c 200000000 /dev/zero >&3\nexec sleep 60\n', {
    mode: 0o755,
  });
  const ended = Promise.withResolvers<Error>();
  const stream = castStream({
    node: 1,
    picturesPerSec: 5,
    onEnd: ended.resolve,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  expect((await ended.promise).message).toContain('does not tell the size');
  stream.stop();
  rmSync(folder, { recursive: true });
});
