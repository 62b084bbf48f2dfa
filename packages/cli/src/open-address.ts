/** Opens an address of ours in the browser of the person. */
import { spawn } from 'node:child_process';

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** Does not wait; where there is no browser, the address is printed. */
export function openAddress(address: string): void {
  const [program, ...args] = PROGRAMS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.once('error', () => console.log(`Open this address: ${address}`));
  child.unref();
}
