/** The audio side of a machine that is not listened to: it is turned off. */
import { serviceError } from '#core/errors.ts';
import type { AudioControl } from './audio-control.ts';
import { audioMeter } from './audio-metrics.ts';

export function absentAudio(reason: string, nowMs: () => number): AudioControl {
  const meter = audioMeter({ nowMs, mode: 'disabled' });
  const refuse = async () => {
    throw serviceError('NOT_LISTENING', { reason });
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
