/** A recording with its text, as the audio side leaves it, in the folder of a service that does not run; gives the id of its chunk. */
import { mkdirSync } from 'node:fs';
import { openWrites } from '../../../packages/daemon/src/store/kernel/open-writes.ts';
import { openAudioMedia } from '../../../packages/daemon/src/store/media/audio/audio-media.ts';

export async function recordSpeech(dataDir: string, atMs: number): Promise<number> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const writes = openWrites(dataDir);
  const media = openAudioMedia({ dataDir });
  const recording = { atMs, deviceName: 'mic (input)', isInput: true };
  const spool = await media.record(recording);
  await spool.append(Int16Array.from({ length: 8_000 }, (_, i) => Math.sin(i / 20) * 9_000));
  const kept = await spool.finish();
  if (!kept) throw new Error('nothing was recorded');
  const id = writes.run(0, 'audio.addSegment', [kept]) as number;
  const said = [{ ...recording, text: 'the harbour opens', engine: 'test' }];
  writes.run(0, 'audio.setSegmentText', [id, said, true]);
  writes.close();
  await media.release(kept);
  return id;
}
