/** The command of an installed service, kept in its file in a form that can be read back: their own forms of quoting differ. */
import type { WhereOptions } from '../daemon.ts';

const KEY = 'X-Hindcast-Command=';

/** Units and desktop entries ignore keys that begin with `X-`. */
export function commandLine(command: readonly string[]): string {
  return `${KEY}${Buffer.from(JSON.stringify(command)).toString('base64')}`;
}

/** Empty when the text has none. */
export function commandIn(text: string): readonly string[] {
  const line = text.split('\n').find((one) => one.startsWith(KEY)) ?? KEY;
  const json = Buffer.from(line.slice(KEY.length), 'base64').toString();
  return json === '' ? [] : (JSON.parse(json) as readonly string[]);
}

/** Which service the command runs. */
export function whereOf(command: readonly string[]): WhereOptions {
  const flagValue = (flag: string) =>
    command.find((argument) => argument.startsWith(`${flag}=`))?.slice(flag.length + 1);
  const [port, dataDir] = [flagValue('--port'), flagValue('--data-dir')];
  return { ...(port !== undefined && { port }), ...(dataDir !== undefined && { dataDir }) };
}
