/** A source whose devices and streams are in the hands of the test. */
import { emitter } from '#capture/listeners.ts';
import type { AudioDevice, AudioSource, StreamHandlers } from './audio-source.ts';

export function handSource(devices: readonly AudioDevice[]) {
  const changes = emitter<readonly AudioDevice[]>();
  const streams: { device: AudioDevice; handlers: StreamHandlers }[] = [];
  const state = {
    /** What a look at the devices comes to; a test may replace it. */
    listDevices: async (): Promise<readonly AudioDevice[]> => devices,
    /** Thrown by the next `open`. */
    fault: undefined as Error | undefined,
  };
  const source: AudioSource = {
    name: 'hand',
    listDevices: () => state.listDevices(),
    onDevicesChanged: changes.on,
    open(device, handlers) {
      const { fault } = state;
      state.fault = undefined;
      if (fault) throw fault;
      streams.push({ device, handlers });
      const stop = () => handlers.onEnd({ kind: 'stopped' });
      if (handlers.signal.aborted) queueMicrotask(stop);
      else handlers.signal.addEventListener('abort', stop, { once: true });
    },
    close: () => {},
  };
  return {
    source,
    state,
    streams,
    tell: changes.emit,
    /** The stream of this device that was opened last. */
    latest(id: string): StreamHandlers {
      const found = streams.findLast(({ device }) => device.id === id);
      if (!found) throw new Error(`${id} is not heard`);
      return found.handlers;
    },
  };
}
