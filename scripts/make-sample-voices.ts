/**
 * Speaks the transcripts of the sample day with Flite, and what is German with eSpeak NG (packages/daemon/assets/sample-voices): one Opus file per transcript, and
 * in voices.ndjson its length and the vector by which the service distinguishes voices. Run it by hand after changing
 * scripts/sample-day/sound.ts; the result is committed.
 *
 *   node scripts/make-sample-voices.ts     needs both programs (Debian: flite espeak-ng)
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resampler } from '../packages/daemon/src/capture/audio/samples/resampler.ts';
import { systemClock } from '../packages/daemon/src/core/clock.ts';
import { silentLog } from '../packages/daemon/src/core/log/log.ts';
import { speechProcess } from '../packages/daemon/src/extract/speech-process/speech-process.ts';
import { videoProcess } from '../packages/daemon/src/store/media/video/process/video-process.ts';
import { JONAS, MARA, RADIO, type Said, TRANSCRIPTS } from './sample-day/sound.ts';

const TARGET = join(import.meta.dirname, '../packages/daemon/assets/sample-voices');
const WAV = join(mkdtempSync(join(tmpdir(), 'hindcast-voices-')), 'spoken.wav');
const WAV_HEADER_BYTES = 44;
const RATE = 16_000;
const ESPEAK_RATE = 22_050;
const PAUSE_SECS = 0.2;

const VOICES: Readonly<Record<string, { flite: string; espeak: string }>> = {
  [MARA]: { flite: 'slt', espeak: 'de+f2' },
  [JONAS]: { flite: 'rms', espeak: 'de+m3' },
  [RADIO]: { flite: 'awb', espeak: 'de+m7' },
};

function speak({ speaker, text, language }: Said): Int16Array {
  const { flite = '', espeak = '' } = VOICES[speaker] ?? {};
  if (language === 'de') {
    const spoken = samplesOf('espeak-ng', ['-v', espeak, '-s', '150', '-w', WAV, '--', text]);
    const silence = new Int16Array(ESPEAK_RATE * PAUSE_SECS);
    // The resampler holds back the end until something follows it.
    return resampler({ sampleRate: ESPEAK_RATE, channels: 1 }).push(
      Int16Array.from([...silence, ...spoken, ...silence]),
    );
  }
  const spoken = samplesOf('flite', ['-voice', flite, '-t', text, '-o', WAV]);
  const silence = new Int16Array(RATE * PAUSE_SECS);
  return Int16Array.from([...silence, ...spoken, ...silence]);
}

/** Both write a file that says how it is made in its first bytes. */
function samplesOf(program: string, options: readonly string[]): Int16Array {
  execFileSync(program, options);
  const bytes = Uint8Array.from(readFileSync(WAV).subarray(WAV_HEADER_BYTES));
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
}

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const codec = videoProcess();
const speech = speechProcess({ clock: systemClock, log: silentLog });
const records: object[] = [];
let totalBytes = 0;
for (const [index, said] of TRANSCRIPTS.entries()) {
  const samples = speak(said);
  const file = `${String(index + 1).padStart(2, '0')}.ogg`;
  const opus = await codec.sound.encode(
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  );
  writeFileSync(join(TARGET, file), opus);
  totalBytes += opus.length;
  const vector = await speech.run('speaker.xvector', samples, new AbortController().signal);
  if (!vector) throw new Error(`the voice of transcript ${index + 1} cannot be computed`);
  const steps = Int16Array.from(vector, (value) => Math.round(value * 32_768));
  const voice = Buffer.from(steps.buffer).toString('base64');
  records.push({ file, secs: Math.round((samples.length / RATE) * 100) / 100, voice });
}
await speech.close();
rmSync(dirname(WAV), { recursive: true });
writeFileSync(
  join(TARGET, 'voices.ndjson'),
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n`,
);
writeFileSync(
  join(TARGET, 'NOTICE'),
  `These recordings were spoken by synthesisers from texts of this project, and are under the licence of this project.

English: Flite 2.2 with the voices slt, rms and awb of Carnegie Mellon University, Copyright 1999-2016 Language Technologies Institute,
Carnegie Mellon University, free for all uses under the licence of Flite (MIT-like).
German: eSpeak NG 1.51, a program under the GNU General Public License 3, which does not cover what it speaks.
`,
);
console.log(`${records.length} recordings, ${totalBytes} bytes in ${TARGET}`);
