/**
 * A real browser through the whole service: pages of a server on this machine, in a Chromium that was started as a person would,
 * after the service and without any flag that makes it accessible. What must not be kept is looked for in every byte on disk.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, servePages, whyNoBrowser } from '../support/browser.ts';
import { activateWindow, type Desktop, startDesktop, until } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { pageOf, secretPixelsIn } from './browser-pages.fixture.ts';

const reason = whyNoBrowser();
if (reason !== undefined) process.stderr.write(`browser tests are skipped: ${reason}\n`);

const PATIENCE_MS = 90_000;
const EFFECT_MS = 8_000;
const TEST_MS = 300_000;

interface Item {
  content: { frame_id: number; text: string } & Record<string, unknown>;
}
interface UiEvent {
  event_type: string;
  app_name: string | null;
  window_title: string | null;
  browser_url: string | null;
  text_content: string | null;
  element: { role: string | null; name: string | null } | null;
}

describe.skipIf(reason !== undefined)(
  'a browser on a captured desktop',
  () => {
    let desktop: Desktop;
    let daemon: RunningDaemon;
    let pages: Awaited<ReturnType<typeof servePages>>;
    /** What stands in the field of the page. */
    let flower = '';

    beforeAll(async () => {
      pages = await servePages(pageOf);
      desktop = await startDesktop({ accessibility: 'off' });
      daemon = await startDaemon({
        args: ['--disable-audio'],
        env: {
          ...desktop.env,
          HINDCAST_INPUT_TYPING: 'text',
          HINDCAST_VISION_IGNORED_URLS: '/bank',
        },
      });
      await until(
        'the display',
        async () => (await get<{ status: string }>('/vision/status')).status === 'ok',
      );
      await open('garden', 'Garden diary');
    }, 90_000);
    afterAll(async () => {
      await daemon?.stop();
      pages?.close();
      await desktop?.stop();
    });

    async function get<T>(path: string): Promise<T> {
      return (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
    }
    const query = (parameters: Record<string, string>) =>
      new URLSearchParams(parameters).toString();
    const search = async (parameters: Record<string, string>) =>
      (await get<{ data: Item[] }>(`/search?${query({ content_type: 'ocr', ...parameters })}`))
        .data;
    const found = (parameters: Record<string, string>) =>
      until(`a hit for ${parameters.q}`, async () => (await search(parameters))[0], PATIENCE_MS);
    const triggerOf = async ({ content }: Item) =>
      (await get<{ capture_trigger: string }>(`/frames/${content.frame_id}/metadata`))
        .capture_trigger;
    const events = async (parameters: Record<string, string>) =>
      (await get<{ data: UiEvent[] }>(`/ui-events?${query(parameters)}`)).data;
    const noted = (
      what: string,
      parameters: Record<string, string>,
      is: (event: UiEvent) => boolean,
    ) => until(what, async () => (await events(parameters)).find(is), PATIENCE_MS);

    const open = (name: string, title: string, ...flags: string[]) =>
      openPage(desktop, { url: `${pages.base}/${name}`, title, flags });
    /** Again while the list of windows changes below wmctrl. */
    const close = (title: string) =>
      until(`${title} to be closed`, () =>
        desktop.run('wmctrl', '-c', title).then(
          () => true,
          () => false,
        ),
      );
    const capture = () => fetch(`${daemon.baseUrl}/frames/capture`, { method: 'POST' });
    const type = (text: string) => desktop.run('xdotool', 'type', '--delay', '25', text);
    const press = (...keys: string[]) => desktop.run('xdotool', 'key', ...keys);
    /** Into the middle of the first thing with this role and text that is on screen now. */
    async function pointAt(role: string, text: string): Promise<void> {
      const place = await until(
        `${role} ${text} on screen`,
        async () => {
          const { frame_ids } = (await (await capture()).json()) as { frame_ids: number[] };
          const { data } = await get<{ data: Element[] }>(`/frames/${frame_ids[0]}/elements`);
          return data?.find((one) => one.role === role && one.text?.includes(text))?.bounds;
        },
        PATIENCE_MS,
      );
      const x = Math.round((place.left + place.width / 2) * 1280);
      const y = Math.round((place.top + place.height / 2) * 720);
      await desktop.run('xdotool', 'mousemove', String(x), String(y));
    }
    /** Does something again until it shows its effect: on a busy machine a program may be asked, or draw, too late. */
    const again = <T>(
      what: string,
      act: () => Promise<unknown>,
      effect: () => Promise<T | undefined | false>,
    ) =>
      until(
        what,
        async () => {
          await act();
          return until(what, effect, EFFECT_MS).catch(() => undefined);
        },
        PATIENCE_MS,
      );
    /** The first hit among frames that were taken for this reason. */
    async function triggered(trigger: string, parameters: Record<string, string>) {
      for (const item of await search(parameters)) {
        if ((await triggerOf(item)) === trigger) return item;
      }
      return undefined;
    }
    const clickOn = async (role: string, text: string) => {
      await pointAt(role, text);
      await desktop.run('xdotool', 'click', '1');
    };

    test(
      'a page is found with its program, window, address and the text of its tree',
      async () => {
        const { content } = await until(
          'a frame with the text of the tree',
          async () => {
            const hits = await search({ q: 'marigold almanac' });
            const reported = hits.find(({ content }) => content.text_source !== 'ocr');
            // The very first picture may come before the browser has built its tree.
            if (hits.length > 0 && !reported) await capture();
            return reported;
          },
          PATIENCE_MS,
        );
        expect(content).toMatchObject({
          app_name: 'Chromium',
          window_name: 'Garden diary - Chromium',
          browser_url: `${pages.base}/garden`,
        });
        expect(['accessibility', 'hybrid']).toContain(content.text_source);
      },
      TEST_MS,
    );

    test(
      'what is typed into a field is found, as picture and as text',
      async () => {
        await clickOn('entry', 'Garden note');
        // Another one each time: a look for another reason may show it first, and the same picture is not kept twice.
        const flowers = ['nasturtium', 'larkspur', 'foxglove', 'marigold', 'hellebore', 'oleander'];
        const [hit, input] = await again(
          'a frame because of the typing, and the typed text',
          async () => {
            flower = flowers.shift() ?? flower;
            await press('ctrl+a', 'BackSpace');
            await type(flower);
          },
          async () => {
            const found = await triggered('typing_pause', { q: flower });
            const { data } = await get<{ data: Item[] }>(`/search?content_type=input&q=${flower}`);
            return found && data[0] && ([found, data[0]] as const);
          },
        );
        expect(hit.content).toMatchObject({ browser_url: `${pages.base}/garden` });
        expect(input.content).toMatchObject({
          app_name: 'Chromium',
          browser_url: `${pages.base}/garden`,
          text_content: flower,
        });
      },
      TEST_MS,
    );

    test(
      'a click that changes the page makes a frame, and is kept with what it hit',
      async () => {
        await pointAt('push button', 'Reveal');
        await again(
          'a frame because of a click',
          () => desktop.run('xdotool', 'click', '1'),
          () => triggered('click', { q: 'paprika' }),
        );
        const click = await noted('the click', { event_type: 'click' }, ({ element }) =>
          Boolean(element?.name?.includes('Reveal')),
        );
        expect(click).toMatchObject({
          app_name: 'Chromium',
          window_title: 'Garden diary - Chromium',
          browser_url: `${pages.base}/garden`,
          element: { role: 'push button', name: 'Reveal' },
        });
      },
      TEST_MS,
    );

    test(
      'scrolling to another part makes a frame of that part',
      async () => {
        expect(await search({ q: 'chrysanthemum border' })).toEqual([]);
        await pointAt('heading', 'marigold');
        await again(
          'a frame because of the scrolling',
          async () => {
            await press('ctrl+Home');
            // The key has its own picture after half a second, which would show the end of a fast scroll first.
            await wait(1_500);
            await desktop.run('xdotool', 'click', '--repeat', '60', '--delay', '10', '5');
          },
          () => triggered('scroll_stop', { q: 'chrysanthemum border' }),
        );
        await noted(
          'the scrolling',
          { event_type: 'scroll' },
          ({ app_name }) => app_name === 'Chromium',
        );
        await press('ctrl+Home');
      },
      TEST_MS,
    );

    test(
      'what is copied in a page is kept with the page',
      async () => {
        await clickOn('entry', flower);
        await press('ctrl+a', 'ctrl+c');
        const copied = await noted('the copy', { event_type: 'clipboard' }, () => true);
        expect(copied).toMatchObject({ text_content: flower, app_name: 'Chromium' });
      },
      TEST_MS,
    );

    test(
      'following a link leads to a frame with the new address',
      async () => {
        await clickOn('link', 'Kitchen pages');
        const { content } = await found({ q: 'quince marmalade' });
        expect(content).toMatchObject({
          window_name: 'Kitchen pages - Chromium',
          browser_url: `${pages.base}/kitchen`,
        });
        const click = await noted(
          'the click',
          { event_type: 'click' },
          ({ element }) => element?.role === 'link',
        );
        expect(click).toMatchObject({ element: { name: 'Kitchen pages' } });
      },
      TEST_MS,
    );

    test(
      'changes between browser and editor are kept, each with a frame of the right one',
      async () => {
        await writeFile(join(desktop.home, 'ledger.txt'), 'The saffron ledger.\n');
        await desktop.open('mousepad', ['--disable-server', 'ledger.txt'], 'ledger.txt');
        await found({ q: 'saffron ledger', app_name: 'Mousepad' });
        const frame = await again(
          'a frame because of the switch',
          async () => {
            await activateWindow(desktop, 'ledger.txt');
            await activateWindow(desktop, 'Kitchen pages');
          },
          () => triggered('app_switch', { app_name: 'Chromium', window_name: 'Kitchen' }),
        );
        expect(frame.content).toMatchObject({ browser_url: `${pages.base}/kitchen` });
        await noted(
          'the switch',
          { event_type: 'app_switch' },
          ({ app_name }) => app_name === 'Chromium',
        );
        await close('ledger.txt');
        const stats = await get<{ app_name: string; event_type: string }[]>('/ui-events/stats');
        expect(stats).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ app_name: 'Mousepad', event_type: 'app_switch' }),
            expect.objectContaining({ app_name: 'Chromium', event_type: 'click' }),
          ]),
        );
      },
      TEST_MS,
    );

    test(
      'a password leaves nothing, a private window, an ignored page and a vault leave no trace',
      async () => {
        await press('ctrl+l');
        await type(`${pages.base}/login\n`);
        await found({ q: 'velvet entrance' });
        await again(
          'the name as text',
          async () => {
            await press('ctrl+a', 'BackSpace');
            await type('rosalind');
          },
          async () =>
            (await events({ event_type: 'text' })).find((one) => one.text_content === 'rosalind'),
        );
        await press('Tab');
        await type('grandiloquent');
        for (const [name, title, flag, nearby] of [
          ['party', 'Surprise', '--incognito', 'copper'],
          ['bank', 'Account', '--new-window', 'pewter'],
          ['vault', 'Logins', '--new-window', 'nickel'],
        ] as const) {
          await open(name, title, flag);
          await desktop.run('wmctrl', '-r', title, '-e', '0,700,100,500,400');
          await activateWindow(desktop, title);
          await type('peppercorn');
          // Next to a window in use, then half below it.
          const notes = `notes-${nearby}`;
          await writeFile(join(desktop.home, `${notes}.txt`), `The ${nearby} teapot.\n`);
          await desktop.open('mousepad', ['--disable-server', `${notes}.txt`], notes);
          await desktop.run('wmctrl', '-r', notes, '-e', '0,20,20,600,500');
          await found({ q: `${nearby} teapot`, app_name: 'Mousepad' });
          await desktop.run('wmctrl', '-r', notes, '-e', '0,400,150,600,500');
          await capture();
          await close(title);
          await close(notes);
        }
        await capture();
        await expectNowhere([
          'grandiloquent',
          'peppercorn',
          'confetti',
          'overdraft',
          'mastodon',
          'Surprise - ',
          'Account - ',
          'Bitwarden',
          '/party',
          '/bank',
        ]);
      },
      TEST_MS,
    );

    /** Neither the words in any file of the data folder nor the colour in any picture. */
    async function expectNowhere(words: readonly string[]): Promise<void> {
      const files = readdirSync(daemon.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      expect(files.filter((file) => extname(file) === '.jpg').length).toBeGreaterThan(5);
      for (const file of files) {
        const bytes = readFileSync(file).toString('latin1').toLowerCase();
        const kept = words.filter((word) => bytes.includes(word.toLowerCase()));
        expect(kept, file).toEqual([]);
        if (extname(file) === '.jpg') expect(await secretPixelsIn(file), file).toBe(0);
      }
    }
  },
  600_000,
);

interface Element {
  role: string;
  text: string | null;
  bounds: { left: number; top: number; width: number; height: number };
}
