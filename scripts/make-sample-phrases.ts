/**
 * Speaks the phrases that follow after the sample day with Flite: one Opus file for each voice in packages/daemon/assets/sample-live,
 * and in phrases.json where each phrase lies in it. Run it by hand after changing capture/replay/live-speech.ts; the result is committed.
 *
 *   node scripts/make-sample-phrases.ts     needs Flite (Debian: flite)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  LIVE_VOICES,
  PHRASES,
  type PhrasePlaces,
} from '../packages/daemon/src/capture/replay/live-speech.ts';
import { videoProcess } from '../packages/daemon/src/store/media/video/process/video-process.ts';

const TARGET = join(import.meta.dirname, '../packages/daemon/assets/sample-live');
const WAV = join(mkdtempSync(join(tmpdir(), 'hindcast-phrases-')), 'spoken.wav');
const WAV_HEADER_BYTES = 44;
/** Around every phrase, so that a cut never meets a sound. */
const PAUSE = new Int16Array(1_600);

function speak(voice: string, text: string): Int16Array {
  execFileSync('flite', ['-voice', voice, '-t', text, '-o', WAV]);
  const bytes = Uint8Array.from(readFileSync(WAV).subarray(WAV_HEADER_BYTES));
  return Int16Array.from([...PAUSE, ...new Int16Array(bytes.buffer, 0, bytes.length >> 1)]);
}

const codec = videoProcess();
const places: PhrasePlaces = {};
for (const voice of Object.values(LIVE_VOICES)) {
  const spoken = PHRASES.map((phrase) => speak(voice, phrase));
  let at = 0;
  places[voice] = spoken.map(({ length }) => {
    at += length;
    return [at - length, at];
  });
  const samples = Int16Array.from([...spoken, PAUSE].flatMap((piece) => [...piece]));
  const opus = await codec.sound.encode(Buffer.from(samples.buffer));
  writeFileSync(join(TARGET, `${voice}.ogg`), opus);
  console.log(`${voice}: ${PHRASES.length} phrases, ${opus.length} bytes`);
}
writeFileSync(join(TARGET, 'phrases.json'), `${JSON.stringify(places)}\n`);
rmSync(dirname(WAV), { recursive: true });
