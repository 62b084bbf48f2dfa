/** A page with every kind of text, in a maximised browser. */
import { openPage, servePages } from '../../../test/support/browser.ts';
import type { Desktop } from '../../../test/support/desktop.ts';
import { kindsPage } from '../kinds-page.ts';
import { OPEN_WITHIN_MS, type Scene } from './scene.ts';

function browser(
  program: string,
  packages: string,
  open: (desktop: Desktop, url: string) => Promise<unknown>,
): Scene {
  return {
    program,
    packages,
    command: program,
    async open({ desktop, nextWord }) {
      const { html, planted } = kindsPage(nextWord);
      const pages = await servePages(() => html);
      await open(desktop, `${pages.base}/kinds`);
      await desktop.run('wmctrl', '-r', 'Kinds of text', '-b', 'add,maximized_vert,maximized_horz');
      await desktop.run('xdotool', 'mousemove', '900', '700', 'click', '1');
      return planted;
    },
  };
}

export const BROWSERS: readonly Scene[] = [
  browser('chromium', 'chromium', (desktop, url) =>
    openPage(desktop, { url, title: 'Kinds of text' }),
  ),
  browser('firefox', 'firefox-esr', (desktop, url) =>
    desktop.open('firefox', ['--new-instance', url], 'Kinds of text', OPEN_WITHIN_MS),
  ),
];
