/** Says a sentence with the most natural synthesiser that is installed for a language: each knows a few languages. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav } from '../../packages/daemon/src/extract/asr/sounds.fixture.ts';

interface Voice {
  readonly name: string;
  /** The program and its arguments, to write `text` as sound into `file`. */
  command(text: string, file: string): readonly [string, ...string[]];
  /** It reads the text from standard input. */
  readonly readsInput?: true;
}

const JAPANESE = '/usr/share/hts-voice/nitech-jp-atr503-m001/nitech_jp_atr503_m001.htsvoice';
const DICTIONARY = '/var/lib/mecab/dic/open-jtalk/naist-jdic';

/** Debian: libttspico-utils. */
const pico = (language: string): Voice => ({
  name: 'SVOX Pico',
  command: (text, file) => ['pico2wave', '-l', language, '-w', file, text],
});
/** Debian: open-jtalk, hts-voice-nitech-jp-atr503-m001. */
const openJtalk: Voice = {
  name: 'Open JTalk',
  readsInput: true,
  command: (_text, file) => ['open_jtalk', '-x', DICTIONARY, '-m', JAPANESE, '-ow', file],
};
const espeak = (name: string, voice: string): Voice => ({
  name,
  command: (text, file) => ['espeak-ng', '-v', voice, '-s', '140', '-w', file, '--', text],
});
/** Debian: espeak-ng, mbrola and one package for each voice. */
const mbrola = (voice: string) => espeak('MBROLA', `mb-${voice}`);

const BEST: Readonly<Record<string, Voice>> = {
  ar: mbrola('ar1'),
  de: pico('de-DE'),
  es: pico('es-ES'),
  fr: pico('fr-FR'),
  it: pico('it-IT'),
  ja: openJtalk,
  nl: mbrola('nl2'),
  pl: mbrola('pl1'),
  pt: mbrola('br3'),
};

function spoken(voice: Voice, text: string): Int16Array | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'));
  const file = join(folder, 'spoken.wav');
  try {
    const [program, ...args] = voice.command(text, file);
    const input = voice.readsInput ? text : undefined;
    const { status } = spawnSync(program, args, { input, stdio: ['pipe', 'ignore', 'ignore'] });
    return status === 0 ? readWav(file) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Undefined where no synthesiser is installed. */
export function say(code: string, sentences: readonly string[]) {
  const basic = espeak('eSpeak NG', code === 'zh' ? 'cmn' : code);
  for (const voice of [BEST[code], basic]) {
    const clips = voice && sentences.map((text) => ({ text, samples: spoken(voice, text) }));
    if (clips?.every((clip): clip is { text: string; samples: Int16Array } => !!clip.samples)) {
      return { name: voice?.name ?? '', clips };
    }
  }
  return undefined;
}
