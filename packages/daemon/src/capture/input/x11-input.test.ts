import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InputSource, RawInput } from '#capture/source.ts';
import { connectX11, type X11Connection } from '#capture/x11/x11-connection.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { clipboardOwner } from './clipboard-owner.fixture.ts';
import { x11Input } from './x11-input.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`x11 input tests skipped: ${reason}\n`);

/** On a busy machine the desktop takes its time. */
const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 10_000 });

describe.skipIf(reason !== undefined)('x11 input', () => {
  let desktop: Desktop;
  let connection: X11Connection;
  let input: InputSource;
  const seen: RawInput[] = [];
  beforeAll(async () => {
    desktop = await startDesktop();
    await desktop.open('xterm', ['-T', 'typing term', '-e', 'sleep 600'], 'typing term');
    connection = await connectX11(desktop.display);
    const opened = await x11Input(connection, () => Date.now());
    if (opened === undefined) throw new Error('the test server has no XInput 2');
    input = opened;
    input.onInput((one) => seen.push(one));
  }, 120_000);
  beforeEach(() => {
    seen.length = 0;
  });
  afterAll(async () => {
    connection?.close();
    await desktop?.stop();
  });

  const typed = () => seen.map((one) => (one.kind === 'key' ? one.text : undefined));
  const copied = () => seen.map((one) => (one.kind === 'clipboard' ? one.text : undefined));
  test('a click has its button, place and modifiers', async () => {
    await desktop.run('xdotool', 'mousemove', '321', '123', 'click', '1');
    await desktop.run('xdotool', 'keydown', 'ctrl', 'click', '3', 'keyup', 'ctrl');
    await eventually(() => seen.length).toBe(2);
    expect(seen).toMatchObject([
      { kind: 'button', button: 1, x: 321, y: 123, modifiers: 0 },
      { kind: 'button', button: 3, x: 321, y: 123, modifiers: 4 },
    ]);
  });

  test('the wheel has a direction', async () => {
    await desktop.run('xdotool', 'click', '5', 'click', '4', 'click', '7');
    await eventually(() => seen.length).toBe(3);
    expect(seen).toMatchObject([
      { kind: 'wheel', deltaX: 0, deltaY: 1 },
      { kind: 'wheel', deltaX: 0, deltaY: -1 },
      { kind: 'wheel', deltaX: 1, deltaY: 0 },
    ]);
  });

  test('keys are the characters they write, in order; shortcuts and arrows write nothing', async () => {
    await desktop.run('xdotool', 'type', 'aB c!');
    await desktop.run('xdotool', 'key', 'BackSpace', 'Return', 'Left', 'ctrl+a');
    await eventually(() => seen.length).toBe(9);
    expect(typed()).toEqual(['a', 'B', ' ', 'c', '!', '\b', '\n', undefined, undefined]);
  });

  test('moving the pointer is nothing', async () => {
    await desktop.run('xdotool', 'mousemove', '10', '10', 'mousemove', '300', '300');
    await desktop.run('xdotool', 'key', 'z');
    await eventually(() => seen.length).toBe(1);
    expect(typed()).toEqual(['z']);
  });

  test('copied text is read, also when it is not English', async () => {
    desktop.copy('first copy');
    await eventually(copied).toEqual(['first copy']);
    desktop.copy('zweite Kopie: Grüße 中文');
    await eventually(copied).toEqual(['first copy', 'zweite Kopie: Grüße 中文']);
  });

  test('what a password manager marks as secret is not read, what others offer in the same way is', async () => {
    const owner = await clipboardOwner(desktop.display);
    await owner.offer('hunter2', ['x-kde-passwordManagerHint']);
    // The mark is seen as soon as the forms on offer are asked for; the text must not be asked for after that.
    await eventually(() => owner.asked()).toContain('TARGETS');
    await owner.offer('an ordinary text', ['text/html']);
    await eventually(copied).toEqual(['an ordinary text']);
    expect(owner.asked()).toEqual(['TARGETS', 'TARGETS', 'UTF8_STRING']);
    owner.close();
  });

  test('an image and a very long text are not read', async () => {
    desktop.copy('not really an image', '-target', 'image/png');
    await wait(200);
    desktop.copy('x'.repeat(100_000));
    await wait(300);
    desktop.copy('short again');
    await eventually(copied).toEqual(['short again']);
  });
});
