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
  const describer = windowDescriber({
    accessibility: {
      async describe({ id, title }) {
        asked.push(id);
        return options.isSilent ? {} : { accessibleName: `${title} (Incognito)`, browserUrl: 'a' };
      },
    },
    exclusions: {
      needsDescription: ({ app }) => app === 'Chromium',
      areUrlsJudged: options.areUrlsJudged ?? false,
    },
  });
  return { asked, describer };
}

test('windows that need no description pass without a question', async () => {
  const { asked, describer } = setUp();
  expect(describer.findKnown(editor)).toBe(editor);
  expect(await describer.describe(editor)).toBe(editor);
  expect(asked).toEqual([]);
});

test('a browser is asked once per title', async () => {
  const { asked, describer } = setUp();
  expect(describer.findKnown(browser)).toBeUndefined();
  expect((await describer.describe(browser)).accessibleName).toBe('News - Chromium (Incognito)');
  expect(describer.findKnown(browser)?.accessibleName).toBe('News - Chromium (Incognito)');
  await describer.describe(browser);
  await describer.describe({ ...browser, title: 'Mail - Chromium' });
  expect(asked).toEqual([1, 1]);
});

test('a browser is asked every time where addresses decide, or when it said nothing', async () => {
  for (const options of [{ areUrlsJudged: true }, { isSilent: true }]) {
    const { asked, describer } = setUp(options);
    await describer.describe(browser);
    await describer.describe(browser);
    expect(asked).toEqual([1, 1]);
  }
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
