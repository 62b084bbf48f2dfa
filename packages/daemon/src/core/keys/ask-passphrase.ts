/** Finds the passphrase of an encrypted store: in a file or descriptor, or by asking a person at the terminal without showing it. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { serviceError } from '../errors.ts';

/** The end of a line that editors put there is not part of it. */
export function readPassphrase(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw serviceError('PASSPHRASE_UNREADABLE', { file, cause });
  }
}

/** Undefined where nobody can be asked, and when nothing was typed. */
export async function askPassphrase(options: {
  question: string;
  /** For a new one: a slip of the finger would lose everything. */
  isNew: boolean;
}): Promise<string | undefined> {
  if (process.stdin.isTTY !== true) return undefined;
  const first = await askHidden(options.question);
  if (first === '') return undefined;
  if (options.isNew && (await askHidden('The same again: ')) !== first) {
    throw serviceError('PASSPHRASES_DIFFER');
  }
  return first;
}

async function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
