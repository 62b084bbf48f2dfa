/** The real service on a real 1080p desktop with an editor, a terminal and a browser, and how to act on them. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activateWindow, startDesktop, until } from '../../test/support/desktop.ts';
import { startDaemon } from '../../test/support/start-daemon.ts';
import { prose } from '../ocr/prose.ts';

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--force-renderer-accessibility',
];
const WINDOW_WITHIN_MS = 60_000;

/** Lines of a terminal over the whole 1080p screen, with the font used here. */
export const TERMINAL_ROWS = 48;

export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage() {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-screen-'));
  const desktop = await startDesktop({ screen: '1920x1080x24' });
  const dataDir = join(folder, 'data');
  const daemon = await startDaemon({ args: ['--disable-audio'], env: desktop.env, dataDir });
  let hasEnded = false;
  const endService = async () => {
    if (!hasEnded) await daemon.stop();
    hasEnded = true;
  };
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(page(request.url ?? '/'));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  let terminals = 0;

  return {
    desktop,
    daemon,
    siteUrl,
    endService,
    activate: (title: string) => activateWindow(desktop, title),
    async get<T>(path: string): Promise<T> {
      return (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
    },

    async openEditor(name: string, text: string): Promise<void> {
      const file = join(folder, name);
      writeFileSync(file, text);
      await desktop.open('mousepad', [file], name);
    },

    /** A terminal that shows each file whose name is sent to it, over the whole screen. */
    async openTerminal(title: string): Promise<(text: string) => void> {
      terminals += 1;
      const shown = join(folder, `screen-${terminals}`);
      writeFileSync(shown, '');
      // Shows the file whenever it is another one than before; a shell loop would itself cost what is measured.
      const script = `exec ${process.execPath} ${join(import.meta.dirname, 'shown-file.ts')} ${shown}`;
      const size = ['-maximized', '-fa', 'DejaVu Sans Mono', '-fs', '11', '-uc', '+bc'];
      await desktop.open('xterm', [...size, '-T', title, '-e', 'sh', '-c', script], title);
      return (text) => writeFileSync(shown, text);
    },

    async openBrowser(path: string, title: string): Promise<void> {
      desktop.start('chromium', [
        ...BROWSER_FLAGS,
        `--user-data-dir=${join(folder, 'browser')}`,
        '--window-size=1920,1040',
        '--window-position=0,0',
        `${siteUrl}${path}`,
      ]);
      await until(
        'the browser window',
        async () => (await desktop.run('wmctrl', '-l')).includes(title),
        WINDOW_WITHIN_MS,
      );
    },

    /** Bytes of the database, of pictures and of videos. */
    sizes() {
      const sizes = { database: 0, pictures: 0, videos: 0 };
      for (const entry of readdirSync(daemon.dataDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const { size } = statSync(join(entry.parentPath, entry.name));
        if (entry.name.startsWith('db.sqlite')) sizes.database += size;
        else if (entry.name.endsWith('.jpg')) sizes.pictures += size;
        else if (entry.name.endsWith('.mp4')) sizes.videos += size;
      }
      return sizes;
    },

    async close(): Promise<void> {
      site.closeAllConnections();
      site.close();
      await endService();
      await desktop.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Noise over a part of the window, 25 pictures a second, with a caption that stays. */
const FILM = `<!doctype html><title>Film</title><h1>A film about rivers</h1><canvas width="960" height="540"></canvas><script>
  const canvas = document.querySelector('canvas').getContext('2d');
  let picture = 0;
  setInterval(() => {
    picture += 1;
    for (let y = 0; y < 540; y += 12) for (let x = 0; x < 960; x += 12) {
      const level = (Math.sin((x + 5 * picture) / 90) + Math.cos((y - 3 * picture) / 70)) * 60 + 128;
      canvas.fillStyle = 'rgb(' + level + ',' + (255 - level) + ',' + (level + x / 8) % 255 + ')';
      canvas.fillRect(x, y, 12, 12);
    }
  }, 40);
</script>`;

/** The same address always shows the same page: `/article/12` is the twelfth article. */
function page(path: string): string {
  if (path === '/film') return FILM;
  const number = Number(/\d+/.exec(path)?.[0] ?? 0);
  const text = prose(1000 + number, false);
  const paragraphs = Array.from({ length: 24 }, () => `<p>${text.paragraph(6)}</p>`).join('\n');
  const links = Array.from(
    { length: 6 },
    (_, i) => `<a href="/article/${number + i + 1}">${text.title(3)}</a>`,
  ).join(' · ');
  return `<!doctype html><title>Article ${number}</title>
    <style>body{font:16px/1.5 sans-serif;max-width:1100px;margin:24px auto;color:#223}</style>
    <h1>${text.title(5)}</h1><nav>${links}</nav>${paragraphs}`;
}
