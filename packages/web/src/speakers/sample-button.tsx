/** Plays one sample of a voice. */
import type { Sample } from '../data/speakers.ts';
import { PlayButton } from '../parts/play-button.tsx';

export function SampleButton({ sample }: { sample: Sample }) {
  const part = {
    chunkId: sample.chunk_id,
    startSecs: sample.start_time,
    endSecs: sample.end_time,
  };
  return <PlayButton part={part} label={sample.transcript} />;
}
