/** The echo canceller of WebRTC (AEC3) as WebAssembly. It takes 16 kHz although its documentation speaks of 32 and 48 only. */
import WebRtcAec3 from '@ennuicastr/webrtcaec3.js';
import { BLOCK_SAMPLES, SAMPLES_PER_MS } from './signal/sound.ts';

export interface Canceller {
  /** 10 ms of the loudspeaker and of the microphone; gives what the microphone heard without the loudspeaker. */
  cancel(monitor: Float32Array, microphone: Float32Array): Float32Array;
  close(): void;
}

/** Loads the module once; every canceller learns one room. */
export async function loadCancellers(): Promise<() => Canceller> {
  const module = await WebRtcAec3();
  return () => {
    const aec = new module.AEC3(SAMPLES_PER_MS * 1000, 1, 1);
    return {
      cancel(monitor, microphone) {
        aec.analyze([monitor]);
        const out = new Float32Array(BLOCK_SAMPLES);
        aec.process([out], [microphone]);
        return out;
      },
      close: () => aec.free(),
    };
  };
}
