/** Programs whose content is far larger than what they show: each one froze when its whole tree was asked for. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desktop, missingPrograms } from './desktop.ts';

// The one that Debian's packages of Python modules belong to.
const PYTHON = '/usr/bin/python3';
const MODULES = '/usr/lib/python3/dist-packages';
const TYPELIBS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];
const SCRIPTS = join(import.meta.dirname, 'programs');
const FILES = 10_000;
const ROWS = 20_000;
const PAGES = 500;
const OPEN_WITHIN_MS = 120_000;

export interface LargeProgram {
  readonly name: string;
  /** Part of the title of its window. */
  readonly title: string;
  /** Debian packages that bring it. */
  readonly packages: string;
  isInstalled(): boolean;
  /** Makes its content and starts it. Resolves to the number of its window. */
  open(desktop: Desktop): Promise<number>;
}

const hasTypelib = (name: string) =>
  TYPELIBS.some((folder) => existsSync(`${folder}/girepository-1.0/${name}.typelib`));

function pythonProgram(
  script: string,
  program: Pick<LargeProgram, 'name' | 'title' | 'packages'> & { has: () => boolean },
): LargeProgram {
  const { has, ...named } = program;
  return {
    ...named,
    isInstalled: () => existsSync(PYTHON) && has(),
    open: (desktop) => desktop.open(PYTHON, [join(SCRIPTS, script)], named.title, OPEN_WITHIN_MS),
  };
}

function officeProgram(
  program: { name: string; title: string; packages: string; args: readonly string[] },
  file?: { name: string; content: () => string },
): LargeProgram {
  const { args, ...named } = program;
  return {
    ...named,
    isInstalled: () => missingPrograms(['soffice']).length === 0,
    open(desktop) {
      const files = file ? [join(desktop.home, file.name)] : [];
      for (const path of files) writeFileSync(path, file?.content() ?? '');
      const quiet = ['--norestore', '--nologo', '--nofirststartwizard'];
      return desktop.open('soffice', [...quiet, ...args, ...files], named.title, OPEN_WITHIN_MS);
    },
  };
}

const numbered = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => line(number)).join('\n');

export const LARGE_PROGRAMS: readonly LargeProgram[] = [
  pythonProgram('gtk3-list.py', {
    name: 'a GTK 3 list of 50,000 rows',
    title: 'large GTK 3 list',
    packages: 'python3-gi gir1.2-gtk-3.0',
    has: () => existsSync(`${MODULES}/gi`) && hasTypelib('Gtk-3.0'),
  }),
  pythonProgram('gtk4-list.py', {
    name: 'a GTK 4 list of 50,000 rows',
    title: 'large GTK 4 list',
    packages: 'python3-gi gir1.2-gtk-4.0',
    has: () => existsSync(`${MODULES}/gi`) && hasTypelib('Gtk-4.0'),
  }),
  pythonProgram('qt-table.py', {
    name: 'a Qt table of 50,000 rows',
    title: 'large Qt table',
    packages: 'python3-pyqt5',
    has: () => existsSync(`${MODULES}/PyQt5`),
  }),
  {
    name: 'Thunar with 10,000 files',
    title: 'many-files',
    packages: 'thunar',
    isInstalled: () => missingPrograms(['thunar']).length === 0,
    open(desktop) {
      const folder = join(desktop.home, 'many-files');
      mkdirSync(folder);
      for (let number = 0; number < FILES; number += 1) {
        writeFileSync(join(folder, `letter ${number}.txt`), '');
      }
      return desktop.open('thunar', [folder], 'many-files', OPEN_WITHIN_MS);
    },
  },
  officeProgram({
    name: 'Calc with an empty sheet',
    title: 'Calc',
    packages: 'libreoffice-calc libreoffice-gtk3',
    args: ['--calc'],
  }),
  officeProgram(
    {
      name: 'Calc with a full sheet',
      title: 'full.csv',
      packages: 'libreoffice-calc libreoffice-gtk3',
      args: ['--calc', '--infilter=CSV:44,34,76,1'],
    },
    {
      name: 'full.csv',
      content: () =>
        numbered(ROWS, (row) =>
          numbered(20, (column) => `c${row}-${column}`).replaceAll('\n', ','),
        ),
    },
  ),
  officeProgram(
    {
      name: 'Writer with 500 pages',
      title: 'long.txt',
      packages: 'libreoffice-writer libreoffice-gtk3',
      args: ['--writer'],
    },
    {
      name: 'long.txt',
      content: () =>
        numbered(PAGES * 50, (line) => `Line ${line} of a long document about rivers.`),
    },
  ),
];

/** A page with one text of a megabyte, scrolled to its end. */
export const LONG_TEXT_PAGE = `<!doctype html><title>long text</title><pre>${numbered(
  ROWS,
  (line) => `line ${line} of a log about rivers and their harbours`,
)}</pre><script>scrollTo(0, 1e9)</script>`;

/** A page with a table of 20,000 rows, for browsers. */
export const LARGE_PAGE = `<!doctype html><title>large table</title><table>${numbered(
  ROWS,
  (row) => `<tr><td>row ${row}<td>value ${row * 7}<td>note about item ${row}`,
)}</table>`;
