/** The audio side of a machine that is not listened to: it is turned off. */
import { errorText, ServiceError } from '#core/errors.ts';
import type { AudioControl } from './audio-control.ts';
import { audioMeter } from './audio-metrics.ts';

class NotListeningError extends ServiceError {
  constructor(reason: string) {
    super(errorText('NOT_LISTENING', { reason }));
  }
}

export function absentAudio(reason: string, nowMs: () => number): AudioControl {
  const meter = audioMeter({ nowMs, mode: 'disabled' });
  const refuse = async () => {
    throw new NotListeningError(reason);
  };
  return {
    status: () => ({ kind: 'unavailable', message: reason }),
    listDevices: () => [],
    metrics: () => meter.snapshot(0),
    isRunning: () => false,
    start: refuse,
    stop: async () => {},
    setPaused: async () => {},
    startDevice: refuse,
    stopDevice: refuse,
  };
}
