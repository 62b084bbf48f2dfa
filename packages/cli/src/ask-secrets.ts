/** Asks for secrets: lines of input that are not shown. Not arguments, which every user of the machine can read. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** One line for each question. */
export async function askSecrets(...questions: string[]): Promise<string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY === true,
  });
  const read = lines[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      if (process.stdin.isTTY) process.stderr.write(question);
      const { value } = (await read.next()) as { value?: string };
      if (process.stdin.isTTY) process.stderr.write('\n');
      answers.push((value ?? '').trim());
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
    ? await askSecrets('New passphrase: ', 'The same again: ')
    : await askSecrets('Passphrase: ');
  if (first !== second) throw new Error('the two passphrases are not the same');
  return first;
}
