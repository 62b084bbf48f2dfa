/** Asks a person before something that cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { SettingsError } from './daemon.ts';

/** Rejects where nobody can be asked: a script has to say `--yes`. */
export async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new SettingsError('nobody can be asked here: add --yes');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}
