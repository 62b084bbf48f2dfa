/** Asks for secrets: lines of input that are not shown. Not arguments, which every user of the machine can read. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { SettingsError } from './daemon.ts';

/** One line for each question, as it was typed. Rejects when there is none, as after Ctrl+C: nobody has agreed to go on. */
export async function askSecrets(
  questions: readonly string[],
  input: Readable & { isTTY?: boolean } = process.stdin,
): Promise<string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isTerminal = input.isTTY === true;
  const lines = createInterface({ input, output: silent, terminal: isTerminal });
  const read = lines[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      if (isTerminal) process.stderr.write(question);
      const { value, done } = await read.next();
      if (isTerminal) process.stderr.write('\n');
      if (done) throw new SettingsError('nothing was entered, so nothing was done');
      answers.push(value);
    }
    return answers;
  } finally {
    lines.close();
  }
}

/** The passphrase of the store: from the file that `HINDCAST_PASSPHRASE_FILE` names, else by asking; a new one twice. */
export async function askPassphrase(isNew: boolean): Promise<string> {
  const { HINDCAST_PASSPHRASE_FILE: file } = process.env;
  if (file) return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  const [first = '', second = first] = isNew
    ? await askSecrets(['New passphrase: ', 'The same again: '])
    : await askSecrets(['Passphrase: ']);
  if (first !== second) throw new Error('the two passphrases are not the same');
  return first;
}

/** The passphrase so far (empty for a store that only the keyring opens) and the one to come, which is never read from a file. */
export async function askNewPassphrase(): Promise<[old: string, next: string]> {
  const { HINDCAST_PASSPHRASE_FILE: file } = process.env;
  const questions = ['New passphrase: ', 'The same again: '];
  const [old = '', next = '', again = ''] = file
    ? [await askPassphrase(false), ...(await askSecrets(questions))]
    : await askSecrets(['Old passphrase: ', ...questions]);
  if (next !== again) throw new Error('the two passphrases are not the same');
  return [old, next];
}
