/** A recording of a second, kept as the service keeps them, with what was said in it. */
import { NOW_MS, type TestServer } from '#serve/server.fixture.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';

/** Its id. Without a text the recording waits for it. */
export async function recorded(
  on: TestServer,
  text: string | undefined,
  atMs = NOW_MS,
): Promise<number> {
  const media = openAudioMedia({ dataDir: on.dataDir });
  const recording = { atMs, deviceName: 'mic (input)', isInput: true };
  const spool = await media.record(recording);
  await spool.append(Int16Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 20) * 9_000));
  const kept = await spool.finish();
  if (!kept) throw new Error('nothing was recorded');
  const id = await on.store.audio.addSegment(kept);
  await media.release(kept);
  if (text === undefined) return id;
  const { deviceName, isInput } = recording;
  const said = { atMs, text, engine: 'test', deviceName, isInput };
  await on.store.audio.setSegmentText(id, [said], true);
  return id;
}
