/**
 * A day in minutes: every hour of it is a minute of the work script without its pauses, so that as many frames as in hours of a person's
 * work pass through the service. Prints the memory at the end of each hour and whether it grows. What the service does by the hour of
 * the clock, such as compaction, happens in real time only.
 */
import { print } from '../search/measuring.ts';
import { printMemory, printResting, WORKING_GOAL_MB } from './memory.ts';
import { useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';
import { framesWritten, openWork } from './work.ts';

const HOUR_MS = 60_000;
const SAMPLE_EVERY_MS = 1_000;

export async function runDay(stage: Stage, hours: number): Promise<void> {
  const { minute } = await openWork(stage);
  print(`\na day of ${hours} hours in ${(hours * HOUR_MS) / 60_000} minutes`);
  const peaksMb: number[] = [];
  const framesBefore = await framesWritten(stage);
  for (let hour = 0; hour < hours; hour += 1) {
    let peakMb = 0;
    const sampling = setInterval(() => {
      peakMb = Math.max(peakMb, useOfTree(stage.daemon.pid).proportionalMb);
    }, SAMPLE_EVERY_MS);
    const endsAt = performance.now() + HOUR_MS;
    for (let part = 0; performance.now() < endsAt; part += 1) await minute(hour * 10 + part);
    clearInterval(sampling);
    peaksMb.push(peakMb);
    print(
      `  hour ${String(hour + 1).padStart(2)}                          ${peakMb.toFixed(0)} MB`,
    );
  }
  print(
    `  frames stored                    ${(await framesWritten(stage)) - framesBefore}, growth ${growth(peaksMb).toFixed(1)} MB an hour after the first`,
  );
  printMemory('memory while working, most', Math.max(...peaksMb), WORKING_GOAL_MB);
  await printResting(stage);
}

/** Slope of the line through all hours but the first, in which the service still warms up. */
function growth(valuesMb: readonly number[]): number {
  const points = valuesMb.slice(1).map((y, x) => ({ x, y }));
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = mean(({ x }) => (x - meanX) ** 2);
  return spread === 0 ? 0 : mean(({ x, y }) => (x - meanX) * (y - meanY)) / spread;
}
