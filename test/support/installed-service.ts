/** The installed service in a Debian folder, run as the person who lives there. */
import type { DebianFolder } from './debian-folder.ts';

export interface InstalledService {
  readonly url: string;
  /** Resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Resolves when it answers; rejects with what it printed when it ends before that. */
export async function startInstalled(
  debian: DebianFolder,
  flags: string,
  env: Readonly<Record<string, string>> = {},
): Promise<InstalledService> {
  const child = debian.start(`hindcast start --port 0 ${flags}`, env);
  let output = '';
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const found = /answers on (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    void exit.then((code) => reject(new Error(`it ended with code ${code}: ${output}`)));
  });
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return exit;
    },
  };
}
