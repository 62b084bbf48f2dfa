/**
 * Which microphones may hear which loudspeakers, and what they heard of them. For every output and input that are heard at the same
 * time there is a pair that learns the way between them; a microphone's speech is judged by all of its pairs.
 */
import type { AudioBlock, AudioDevice } from '#capture/audio/audio-source.ts';
import type { SpeechDetector } from '#extract/echo/cancelled-speech.ts';
import type { Echo, EchoPair } from '#extract/echo/echo.ts';
import { saidMeanwhile } from '#extract/echo/repeated-words.ts';
import type { EchoVerdict } from '#extract/echo/room.ts';
import type { JudgedFrame, SpeechSegment } from '#extract/vad/segmenter.ts';

/** Rows and echoes meet within seconds; a slow machine may take minutes. */
const REMEMBERED_MS = 10 * 60_000;

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

export interface Echoes {
  hear(device: AudioDevice, block: AudioBlock): void;
  judged(device: AudioDevice, frame: JudgedFrame): void;
  gone(device: AudioDevice): void;
  /** Undefined when no loudspeaker is heard: then nothing can be an echo. */
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
  const live = new Map<string, AudioDevice>();
  const pairs = new Map<string, { output: string; input: string; pair: EchoPair }>();
  let rows: SaidRow[] = [];
  let echoes: HeardAgain[] = [];

  const pairsOf = (device: AudioDevice) =>
    [...pairs.values()].filter(({ output, input }) => output === device.id || input === device.id);

  function meet(device: AudioDevice): void {
    live.set(device.id, device);
    for (const other of live.values()) {
      if (other.kind === device.kind) continue;
      const [output, input] = device.kind === 'output' ? [device, other] : [other, device];
      const pair = deps.echo.pair(deps.makeDetector());
      pairs.set(`${output.id} ${input.id}`, { output: output.id, input: input.id, pair });
    }
  }

  function forgetOld(): void {
    const sinceMs = deps.nowMs() - REMEMBERED_MS;
    rows = rows.filter(({ endMs }) => endMs > sinceMs);
    echoes = echoes.filter(({ endMs }) => endMs > sinceMs);
  }

  return {
    hear(device, block) {
      if (!live.has(device.id)) meet(device);
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
    gone(device) {
      live.delete(device.id);
      for (const [key, { output, input, pair }] of pairs) {
        if (output !== device.id && input !== device.id) continue;
        pairs.delete(key);
        pair.close();
      }
    },
    async judge(microphone, segment) {
      const verdicts = await Promise.all(
        pairsOf(microphone).map(({ pair }) => pair.judge(segment)),
      );
      return verdicts.toSorted((a, b) => rank(a) - rank(b))[0];
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

/** The pair that recognised most of its loudspeaker knows best. */
function rank({ verdict, needsTextCheck }: EchoVerdict): number {
  return { echo: 0, mixed: 1, local: 2 }[verdict] + (needsTextCheck ? 0 : 0.5);
}
