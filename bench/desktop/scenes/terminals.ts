/** Text as terminals print it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_WITHIN_MS, plant, type Scene, TITLE } from './scene.ts';

/** A shell that prints text in the ways of terminals and then waits with its cursor below the last line. */
function terminal(
  program: string,
  packages: string,
  args: (script: string) => string[],
  title = `${TITLE} in ${program}`,
): Scene {
  return {
    program,
    packages,
    command: program,
    async open({ desktop, nextWord }) {
      const codes: Readonly<Record<string, string>> = {
        'plain terminal text': '0',
        'ANSI red': '31',
        'ANSI green': '32',
        'ANSI yellow': '33',
        'ANSI blue': '34',
        bold: '1',
        dim: '2',
        inverse: '7',
        'line above the cursor': '0',
      };
      const planted = plant(nextWord, ...Object.keys(codes));
      const lines = planted.map(
        ({ kind, word }) => `printf '\\033[${codes[kind]}m${word} estimate\\033[0m\\n'`,
      );
      const script = join(desktop.home, `${program}.sh`);
      const named = `printf '\\033]0;${TITLE} in ${program}\\007'`;
      writeFileSync(script, [named, 'clear', ...lines, 'sleep 1000'].join('\n'));
      await desktop.open(program, args(script), title, OPEN_WITHIN_MS);
      return planted;
    },
  };
}

export const TERMINALS: readonly Scene[] = [
  terminal('xterm', 'xterm', (script) => [
    '-fa',
    'DejaVu Sans Mono',
    '-fs',
    '11',
    '-e',
    'sh',
    script,
  ]),
  terminal('xfce4-terminal', 'xfce4-terminal', (script) => [
    '--disable-server',
    '-x',
    'sh',
    script,
  ]),
  terminal('gnome-terminal', 'gnome-terminal', (script) => ['--wait', '--', 'sh', script]),
  terminal('konsole', 'konsole', (script) => ['-e', 'sh', script], 'Konsole'),
  terminal('kitty', 'kitty', (script) => ['sh', script]),
];
