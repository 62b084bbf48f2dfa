/**
 * Which microphones may hear which loudspeakers, and what they heard of them. For every output and input that are heard at the same
 * time there is a pair that learns the way between them; a microphone's speech is judged by all of its pairs.
 */
import type { AudioBlock, AudioDevice } from '#capture/audio/audio-source.ts';
import type { SpeechDetector } from '#extract/echo/cancelled-speech.ts';
import type { Echo, EchoPair } from '#extract/echo/echo.ts';
import { saidMeanwhile } from '#extract/echo/repeated-words.ts';
import type { EchoVerdict } from '#extract/echo/signal/room.ts';
import type { JudgedFrame, SpeechSegment } from '#extract/vad/segmenter.ts';

/** Rows and echoes meet within seconds; a slow machine may take minutes. */
const REMEMBERED_MS = 10 * 60_000;

/** How long after its last sound a loudspeaker may still be heard in the room. */
const REACH_MS = 600;

export interface SaidRow {
  readonly id: number;
  readonly device: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

interface HeardAgain {
  readonly microphone: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A stream is known by its device object: a stream that was opened again comes with another one and gets new pairs. */
export interface Echoes {
  hear(device: AudioDevice, block: AudioBlock): void;
  judged(device: AudioDevice, frame: JudgedFrame): void;
  /** The stream has ended: it meets nobody any more, but what it heard last is still to be judged. */
  detach(device: AudioDevice): void;
  /** All that it heard is judged. */
  ended(device: AudioDevice): void;
  /**
   * Undefined when no loudspeaker is heard: then nothing can be an echo. One that ended while the microphone went on leaves it to
   * the words.
   */
  judge(microphone: AudioDevice, segment: SpeechSegment): Promise<EchoVerdict | undefined>;
  /** The microphone heard a loudspeaker again; gives the rows that this is about, as far as they are written. */
  heardAgain(echo: HeardAgain): SaidRow[];
  /** A row of a loudspeaker was written; gives the microphones that heard it too. */
  wrote(row: SaidRow): string[];
  /** What the loudspeakers said lately. */
  rows(): readonly SaidRow[];
}

export function openEchoes(deps: {
  echo: Echo;
  makeDetector: () => SpeechDetector;
  nowMs: () => number;
}): Echoes {
  const live = new Set<AudioDevice>();
  const known = new WeakSet<AudioDevice>();
  const pairs = new Set<{ output: AudioDevice; input: AudioDevice; pair: EchoPair }>();
  const lastHeardMs = new WeakMap<AudioDevice, number>();
  /** Until when a loudspeaker played that is closed now. */
  let playedToMs = Number.NEGATIVE_INFINITY;
  let rows: SaidRow[] = [];
  let echoes: HeardAgain[] = [];

  /** Asked for every 10 ms of every stream, so the answer is kept until the pairs change. */
  let pairsByDevice = new Map<AudioDevice, { pair: EchoPair }[]>();
  function pairsOf(device: AudioDevice) {
    const known = pairsByDevice.get(device);
    if (known) return known;
    const found = [...pairs].filter(({ output, input }) => output === device || input === device);
    pairsByDevice.set(device, found);
    return found;
  }

  function meet(device: AudioDevice): void {
    live.add(device);
    known.add(device);
    for (const other of live) {
      if (other.kind === device.kind) continue;
      const [output, input] = device.kind === 'output' ? [device, other] : [other, device];
      const pair = deps.echo.pair(deps.makeDetector());
      pairs.add({ output, input, pair });
      pairsByDevice = new Map();
    }
  }

  function forgetOld(): void {
    const sinceMs = deps.nowMs() - REMEMBERED_MS;
    rows = rows.filter(({ endMs }) => endMs > sinceMs);
    echoes = echoes.filter(({ endMs }) => endMs > sinceMs);
  }

  return {
    hear(device, block) {
      if (!known.has(device)) meet(device);
      lastHeardMs.set(device, block.atMs);
      for (const { pair } of pairsOf(device)) {
        if (device.kind === 'output') pair.pushMonitor(block);
        else pair.pushMicrophone(block);
      }
    },
    judged(device, frame) {
      for (const { pair } of pairsOf(device)) {
        if (device.kind === 'output') pair.monitorJudged(frame);
        else pair.microphoneJudged(frame);
      }
    },
    detach(device) {
      live.delete(device);
    },
    ended(device) {
      live.delete(device);
      if (device.kind === 'output') {
        playedToMs = Math.max(playedToMs, lastHeardMs.get(device) ?? playedToMs);
      }
      for (const entry of [...pairs]) {
        if (entry.output !== device && entry.input !== device) continue;
        pairs.delete(entry);
        entry.pair.close();
      }
      pairsByDevice = new Map();
    },
    async judge(microphone, segment) {
      const verdicts = await Promise.all(
        pairsOf(microphone).map(({ pair }) => pair.judge(segment)),
      );
      const [best] = verdicts.toSorted((a, b) => rank(a) - rank(b));
      const isSure = segment.startAtMs > playedToMs + REACH_MS || best?.verdict === 'echo';
      return isSure ? best : { ...(best ?? keptWhole(segment)), needsTextCheck: true };
    },
    heardAgain(echo) {
      forgetOld();
      echoes.push(echo);
      return saidMeanwhile({ ...echo, text: '' }, rows);
    },
    wrote(row) {
      forgetOld();
      // The final row takes the place of the provisional one.
      rows = [...rows.filter(({ id }) => id !== row.id), row];
      const heard = echoes.filter((echo) => saidMeanwhile({ ...echo, text: '' }, [row]).length > 0);
      return [...new Set(heard.map(({ microphone }) => microphone))];
    },
    rows: () => rows,
  };
}

function keptWhole({ startAtMs: startMs, endAtMs: endMs, samples }: SpeechSegment): EchoVerdict {
  const keep = [{ startMs, endMs, samples, needsTextCheck: true }];
  return { verdict: 'local', keep, lagMs: 0, correlation: 0, needsTextCheck: true };
}

/** The pair that recognised most of its loudspeaker knows best. */
function rank({ verdict, needsTextCheck }: EchoVerdict): number {
  return { echo: 0, mixed: 1, local: 2 }[verdict] + (needsTextCheck ? 0 : 0.5);
}
