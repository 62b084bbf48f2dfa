/**
 * One recording while it is being made: a line of JSON that says what it is, then raw samples as they come. A
 * process that is killed leaves a file from which everything up to that moment can be read.
 */
import type { FileHandle } from 'node:fs/promises';
import { createLogFile, type LogFile, readLog } from '../../sealing/sealed-log.ts';
import type { Sealing } from '../../sealing/store-key.ts';

/** A header is some hundred bytes; device names have their limit. */
const LONGEST_HEADER = 4_096;
const NEW_LINE = 0x0a;
const BYTES_PER_SAMPLE = 2;
const BYTES_PER_MS = 32;

export interface Recording {
  /** When its first sample was heard. */
  readonly atMs: number;
  readonly deviceName: string;
  readonly isInput: boolean;
}

/** The file must not be there yet. */
export async function createSpoolFile(
  path: string,
  recording: Recording,
  sealing: Sealing | undefined,
): Promise<LogFile> {
  const file = await createLogFile(path, sealing);
  try {
    const { atMs, deviceName, isInput } = recording;
    await file.append(Buffer.from(`${JSON.stringify({ atMs, deviceName, isInput })}\n`));
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

export interface SpoolContent {
  recording: Recording;
  durationMs: number;
  samples: Buffer;
}

/** Undefined when the process was killed before the first sample, or the file is not one of ours. */
export async function readSpoolFile(
  file: FileHandle,
  sealing: Sealing | undefined,
): Promise<SpoolContent | undefined> {
  const content = await readLog(file, sealing);
  const headerEnd = content.subarray(0, LONGEST_HEADER).indexOf(NEW_LINE);
  const recording = headerEnd < 0 ? undefined : parseHeader(content.toString('utf8', 0, headerEnd));
  if (!recording) return undefined;
  const samples = content.subarray(headerEnd + 1);
  // A write that was cut off may end inside a sample.
  const bytes = samples.length - (samples.length % BYTES_PER_SAMPLE);
  if (bytes === 0) return undefined;
  return {
    recording,
    durationMs: bytes / BYTES_PER_MS,
    samples: samples.subarray(0, bytes),
  };
}

function parseHeader(line: string): Recording | undefined {
  try {
    const { atMs, deviceName, isInput } = JSON.parse(line) as Partial<Recording>;
    if (!Number.isFinite(atMs) || typeof deviceName !== 'string') return undefined;
    return { atMs: Number(atMs), deviceName, isInput: isInput === true };
  } catch {
    // Not JSON: not ours.
    return undefined;
  }
}
