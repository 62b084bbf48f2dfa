/**
 * Bundles paired blocks for the echo thread, and sends none while the loudspeaker or the microphone is silent: nothing can echo then,
 * and neither a quiet machine nor one that plays into headphones should pay for the canceller.
 */
import { audibleGate } from './audible-gate.ts';
import { MOST_WAITING_BLOCKS, type Pair, pairing } from './pairing.ts';
import type { PairedSound } from './room.ts';
import { BLOCK_MS, BLOCK_SAMPLES, energyOf, type SoundBlock } from './sound.ts';

const AUDIBLE_FROM = 1e-3 * 32_768;
/** After the loudspeaker fell silent, its echo is still in the room. */
const LINGER_BLOCKS = 100;
const BUNDLE_BLOCKS = 20;
/** Sent before the sound that wakes the microphone: the canceller and the comparison look back by as much as an echo may be late. */
const LEAD_IN_BLOCKS = 80;

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

  /** Nothing can be waiting for its echo any more. The pairing keeps what may turn out to be near the next sound. */
  const isQuiet = () => quietBlocks > LINGER_BLOCKS + MOST_WAITING_BLOCKS;

  function takeAll(): void {
    if (isQuiet()) return;
    for (const pair of pairs.take()) {
      add(pair);
      pairedToMs = pair.microphone.atMs + BLOCK_MS;
    }
  }

  return {
    pushMonitor(block) {
      monitorMs = block.atMs;
      quietBlocks = isAudible(block.samples) ? 0 : quietBlocks + 1;
      pairs.pushMonitor(block);
    },
    pushMicrophone(block) {
      microphoneMs = block.atMs;
      // Also while the loudspeaker is silent: the gate has to know the noise of the room.
      if (microphoneGate.isOpen(block.samples)) heard.add(block);
      pairs.pushMicrophone(block);
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

function isAudible(samples: Int16Array): boolean {
  return energyOf(samples) > AUDIBLE_FROM * AUDIBLE_FROM;
}
