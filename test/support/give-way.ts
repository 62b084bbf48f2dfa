/**
 * Lets the files that share a process give way to the desktops and browsers of those that run at the same time (`scripts/test.ts`):
 * some of these measure how busy other programs are. `vitest.config.ts` runs it before each of these files.
 */
import { getPriority, setPriority } from 'node:os';

const NICENESS = 2;
const LOWEST = 19;

setPriority(Math.min(LOWEST, getPriority(process.ppid) + NICENESS));
