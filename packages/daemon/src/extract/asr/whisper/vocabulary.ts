/** The tokens of multilingual Whisper networks: which words they stand for, and what those after the words mean. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const VOCABULARY_FILE = 'vocab.json';
const SETTINGS_FILE = 'generation_config.json';

export interface Vocabulary {
  readonly start: number;
  readonly end: number;
  readonly transcribe: number;
  readonly withoutTimes: number;
  readonly noSpeech: number;
  /** By code, such as `de`. */
  readonly languages: ReadonlyMap<string, number>;
  /** Never part of a text: notes, music, and everything that is no word. */
  readonly isSuppressed: (token: number) => boolean;
  /** Besides those, at the beginning of a text. */
  readonly notFirst: readonly number[];
  textOf(tokens: readonly number[]): string;
}

interface Settings {
  readonly decoder_start_token_id: number;
  readonly eos_token_id: number;
  readonly no_timestamps_token_id: number;
  readonly begin_suppress_tokens: readonly number[];
  readonly suppress_tokens: readonly number[];
  readonly lang_to_id: Readonly<Record<string, number>>;
  readonly task_to_id: { readonly transcribe: number };
}

export function readVocabulary(folder: string): Vocabulary {
  const settings = readJson(folder, SETTINGS_FILE) as Settings;
  const words: string[] = [];
  for (const [word, token] of Object.entries(readJson(folder, VOCABULARY_FILE))) {
    words[token as number] = word;
  }
  const suppressed = new Set(settings.suppress_tokens);
  const end = settings.eos_token_id;
  return {
    start: settings.decoder_start_token_id,
    end,
    transcribe: settings.task_to_id.transcribe,
    withoutTimes: settings.no_timestamps_token_id,
    noSpeech: settings.no_timestamps_token_id - 1,
    languages: new Map(
      Object.entries(settings.lang_to_id).map(([name, token]) => [name.slice(2, -2), token]),
    ),
    isSuppressed: (token) => token > end || suppressed.has(token),
    notFirst: settings.begin_suppress_tokens,
    textOf: (tokens) =>
      Buffer.concat(tokens.map((token) => bytesOfWord(words[token] ?? ''))).toString('utf8'),
  };
}

function readJson(folder: string, name: string): object {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

/**
 * Words are written with one letter for each byte. Bytes that print stand for themselves; the others have the letters from U+0100 on, in
 * their order.
 */
const BYTE_OF_LETTER: ReadonlyMap<string, number> = (() => {
  const prints = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
  let others = 0;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => {
      const letter = prints(byte) ? byte : 0x100 + others++;
      return [String.fromCharCode(letter), byte];
    }),
  );
})();

function bytesOfWord(word: string): Buffer {
  return Buffer.from([...word].map((letter) => BYTE_OF_LETTER.get(letter) ?? 0x3f));
}
