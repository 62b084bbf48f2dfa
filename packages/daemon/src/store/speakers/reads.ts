/** Speakers, and the voices that the clusterer works with. */
import type { ReadKernel } from '../kernel/kernel.ts';
import { voiceReader } from './speaker-voices.ts';
import { speakerReader } from './speakers-reader.ts';

export function speakerReads({ part }: ReadKernel) {
  const { followRedirects: _, ...speakers } = part(speakerReader);
  return { ...speakers, ...part(voiceReader) };
}
