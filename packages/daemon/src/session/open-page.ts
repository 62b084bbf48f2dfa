/** Opens a view of the page in the person's browser. */
import { spawn } from 'node:child_process';

const OPENER = 'xdg-open';

/** Does not wait. Where there is no browser, nothing happens: whoever calls it has shown the address too. */
export function openPage(address: string, env: NodeJS.ProcessEnv): void {
  const child = spawn(OPENER, [address], { env, stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}
