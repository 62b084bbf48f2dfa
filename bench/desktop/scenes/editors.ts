/** Text files in editors. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_WITHIN_MS, plant, type Scene, TITLE } from './scene.ts';

/** Lines of text in a file, opened by a program that shows text files. */
function editor(program: string, packages: string, args: readonly string[] = []): Scene {
  return {
    program,
    packages,
    command: program,
    async open({ desktop, nextWord }) {
      const planted = plant(nextWord, 'first line', 'middle line', 'last line');
      const folder = join(desktop.home, program);
      mkdirSync(folder);
      const file = join(folder, `${TITLE}.txt`);
      const [first, middle, last] = planted.map(({ word }) => word);
      writeFileSync(
        file,
        `The ${first} comes first.\n\nThen a ${middle}.\n\nAt the end the ${last}.\n`,
      );
      await desktop.open(program, [...args, file], `${TITLE}.txt`, OPEN_WITHIN_MS);
      return planted;
    },
  };
}

export const EDITORS: readonly Scene[] = [
  editor('mousepad', 'mousepad', ['--disable-server']),
  editor('gedit', 'gedit', ['--standalone']),
  editor('kate', 'kate'),
  editor('emacs', 'emacs-gtk', ['--no-splash']),
];
