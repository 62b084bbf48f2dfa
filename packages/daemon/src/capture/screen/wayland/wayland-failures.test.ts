/** What becomes of copies that fail, with compositors that are played: a real one fails only when it likes. */
import { closeSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MonitorGoneError, PictureFailedError, PixelFormatError } from '#capture/errors.ts';
import { exclusionsFrom } from '#capture/exclusions/exclusions.ts';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import { emitter } from '#capture/listeners.ts';
import { monitorIds } from '#capture/monitor-ids.ts';
import type { Look } from '#capture/recorder/monitor-looks.ts';
import { makeRecorder } from '#capture/recorder/recorder.ts';
import type { WaylandConnection, WaylandListener } from '#capture/wayland/wayland-connection.ts';
import type { WaylandOutput } from '#capture/wayland/wayland-outputs.ts';
import type { EventReader } from '#capture/wayland/wayland-wire.ts';
import { systemClock } from '#core/clock.ts';
import { returnPixels } from '#core/memory/pixel-memory.ts';
import type { CapturedFrame, Monitor, Rect } from '#core/observation.ts';
import { EXT_COPY, extCopiers } from './ext-copier.ts';
import { CopyFailedError, type OutputCopier } from './output-copier.ts';
import { pictureMemory } from './wayland-memory.ts';
import type { RawPicture } from './wayland-picture.ts';
import { waylandScreen } from './wayland-screen.ts';

const PATIENCE = { timeout: 20_000, interval: 10 };
const [WIDTH, HEIGHT] = [64, 32];
/** Sixteen bits per colour. */
const HALF_FLOATS = 0x48344241;
const unaborted = new AbortController().signal;
const output: WaylandOutput = {
  object: 7,
  name: 'DP-1',
  transform: 0,
  width: WIDTH,
  height: HEIGHT,
  logical: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
};
const picture = (format: number): RawPicture => ({
  width: WIDTH,
  height: HEIGHT,
  strideBytes: WIDTH * 4,
  format,
  isUpsideDown: false,
  readRows: (_, count) => Buffer.alloc(WIDTH * 4 * count, 9),
});

/** Nothing is drawn on it by itself. */
function screenOf(
  copyNow: (output: number) => ReturnType<OutputCopier['copyNow']>,
  present: readonly WaylandOutput[] = [output],
) {
  const ended = Promise.withResolvers<undefined>();
  const changes = emitter<readonly WaylandOutput[]>();
  const connection = {
    ended: ended.promise,
    orLost: <T>(work: Promise<T>) => work,
    close: () => ended.resolve(undefined),
  } as unknown as WaylandConnection;
  const screen = waylandScreen({
    name: 'played',
    connection,
    monitorIds: monitorIds(),
    outputs: { list: () => present, onChange: changes.on, stop() {} },
    copierFor: (object) => ({
      copyNow: () => copyNow(object),
      nextDamage: () => new Promise(() => {}),
      close() {},
    }),
  });
  return { screen, plug: (list: readonly WaylandOutput[]) => changes.emit(list) };
}

function record(screen: ReturnType<typeof screenOf>['screen']) {
  const [frames, looks]: [CapturedFrame[], Look[]] = [[], []];
  const recorder = makeRecorder({
    sources: { screen, windows: undefined, accessibility: undefined, input: undefined },
    exclusions: exclusionsFrom({
      ignoredApps: [],
      ignoredWindows: [],
      ignoredUrls: [],
      isPrivateBrowsingIgnored: true,
      areSilentBrowsersIgnored: true,
    }),
    lock: screenLock(systemClock),
    input: { clicks: false, scroll: false, typing: 'off', clipboard: false, focus: false },
    clock: systemClock,
    offer: (frame) => frames.push(frame) > 0,
    onEvent() {},
    onLook: (look) => looks.push(look),
  });
  const stop = new AbortController();
  const { refusals, captureNow } = recorder;
  const running = recorder.run(stop.signal);
  return { frames, looks, running, refusals, captureNow, stop: () => stop.abort() };
}

describe('a copy that fails', () => {
  test('is tried again after a pause, though nothing is drawn any more', async () => {
    let copies = 0;
    const { screen } = screenOf(async () => {
      copies += 1;
      if (copies === 1) throw new CopyFailedError('for no known reason');
      return picture(1);
    });
    const recording = record(screen);
    await expect.poll(() => recording.frames.length, PATIENCE).toBe(1);
    expect(recording.looks.map(({ kind }) => kind)).toEqual(['failed', 'frame']);
    expect(copies).toBe(2);
    recording.stop();
    await recording.running;
  });

  test('is no missing monitor, unless it is', async () => {
    const { screen, plug } = screenOf(async () => {
      throw new CopyFailedError('for no known reason');
    });
    const [monitor] = (await screen.listMonitors()) as [Monitor];
    await expect(screen.grab(monitor, unaborted)).rejects.toBeInstanceOf(PictureFailedError);
    const late = screen.grab(monitor, unaborted);
    plug([]);
    await expect(late).rejects.toBeInstanceOf(MonitorGoneError);
    screen.close();
  });

  test('for a pixel format that nobody knows ends the recording and says so', async () => {
    const { screen } = screenOf(async () => picture(HALF_FLOATS));
    const { message } = new PixelFormatError([HALF_FLOATS]);
    await expect(record(screen).running).rejects.toThrow(message);
    expect(message).toContain('0x48344241');
  });

  test('for its pixel format leaves the other outputs, and is reported until it gives pictures', async () => {
    let format = HALF_FLOATS;
    const nearby = { ...output, object: 8, name: 'DP-2', logical: { ...output.logical, x: WIDTH } };
    const { screen, plug } = screenOf(
      async (object) => picture(object === 8 ? format : 1),
      [output, nearby],
    );
    const recording = record(screen);
    const names = () => recording.frames.map(({ monitor }) => monitor.name);
    await expect.poll(() => recording.refusals(), PATIENCE).toHaveLength(1);
    expect(recording.refusals()[0]).toMatch(/^Monitor DP-2 is left out: .*0x48344241.*8 bits/);
    await expect.poll(names, PATIENCE).toEqual(['DP-1']);
    // Set otherwise.
    format = 1;
    void recording.captureNow();
    await expect.poll(names, PATIENCE).toEqual(['DP-1', 'DP-1', 'DP-2']);
    expect(recording.refusals()).toEqual([]);

    format = HALF_FLOATS;
    void recording.captureNow();
    await expect.poll(() => recording.refusals(), PATIENCE).toHaveLength(1);
    plug([output]);
    await expect.poll(() => recording.refusals(), PATIENCE).toEqual([]);
    recording.stop();
    await recording.running;
  });
});

/** A compositor that notes what is asked of it and says what a test wants. */
function playedConnection() {
  const listeners: WaylandListener[] = [];
  const requests: [object: number, opcode: number][] = [];
  const connection = {
    find: (iface: string) => ({ name: 1, iface, version: 1 }),
    bind: () => connection.create(),
    create: (listener: WaylandListener = () => {}) => listeners.push(listener) - 1,
    request(object: number, opcode: number, _args?: unknown, fd?: number) {
      requests.push([object, opcode]);
      if (fd !== undefined) closeSync(fd);
    },
    orLost: <T>(work: Promise<T>) => work,
  };
  return {
    connection: connection as unknown as WaylandConnection,
    requests,
    newest: () => listeners.length - 1,
    say(object: number, opcode: number, ...numbers: number[]) {
      const take = () => numbers.shift() ?? 0;
      listeners[object]?.(opcode, { uint: take, int: take } as unknown as EventReader);
    },
  };
}

const SESSION = { destroy: 1, size: 0, format: 1, done: 4, stopped: 5 };
const FRAME = { damage: 1, ready: 3 };

test('a session that the compositor stopped is opened again, and each is ended once', async () => {
  const played = playedConnection();
  expect(played.connection.find(EXT_COPY)).toBeDefined();
  const copier = extCopiers(played.connection, 0)?.(5);
  if (copier === undefined) throw new Error('there is no copier');
  const first = copier.nextDamage();
  const stopped = played.newest();
  played.say(stopped, SESSION.stopped);
  await expect(first).rejects.toThrow('the output is missing');

  const second = copier.nextDamage();
  const session = played.newest();
  expect(session).not.toBe(stopped);
  played.say(session, SESSION.size, 4, 4);
  played.say(session, SESSION.format, 1);
  played.say(session, SESSION.done);
  await expect.poll(() => played.newest(), PATIENCE).toBeGreaterThan(session + 2);
  const frame = played.newest();
  played.say(frame, FRAME.damage, 1, 2, 3, 4);
  played.say(frame, FRAME.ready);
  const area: Rect = { x: 1, y: 2, width: 3, height: 4 };
  expect(await second).toEqual([area]);
  copier.close();
  for (const one of [stopped, session]) {
    const ends = played.requests.filter(
      ([object, opcode]) => object === one && opcode === SESSION.destroy,
    );
    expect(ends).toHaveLength(1);
  }
});

test('memory that is closed is not made again', () => {
  const memory = pictureMemory(playedConnection().connection, 0);
  const form = { width: 4, height: 4, strideBytes: 16, format: 1 };
  memory.bufferFor(form);
  memory.close();
  expect(() => memory.bufferFor(form)).toThrow('closed');
});

test('memory of a picture that was returned is used for the next one', () => {
  const memory = pictureMemory(playedConnection().connection, 0);
  memory.bufferFor({ width: 640, height: 480, strideBytes: 2560, format: 1 });
  const first = memory.readRows(0, 480);
  returnPixels(first);
  expect(memory.readRows(0, 480).buffer).toBe(first.buffer);
  memory.close();
});
