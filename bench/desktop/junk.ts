/** Words that nobody wrote: what is read from wallpapers. */
import { setTimeout as wait } from 'node:timers/promises';
import { print } from '../search/measuring.ts';
import { closeWindows, frames, printRatio, type Stage } from './stage.ts';

const WALLPAPERS = [
  'xfce-blue.jpg',
  'xfce-flower.svg',
  'xfce-leaves.svg',
  'xfce-shapes.svg',
  'xfce-stripes.png',
  'xfce-teal.jpg',
];
/** What the desktop itself shows. */
const SHOWN: ReadonlySet<string> = new Set(
  'applications home file system trash root workspace sun mon tue wed thu fri sat jan feb mar apr may jun jul aug sep oct nov dec'.split(
    ' ',
  ),
);
/** The clock of the panel. */
const TIME = /^[\d:.,-]+$/;
const SETTLES_MS = 5_000;

export async function measureJunk(stage: Stage): Promise<void> {
  const { desktop } = stage;
  print('\njunk words read from the wallpaper');
  let junk = 0;
  let pictures = 0;
  for (const name of WALLPAPERS) {
    await setWallpaper(stage, `/usr/share/backgrounds/xfce/${name}`);
    await wait(SETTLES_MS);
    const sinceMs = Date.now();
    await fetch(`${stage.daemon.baseUrl}/frames/capture`, { method: 'POST' });
    await wait(SETTLES_MS);
    const [frame] = await frames(stage, sinceMs);
    const words = (frame?.content.text ?? '')
      .split(/\s+/)
      .filter((word) => word !== '' && !isShown(word));
    pictures += frame === undefined ? 0 : 1;
    junk += words.length;
    print(
      `  ${name.padEnd(20)} ${frame === undefined ? 'no frame' : words.length} ${words.slice(0, 12).join(' ')}`,
    );
  }
  if (pictures < WALLPAPERS.length) throw new Error('a wallpaper gave no frame');
  printRatio('junk words a frame', junk / pictures, 1, 'words');
  await closeWindows({ desktop, daemon: stage.daemon });
}

function isShown(word: string): boolean {
  return TIME.test(word) || SHOWN.has(word.toLowerCase().replace(/,$/, ''));
}

/** The property is named after the monitor; the first start of the desktop has made one for it. */
async function setWallpaper({ desktop }: Stage, path: string): Promise<void> {
  const list = await desktop.run('xfconf-query', '-c', 'xfce4-desktop', '-l').catch(() => '');
  const known = list.split('\n').filter((line) => line.endsWith('/last-image'));
  const properties =
    known.length > 0 ? known : ['/backdrop/screen0/monitorscreen/workspace0/last-image'];
  for (const property of properties) {
    await desktop.run(
      'xfconf-query',
      '-c',
      'xfce4-desktop',
      '-p',
      property,
      '-n',
      '-t',
      'string',
      '-s',
      path,
    );
  }
}
