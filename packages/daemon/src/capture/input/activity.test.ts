import { describe, expect, test } from 'vitest';
import type { KeyboardFocus } from '#capture/source.ts';
import type { InputEvent, UiElement, WindowInfo } from '#core/observation.ts';
import { type InputSettings, makeActivity } from './activity.ts';

const everything: InputSettings = {
  clicks: true,
  scroll: true,
  typing: 'text',
  clipboard: true,
  focus: true,
};
const bounds = { x: 0, y: 0, width: 100, height: 100 };
const windowOf = (app: string): WindowInfo => ({
  id: [...app].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0),
  app,
  className: app,
  title: app,
  pid: 1,
  bounds,
  isPopup: false,
  isOpaque: true,
});
const editor = windowOf('Editor');
const vault = windowOf('Vault');
const field: UiElement = { role: 'entry', name: 'Subject', bounds };
const inField: KeyboardFocus = { kind: 'element', element: field };

function setUp(settings: Partial<InputSettings> = {}) {
  const events: InputEvent[] = [];
  const world = { focus: inField as KeyboardFocus, below: editor as WindowInfo | undefined };
  const activity = makeActivity({
    settings: { ...everything, ...settings },
    isExcluded: ({ app }) => app === 'Vault',
    keyboardFocus: async () => world.focus,
    elementAt: () => ({ windowId: editor.id, element: field }),
    windowAt: async () => world.below,
    emit: (event) => events.push(event),
  });
  activity.begin(editor);
  let nowMs = 0;
  return {
    activity,
    events,
    world,
    type(text: string): void {
      for (const character of text) {
        activity.input({ kind: 'key', atMs: nowMs, text: character, windowId: undefined });
        nowMs += 50;
      }
    },
  };
}
const button = (atMs: number, x = 5, y = 5) =>
  ({ kind: 'button', atMs, button: 1, x, y, modifiers: 0 }) as const;
const wheel = (atMs: number, deltaY: number) =>
  ({ kind: 'wheel', atMs, deltaX: 0, deltaY, x: 7, y: 8 }) as const;

describe('clicks', () => {
  test('carry the window and the element under the pointer', async () => {
    const { activity, events } = setUp();
    activity.input(button(10));
    await activity.finish();
    expect(events).toEqual([
      {
        type: 'click',
        atMs: 10,
        window: editor,
        x: 5,
        y: 5,
        button: 1,
        clickCount: 1,
        modifiers: 0,
        element: field,
      },
    ]);
  });

  test('on a window that has not the keyboard belong to that window', async () => {
    const { activity, events, world } = setUp();
    world.below = windowOf('Terminal');
    activity.input(button(10));
    await activity.finish();
    expect(events).toMatchObject([{ type: 'click', window: { app: 'Terminal' } }]);
  });

  test('on an excluded window leave nothing, although another one has the keyboard', async () => {
    const { activity, events, world } = setUp();
    world.below = vault;
    activity.input(button(10));
    activity.input(wheel(20, 1));
    await activity.finish();
    expect(events).toEqual([]);
  });

  test('in a menu belong to the window it was opened from', async () => {
    const { activity, events, world } = setUp();
    world.below = { ...windowOf('Menu'), isPopup: true };
    activity.input(button(10));
    await activity.finish();
    // What the editor has below the menu was not hit.
    expect(events).toMatchObject([
      { type: 'click', window: { app: 'Editor' }, element: undefined },
    ]);
  });

  test('close together are counted, far apart in time or place are not', async () => {
    const { activity, events } = setUp();
    for (const one of [button(0), button(200), button(900), button(1_000, 50, 50)]) {
      activity.input(one);
    }
    await activity.finish();
    expect(events.map((event) => event.type === 'click' && event.clickCount)).toEqual([1, 2, 1, 1]);
  });
});

describe('the wheel', () => {
  test('is one event from start to stop', async () => {
    const { activity, events } = setUp();
    activity.input(wheel(0, 1));
    activity.input(wheel(100, 1));
    activity.input(wheel(200, -1));
    activity.settle(499);
    expect(events).toEqual([]);
    activity.settle(activity.dueMs() ?? 0);
    await activity.finish();
    expect(events).toMatchObject([{ type: 'scroll', atMs: 0, deltaY: 1, x: 7, y: 8 }]);
    expect(activity.dueMs()).toBeUndefined();
  });
});

describe('typing', () => {
  test('is one text after a pause, with backspace applied', async () => {
    const { activity, events, type } = setUp();
    type('helo\b\bllo there');
    activity.settle((activity.dueMs() ?? 0) - 1);
    await activity.finish();
    expect(events).toMatchObject([
      {
        type: 'text',
        atMs: 0,
        window: editor,
        text: 'hello there',
        element: field,
      },
    ]);
  });

  test('is only a number of keys where text is not wanted', async () => {
    const { activity, events, type } = setUp({ typing: 'count' });
    type('hello');
    await activity.finish();
    expect(events).toEqual([{ type: 'key', atMs: 0, window: editor, keyCount: 5 }]);
  });

  test('where nobody knows what the field is, is only a number of keys', async () => {
    const { activity, events, world, type } = setUp();
    world.focus = { kind: 'unknown' };
    type('hunter2');
    await activity.finish();
    expect(events).toEqual([{ type: 'key', atMs: 0, window: editor, keyCount: 7 }]);
  });

  test.each(['text', 'count'] as const)(
    'in a password field leaves nothing, not even its length, when typing is noted as %s',
    async (typing) => {
      const { activity, events, world, type } = setUp({ typing });
      world.focus = { kind: 'secret' };
      type('hunter2');
      await activity.finish();
      expect(events).toEqual([]);
    },
  );

  test('that moves into a password field and out of it keeps only what was before', async () => {
    const { activity, events, world, type } = setUp();
    type('user\t');
    world.focus = { kind: 'secret' };
    type('hunter2\n');
    world.focus = inField;
    type('found');
    await activity.finish();
    expect(events.map((event) => event.type === 'text' && event.text)).toEqual(['user\t', 'found']);
  });

  test('that ends in a password field nobody saw it enter leaves nothing', async () => {
    const { activity, events, world, type } = setUp();
    type('user');
    world.focus = { kind: 'secret' };
    type('hunter2');
    await activity.finish();
    expect(events).toEqual([]);
  });

  test('before a click and after it are two texts', async () => {
    const { activity, events, type } = setUp({ clicks: false });
    type('one');
    activity.input(button(200));
    type('two');
    await activity.finish();
    expect(events.map((event) => event.type === 'text' && event.text)).toEqual(['one', 'two']);
  });

  test('goes on when the title of the window changes, as editors do for unsaved files', async () => {
    const { activity, events, type } = setUp();
    type('on');
    activity.focus({ kind: 'title', atMs: 100, window: { ...editor, title: '*Editor' } });
    type('ly');
    await activity.finish();
    expect(events).toMatchObject([{ type: 'text', text: 'only' }]);
  });

  test('of shortcuts only is a number of keys', async () => {
    const { activity, events } = setUp();
    activity.input({ kind: 'key', atMs: 0, text: undefined, windowId: editor.id });
    await activity.finish();
    expect(events).toMatchObject([{ type: 'key', keyCount: 1 }]);
  });
});

describe('an excluded window', () => {
  test('leaves no event of any kind', async () => {
    const { activity, events, type, world } = setUp();
    activity.focus({ kind: 'app_switch', atMs: 0, window: vault });
    world.below = vault;
    type('hunter2');
    activity.input(button(10));
    activity.input(wheel(20, 1));
    activity.input({ kind: 'clipboard', atMs: 30, text: 'hunter2', windowId: undefined });
    await activity.finish();
    expect(events).toEqual([]);
  });

  test('that got the keyboard before anyone said so leaves nothing either', async () => {
    const { activity, events } = setUp();
    activity.input({ kind: 'key', atMs: 0, text: 'h', windowId: vault.id });
    activity.input({ kind: 'clipboard', atMs: 0, text: 'hunter2', windowId: vault.id });
    await activity.finish();
    expect(events).toEqual([]);
  });

  test('keeps what was copied in it out even when it is left at once', () => {
    const { activity, events } = setUp({ focus: false });
    activity.focus({ kind: 'app_switch', atMs: 0, window: vault });
    activity.focus({ kind: 'app_switch', atMs: 1_000, window: editor });
    activity.input({ kind: 'clipboard', atMs: 1_100, text: 'hunter2', windowId: undefined });
    activity.input({ kind: 'clipboard', atMs: 3_100, text: 'later', windowId: undefined });
    expect(events).toMatchObject([{ type: 'clipboard', text: 'later' }]);
  });

  test('leaving it for another one is reported as a switch to that one', () => {
    const { activity, events } = setUp();
    activity.focus({ kind: 'app_switch', atMs: 0, window: vault });
    activity.focus({ kind: 'app_switch', atMs: 10, window: editor });
    expect(events).toEqual([{ type: 'app_switch', atMs: 10, window: editor }]);
  });
});

describe('settings', () => {
  test('each kind can be turned off by itself', async () => {
    const off = {
      clicks: false,
      scroll: false,
      typing: 'off',
      clipboard: false,
      focus: false,
    } as const;
    const { activity, events, type } = setUp(off);
    activity.input(button(0));
    activity.input(wheel(0, 1));
    type('abc');
    activity.input({ kind: 'clipboard', atMs: 0, text: 'abc', windowId: undefined });
    activity.focus({ kind: 'window_focus', atMs: 0, window: editor });
    await activity.finish();
    expect(events).toEqual([]);
  });

  test('a new title of the same window is not an event', () => {
    const { activity, events } = setUp();
    activity.focus({ kind: 'title', atMs: 0, window: editor });
    expect(events).toEqual([]);
  });

  test('what happens while no window is known is not kept', async () => {
    const { activity, events, world, type } = setUp();
    activity.suspend(0);
    world.below = undefined;
    activity.input(button(0));
    type('abc');
    await activity.finish();
    expect(events).toEqual([]);
  });
});
