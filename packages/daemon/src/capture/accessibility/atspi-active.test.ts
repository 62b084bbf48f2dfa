import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missingPrograms } from '../../../../../test/support/desktop.ts';
import { atspiActiveWindows } from './atspi-active.ts';
import { startAtspi } from './atspi-programs.fixture.ts';

const isMissing = process.platform !== 'linux' || missingPrograms(['dbus-daemon']).length > 0;
if (isMissing) process.stderr.write('accessible window tests skipped: missing dbus-daemon\n');
const patience = { timeout: 20_000, interval: 20 };
const DESKTOP = { x: 0, y: 0, width: 800, height: 600 };

describe.skipIf(isMissing)('windows that programs tell', { timeout: 60_000 }, () => {
  let atspi: Awaited<ReturnType<typeof startAtspi>>;
  const cleanups: (() => void)[] = [];
  beforeEach(async () => {
    atspi = await startAtspi();
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) cleanup();
    await atspi.stop();
  });

  async function open(options: { now?: () => number; registryWithinMs?: number } = {}) {
    const source = await atspiActiveWindows({
      sessionBusAddress: atspi.address,
      desktop: () => DESKTOP,
      now: () => Date.now(),
      ...options,
    });
    cleanups.push(() => source.close());
    return source;
  }

  test('a program that does not answer is named by its process, from the first question on', async () => {
    await atspi.program('editor', [{ title: 'notes', isActive: true }]);
    const slow = await atspi.program('vault', [{ title: 'secrets' }]);
    for (const mood of ['hang', 'fail'] as const) {
      slow.mood = mood;
      const { windows, unheard } = await (await open()).snapshot();
      expect(windows.map(({ title }) => title)).toEqual(['notes']);
      // The process that plays it.
      expect(unheard).toMatchObject([{ className: 'node', pid: process.pid, bounds: DESKTOP }]);
    }
    slow.mood = 'answer';
    const { windows, unheard } = await (await open()).snapshot();
    expect(windows.map(({ title }) => title)).toEqual(['notes', 'secrets']);
    expect(unheard).toBeUndefined();
  });

  test('a program that stops answering still shows what it showed, and may show more', async () => {
    const browser = await atspi.program('browser', [{ title: 'news' }]);
    const source = await open();
    const [known] = (await source.snapshot()).windows;
    browser.mood = 'hang';
    browser.windows.push({ title: 'private' });
    const { windows, unheard } = await source.snapshot();
    expect(windows).toEqual([known]);
    expect(unheard).toHaveLength(1);
  });

  test('a window of a program that could not answer is reported once it can', async () => {
    const editor = await atspi.program('editor', [{ title: 'notes', isActive: true }]);
    const source = await open();
    const reported: string[] = [];
    source.onFocusChange(({ window }) => reported.push(window.title));
    editor.mood = 'hang';
    editor.windows = [{ title: 'letters', isActive: true }];
    editor.rename('/window/0');
    expect((await source.snapshot()).unheard).toHaveLength(1);
    editor.mood = 'answer';
    await expect.poll(() => reported, patience).toEqual(['letters']);
  });

  test('the end of the bus is reported to who waits and to who asks later', async () => {
    await atspi.program('editor', [{ title: 'notes' }]);
    const source = await open();
    atspi.daemon.kill('SIGSTOP');
    const waiting = expect(source.snapshot()).rejects.toMatchObject({ code: 'WINDOWS_LOST' });
    atspi.daemon.kill('SIGKILL');
    await once(atspi.daemon, 'exit');
    await waiting;
    await expect(source.snapshot()).rejects.toMatchObject({ code: 'WINDOWS_LOST' });
  });

  test('a bus that hangs is given up, also while it is opened', async () => {
    const source = await open({ registryWithinMs: 300 });
    atspi.daemon.kill('SIGSTOP');
    await expect(source.snapshot()).rejects.toMatchObject({ code: 'WINDOWS_LOST' });
    atspi.daemon.kill('SIGCONT');
    atspi.registry.mood = 'hang';
    const before = await atspi.clients();
    await expect(open({ registryWithinMs: 300 })).rejects.toMatchObject({ code: 'WINDOWS_LOST' });
    // What was opened in vain is let go.
    await expect.poll(() => atspi.clients(), patience).toBe(before);
    atspi.registry.mood = 'answer';
    expect((await (await open()).snapshot()).windows).toEqual([]);
  });

  test('only the name of a window is looked at when it changes, and not more often than needed', async () => {
    const editor = await atspi.program('editor', [{ title: 'notes', isActive: true }]);
    const source = await open();
    const reported: string[] = [];
    source.onFocusChange(({ kind, window }) => reported.push(`${kind} ${window.title}`));
    /** How often it is asked by itself while a name changes in every round. */
    const lookedDuring = async (path: string) => {
      const [before, rounds] = [editor.asked(), 40];
      for (let count = 0; count < rounds; count += 1) {
        editor.rename(path);
        await source.snapshot();
      }
      return editor.asked() - before - rounds;
    };
    expect(await lookedDuring('/label/7')).toBe(0);
    editor.windows = [{ title: 'letters', isActive: true }];
    const startMs = performance.now();
    const looks = await lookedDuring('/window/0');
    expect(looks).toBeLessThanOrEqual(2 + (performance.now() - startMs) / 100);
    await expect.poll(() => reported, patience).toEqual(['title letters']);
  });

  test('a window keeps its number for as long as it is there', async () => {
    const editor = await atspi.program('editor', [{ title: 'one' }, { title: 'two' }]);
    const source = await open();
    const ids = async () => (await source.snapshot()).windows.map(({ id }) => id);
    const first = await ids();
    expect(new Set(first).size).toBe(2);
    editor.mood = 'hang';
    expect(await ids()).toEqual(first);
  });
});
