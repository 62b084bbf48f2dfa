/** The screen side of a machine that is not captured: it is turned off. */
import { errorText, ServiceError } from '#core/errors.ts';
import type { CompactionFigures } from '../../upkeep/compaction.ts';
import type { VisionControl } from './vision-control.ts';
import { visionMeter } from './vision-metrics.ts';

export class NotCapturingError extends ServiceError {
  constructor(reason: string) {
    super(errorText('NOT_CAPTURING', { reason }));
  }
}

export function absentVision(
  reason: string,
  nowMs: () => number,
  video?: () => CompactionFigures,
): VisionControl {
  const meter = visionMeter(nowMs, video);
  const refuse = () => {
    throw new NotCapturingError(reason);
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
