/** The screen side of a machine that is not captured: it is turned off. */
import { serviceError } from '#core/errors.ts';
import type { CompactionFigures } from '../../upkeep/compaction.ts';
import type { VisionControl } from './vision-control.ts';
import { visionMeter } from './vision-metrics.ts';

export function absentVision(
  reason: string,
  nowMs: () => number,
  video?: () => CompactionFigures,
): VisionControl {
  const meter = visionMeter(nowMs, video);
  const refuse = () => {
    throw serviceError('NOT_CAPTURING', { reason });
  };
  return {
    status: () => ({ kind: 'no_monitors', message: reason }),
    inputKinds: () => [],
    idleSinceMs: () => undefined,
    metrics: () => meter.snapshot(0),
    isRunning: () => false,
    start: refuse,
    stop: async () => {},
    setPaused: async () => {},
    captureNow: async () => refuse(),
  };
}
