/**
 * Entry of the process that raises the walls of the kernel around itself and then becomes the runtime of a run. It runs no code of
 * a pipe. A wall that cannot be raised ends it with the reason, so a run never has fewer walls than `walls.ts` found to stand.
 */
import { raiseCallFilter } from './call-filter.ts';
import { raiseLandlock } from './landlock-wall.ts';
import { dropCapabilities, gainNoRights, keepOpen } from './libc.ts';
import { raiseMountWall } from './mount-wall.ts';
import { reachOf } from './reach.ts';

export type KernelWall = 'mounts' | 'landlock' | 'calls';

export interface RaiseOrder {
  readonly walls: readonly KernelWall[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly hasChannel: boolean;
  /** Of the runtime. */
  readonly args: readonly string[];
}

export interface RaiseFailure {
  readonly wall: KernelWall;
  readonly reason: string;
}

/** The channel to the host. */
const CHANNEL_FD = 3;

const order = JSON.parse(process.argv.at(-1) ?? '') as RaiseOrder;
const reach = reachOf(order.read, order.write);

function raise(wall: KernelWall, build: () => void): void {
  if (!order.walls.includes(wall)) return;
  try {
    build();
  } catch (error) {
    const failure: RaiseFailure = { wall, reason: (error as Error).message };
    process.stderr.write(`${JSON.stringify(failure)}\n`);
    process.exit(1);
  }
}

raise('mounts', () => raiseMountWall(reach));
gainNoRights();
dropCapabilities();
raise('landlock', () => raiseLandlock(reach));
raise('calls', raiseCallFilter);
if (order.hasChannel) keepOpen(CHANNEL_FD);
// Missing only on Windows.
process.execve?.(process.execPath, [process.execPath, ...order.args], {});
