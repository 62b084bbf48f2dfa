/**
 * Bundles paired blocks for the echo thread, and sends none while the loudspeaker or the microphone is silent: nothing can echo then,
 * and neither a quiet machine nor one that plays into headphones should pay for the canceller.
 */

import { MOST_WAITING_BLOCKS, type Pair, pairing } from './pairing.ts';
import { audibleGate } from './signal/audible-gate.ts';
import type { PairedSound } from './signal/room.ts';
import { BLOCK_MS, BLOCK_SAMPLES, energyOf, type SoundBlock } from './signal/sound.ts';

const AUDIBLE_ENERGY = (1e-3 * 32_768) ** 2;
/** After the loudspeaker fell silent, its echo is still in the room. */
const LINGER_BLOCKS = 100;
const BUNDLE_BLOCKS = 20;
/** Sent before the sound that wakes the microphone: the canceller and the comparison look back by as much as an echo may be late. */
const LEAD_IN_BLOCKS = 80;
/** More than the pairing would wait for. */
const MOST_UNHEARD_SAMPLES = 2 * MOST_WAITING_BLOCKS * BLOCK_SAMPLES;

export interface GatedPairs {
  pushMonitor(block: SoundBlock): void;
  pushMicrophone(block: SoundBlock): void;
  /** Sends what is bundled so far. */
  flush(): void;
  /** Up to when the microphone has met the loudspeaker; without end while that is silent or has stopped. */
  pairedToMs(): number;
}

export function gatedPairs(send: (sound: PairedSound) => void): GatedPairs {
  const pairs = pairing();
  const microphoneGate = audibleGate();
  /** What came while the loudspeaker was silent: it is cut into blocks only when there is something to compare it with. */
  const unheard = { monitor: pieces(), microphone: pieces() };
  /** Blocks of the microphone at which its gate was open. */
  const heard = new WeakSet<SoundBlock>();
  let skipped: Pair[] = [];
  let bundle:
    | { atMs: number; count: number; microphone: Int16Array; monitor: Int16Array }
    | undefined;
  /** Of the loudspeaker: since it was last audible as it arrived, and as it is paired. */
  let quietBlocks = Number.POSITIVE_INFINITY;
  let silentBlocks = LINGER_BLOCKS;
  let monitorMs = Number.NEGATIVE_INFINITY;
  let microphoneMs = Number.NEGATIVE_INFINITY;
  let pairedToMs = Number.NEGATIVE_INFINITY;

  function flush(): void {
    if (bundle === undefined) return;
    const { atMs, count, microphone, monitor } = bundle;
    const length = count * BLOCK_SAMPLES;
    bundle = undefined;
    send({ atMs, microphone: microphone.slice(0, length), monitor: monitor.slice(0, length) });
  }

  function add(pair: Pair): void {
    silentBlocks = isAudible(pair.monitor) ? 0 : silentBlocks + 1;
    if (silentBlocks > LINGER_BLOCKS) {
      skipped = [];
      flush();
    } else if (heard.has(pair.microphone)) {
      for (const earlier of skipped) put(earlier);
      skipped = [];
      put(pair);
    } else {
      flush();
      skipped.push(pair);
      if (skipped.length > LEAD_IN_BLOCKS) skipped.shift();
    }
  }

  function put({ microphone, monitor }: Pair): void {
    // A stream that was opened again does not join what came before.
    const expectedMs = bundle && bundle.atMs + bundle.count * BLOCK_MS;
    if (expectedMs !== undefined && Math.abs(microphone.atMs - expectedMs) > BLOCK_MS) flush();
    bundle ??= {
      atMs: microphone.atMs,
      count: 0,
      microphone: new Int16Array(BUNDLE_BLOCKS * BLOCK_SAMPLES),
      monitor: new Int16Array(BUNDLE_BLOCKS * BLOCK_SAMPLES),
    };
    bundle.microphone.set(microphone.samples, bundle.count * BLOCK_SAMPLES);
    bundle.monitor.set(monitor, bundle.count * BLOCK_SAMPLES);
    bundle.count += 1;
    if (bundle.count === BUNDLE_BLOCKS) flush();
  }

  function pushBlocks(): void {
    for (const { block } of unheard.monitor.take()) pairs.pushMonitor(block);
    for (const { block, isHeard } of unheard.microphone.take()) {
      if (isHeard) heard.add(block);
      pairs.pushMicrophone(block);
    }
  }

  /** Nothing can be waiting for its echo any more. The pairing keeps what may turn out to be near the next sound. */
  const isQuiet = () => quietBlocks > LINGER_BLOCKS + MOST_WAITING_BLOCKS;

  function takeAll(): void {
    if (isQuiet()) return;
    pushBlocks();
    for (const pair of pairs.take()) {
      add(pair);
      pairedToMs = pair.microphone.atMs + BLOCK_MS;
    }
  }

  return {
    pushMonitor(sound) {
      monitorMs = lastBlockMs(sound);
      for (let at = 0; at < sound.samples.length; at += BLOCK_SAMPLES) {
        const energy = energyOf(sound.samples, at, at + BLOCK_SAMPLES);
        quietBlocks = energy > AUDIBLE_ENERGY ? 0 : quietBlocks + 1;
      }
      unheard.monitor.add(sound);
    },
    pushMicrophone(sound) {
      microphoneMs = lastBlockMs(sound);
      const isOpen = new Uint8Array(sound.samples.length / BLOCK_SAMPLES);
      // Also while the loudspeaker is silent: the gate has to know the noise of the room.
      for (let i = 0; i < isOpen.length; i += 1) {
        const at = i * BLOCK_SAMPLES;
        const energy = energyOf(sound.samples, at, at + BLOCK_SAMPLES);
        isOpen[i] = microphoneGate.isOpen(energy) ? 1 : 0;
      }
      unheard.microphone.add(sound, isOpen);
      takeAll();
    },
    flush() {
      takeAll();
      flush();
    },
    pairedToMs() {
      const isLive = monitorMs > microphoneMs - MOST_WAITING_BLOCKS * BLOCK_MS;
      return isLive && !isQuiet() ? pairedToMs : Number.POSITIVE_INFINITY;
    },
  };
}

/** Sound as it came, the newest few seconds of it; `take` cuts it into blocks. */
function pieces() {
  let held: { sound: SoundBlock; isOpen: Uint8Array | undefined }[] = [];
  let heldSamples = 0;
  return {
    add(sound: SoundBlock, isOpen?: Uint8Array): void {
      held.push({ sound, isOpen });
      heldSamples += sound.samples.length;
      while (heldSamples - (held[0]?.sound.samples.length ?? 0) > MOST_UNHEARD_SAMPLES) {
        heldSamples -= held.shift()?.sound.samples.length ?? 0;
      }
    },
    *take(): Generator<{ block: SoundBlock; isHeard: boolean }> {
      const taken = held;
      held = [];
      heldSamples = 0;
      for (const { sound, isOpen } of taken) {
        for (let i = 0; i * BLOCK_SAMPLES < sound.samples.length; i += 1) {
          const at = i * BLOCK_SAMPLES;
          const samples = sound.samples.subarray(at, at + BLOCK_SAMPLES);
          yield {
            block: { atMs: sound.atMs + i * BLOCK_MS, samples },
            isHeard: isOpen?.[i] === 1,
          };
        }
      }
    },
  };
}

function lastBlockMs({ atMs, samples }: SoundBlock): number {
  return atMs + (samples.length / BLOCK_SAMPLES - 1) * BLOCK_MS;
}

function isAudible(samples: Int16Array): boolean {
  return energyOf(samples) > AUDIBLE_ENERGY;
}
