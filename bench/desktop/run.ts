/**
 * npm run bench -- desktop [--size 1920x1080] [--only words|junk|cost|blocks|lock] [--program kate] [--keep folder]
 *
 * A scripted person on a real XFCE desktop: opens programs that show planted words and looks whether a search finds them, leaves the
 * wallpaper in sight, types and scrolls, works with very large content, and locks the screen. Programs that are not installed are
 * installed first; those that cannot be are skipped with the reason. `--keep` names the data folder, which stays for a look at the pictures.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDesktop } from '../../test/support/desktop.ts';
import { startDaemon } from '../../test/support/start-daemon.ts';
import { print } from '../search/measuring.ts';
import { measureBlocks } from './blocks.ts';
import { measureCost } from './cost.ts';
import { installPrograms } from './install-programs.ts';
import { measureJunk } from './junk.ts';
import { measureLock } from './lock.ts';
import { measureWords } from './words-found.ts';

const { values: flags } = parseArgs({
  options: {
    size: { type: 'string', default: '1920x1080' },
    only: { type: 'string', default: '' },
    program: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});
const isWanted = (part: string) => flags.only === '' || flags.only === part;

installPrograms();
const desktop = await startDesktop({ screen: `${flags.size}x24`, session: 'xfce' });
const daemon = await startDaemon({
  args: ['--disable-audio'],
  env: desktop.env,
  ...(flags.keep && { dataDir: flags.keep }),
});
try {
  // Panel, icons and first-start notes.
  await wait(10_000);
  const stage = { desktop, daemon };
  if (isWanted('junk')) await measureJunk(stage);
  if (isWanted('words')) await measureWords(stage, flags.program);
  if (isWanted('cost')) await measureCost(stage);
  if (isWanted('blocks')) await measureBlocks(stage);
  if (isWanted('lock')) await measureLock(stage);
} catch (error) {
  print(String(error));
  process.exitCode = 1;
} finally {
  await daemon.stop();
  await desktop.stop();
}
process.exit();
