import { expect, test } from 'vitest';
import type { WindowInfo } from '#core/observation.ts';
import { windowDescriber } from './window-describer.ts';

const browser: WindowInfo = {
  id: 1,
  app: 'Chromium',
  className: 'Chromium',
  title: 'News - Chromium',
  pid: 1,
  bounds: { x: 0, y: 0, width: 1, height: 1 },
  isPopup: false,
  isOpaque: true,
};
const editor: WindowInfo = { ...browser, id: 2, app: 'Mousepad', className: 'Mousepad' };

function setUp(options: { areUrlsJudged?: boolean; isSilent?: boolean } = {}) {
  const asked: number[] = [];
  const state = { isSilent: options.isSilent ?? false, nowMs: 0 };
  const describer = windowDescriber({
    accessibility: {
      async describe({ id, title }) {
        asked.push(id);
        return state.isSilent ? {} : { accessibleName: `${title} (Incognito)`, browserUrl: 'a' };
      },
    },
    exclusions: {
      needsDescription: ({ app }) => app === 'Chromium',
      isUndescribed: ({ app, accessibleName }) =>
        app === 'Chromium' && accessibleName === undefined,
      areUrlsJudged: options.areUrlsJudged ?? false,
      reasonFor: ({ app }) => (app === 'Vault' ? 'app' : undefined),
    },
    now: () => state.nowMs,
  });
  return { asked, describer, state };
}

test('windows that need no description pass without a question', async () => {
  const { asked, describer } = setUp();
  expect(await describer.describe(editor)).toBe(editor);
  expect(asked).toEqual([]);
});

const listed = (window: WindowInfo) => ({ active: window, windows: [window] });

test('a browser in a list is asked once per title', async () => {
  const { asked, describer } = setUp();
  const named = async (window: WindowInfo) =>
    (await describer.describeAll(listed(window))).active?.accessibleName;
  expect(await named(browser)).toBe('News - Chromium (Incognito)');
  expect(await named(browser)).toBe('News - Chromium (Incognito)');
  expect(await named({ ...browser, title: 'Mail - Chromium' })).toBe('Mail - Chromium (Incognito)');
  expect(asked).toEqual([1, 1]);
});

test('a browser in a list is asked every time where addresses decide, or when it said nothing', async () => {
  for (const options of [{ areUrlsJudged: true }, { isSilent: true }]) {
    const { asked, describer } = setUp(options);
    await describer.describeAll(listed(browser));
    await describer.describeAll(listed(browser));
    expect(asked).toEqual([1, 1]);
  }
});

test('a minimised browser in a task bar is described, and asked once per title also where addresses decide', async () => {
  const { asked, describer } = setUp({ areUrlsJudged: true });
  const inBar = async (window: WindowInfo) => {
    const bar = { bars: new Set([9]), popups: new Set<number>() };
    const panels = { ...bar, titled: [{ window, button: undefined }] };
    const described = await describer.describeAll({ active: undefined, windows: [], panels });
    return described.panels?.titled[0]?.window;
  };
  for (let again = 0; again < 2; again += 1) {
    const reported = { accessibleName: 'News - Chromium (Incognito)', browserUrl: 'a' };
    expect(await inBar(browser)).toMatchObject(reported);
  }
  await inBar({ ...browser, title: 'Mail - Chromium' });
  expect(asked).toEqual([1, 1]);
});

test('a browser by itself is asked where it is now', async () => {
  const { asked, describer } = setUp();
  await describer.describe(browser);
  expect((await describer.describe(browser)).browserUrl).toBe('a');
  expect(asked).toEqual([1, 1]);
});

test('the active window of a described list is the described one', async () => {
  const { describer } = setUp();
  const { active, windows } = await describer.describeAll({
    active: browser,
    windows: [editor, browser],
  });
  expect(active).toBe(windows[1]);
  expect(active?.browserUrl).toBe('a');
});

test('a window that does not answer is what it said before, under whatever title', async () => {
  const { describer, state } = setUp();
  await describer.describe(browser);
  state.isSilent = true;
  const later = await describer.describe({ ...browser, title: 'Mail - Chromium' });
  expect(later).toMatchObject({
    title: 'Mail - Chromium',
    accessibleName: 'News - Chromium (Incognito)',
  });
  expect(describer.isHopeful()).toBe(false);
  const another = await describer.describe({ ...browser, pid: 99, title: 'Mail - Chromium' });
  expect(another.accessibleName).toBeUndefined();
});

test('the number of a closed window may be given to another one, so it is forgotten', async () => {
  const { describer, state } = setUp();
  await describer.describe(browser);
  state.isSilent = true;
  await describer.describeAll({ active: undefined, windows: [editor] });
  expect((await describer.describe(browser)).accessibleName).toBeUndefined();
});

test('a silent browser is hoped for a while, then named, and forgotten when it is closed', async () => {
  const { describer, state } = setUp({ isSilent: true });
  const all = { active: browser, windows: [browser, { ...browser, id: 3 }, editor] };
  await describer.describeAll(all);
  expect([describer.isHopeful(), describer.silentApps()]).toEqual([true, []]);
  state.nowMs = 60_000;
  await describer.describeAll(all);
  expect([describer.isHopeful(), describer.silentApps()]).toEqual([false, ['Chromium']]);
  await describer.describeAll({ active: undefined, windows: [editor] });
  expect(describer.silentApps()).toEqual([]);
});

test('a browser that speaks after all is silent no more', async () => {
  const { describer, state } = setUp({ isSilent: true });
  await describer.describe(browser);
  state.isSilent = false;
  await describer.describe(browser);
  state.nowMs = 60_000;
  expect([describer.isHopeful(), describer.silentApps()]).toEqual([false, []]);
});

test('a list without the windows of a program that may still answer is not trusted for a while', async () => {
  const { describer, state } = setUp();
  const list = { active: editor, windows: [editor], unheard: [{ ...editor, id: 9, app: 'Slow' }] };
  expect(await describer.describeAll(list)).toMatchObject({ isPartial: true });
  expect([describer.isHopeful(), describer.unheardApps()]).toEqual([true, []]);
  state.nowMs = 60_000;
  const later = await describer.describeAll(list);
  expect(later).toEqual({ active: editor, windows: [editor], isPartial: false });
  expect([describer.isHopeful(), describer.unheardApps()]).toEqual([false, ['Slow']]);
  await describer.describeAll({ active: editor, windows: [editor] });
  expect(describer.unheardApps()).toEqual([]);
  expect(await describer.describeAll(list)).toMatchObject({ isPartial: true });
});

test('a program that is given up is kept out by its name, unless its windows are known', async () => {
  const { describer, state } = setUp();
  const vault = { ...editor, id: 9, app: 'Vault', pid: 5, title: '' };
  const list = { active: editor, windows: [editor], unheard: [vault] };
  await describer.describeAll(list);
  state.nowMs = 60_000;
  expect((await describer.describeAll(list)).windows).toEqual([editor, vault]);
  const known = { ...vault, id: 10, title: 'A note of it' };
  const both = await describer.describeAll({ ...list, windows: [editor, known] });
  expect(both.windows).toEqual([editor, known]);
});
