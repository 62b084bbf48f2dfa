/** What the scripted person opens: each scene is one program that shows planted words of one or more kinds. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPage, servePages } from '../../test/support/browser.ts';
import { type Desktop, missingPrograms } from '../../test/support/desktop.ts';
import { kindsPage } from './kinds-page.ts';

export interface Planted {
  readonly kind: string;
  readonly word: string;
}

export interface Scene {
  readonly program: string;
  readonly packages: string;
  /** Command that must exist. */
  readonly command: string;
  /** Opens it, and gives the words that are then on the screen. */
  open(stage: SceneStage): Promise<readonly Planted[]>;
}

export interface SceneStage {
  readonly desktop: Desktop;
  readonly nextWord: () => string;
}

const OPEN_WITHIN_MS = 90_000;
const TITLE = 'planted';

/** Lines of text in a file, opened by a program that shows text files. */
function editor(program: string, packages: string, args: readonly string[] = []): Scene {
  return {
    program,
    packages,
    command: program,
    async open({ desktop, nextWord }) {
      const planted = ['first line', 'middle line', 'last line'].map((kind) => ({
        kind,
        word: nextWord(),
      }));
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
      const planted = Object.keys(codes).map((kind) => ({ kind, word: nextWord() }));
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

function browser(
  program: string,
  packages: string,
  open: (desktop: Desktop, url: string) => Promise<unknown>,
): Scene {
  return {
    program,
    packages,
    command: program,
    async open({ desktop, nextWord }) {
      const { html, planted } = kindsPage(nextWord);
      const pages = await servePages(() => html);
      await open(desktop, `${pages.base}/kinds`);
      await desktop.run('wmctrl', '-r', 'Kinds of text', '-b', 'add,maximized_vert,maximized_horz');
      await desktop.run('xdotool', 'mousemove', '900', '700', 'click', '1');
      return planted;
    },
  };
}

const office: Scene = {
  program: 'LibreOffice Calc',
  packages: 'libreoffice-calc libreoffice-gtk3',
  command: 'soffice',
  async open({ desktop, nextWord }) {
    const planted = ['first cell', 'other column', 'tenth row'].map((kind) => ({
      kind,
      word: nextWord(),
    }));
    const [first, other, tenth] = planted.map(({ word }) => word);
    const file = join(desktop.home, 'sheet.csv');
    const rows = [
      `${first},price,${other}`,
      ...Array.from({ length: 8 }, (_, i) => `row,${i},0.4${i}17`),
      `x,${tenth},y`,
    ];
    writeFileSync(file, rows.join('\n'));
    const quiet = ['--norestore', '--nologo', '--nofirststartwizard', '--infilter=CSV:44,34,76,1'];
    await desktop.open('soffice', [...quiet, '--calc', file], 'sheet.csv', OPEN_WITHIN_MS);
    return planted;
  },
};

const files: Scene = {
  program: 'Thunar',
  packages: 'thunar',
  command: 'thunar',
  async open({ desktop, nextWord }) {
    const planted = ['file name', 'folder name'].map((kind) => ({ kind, word: nextWord() }));
    const folder = join(desktop.home, TITLE);
    const [file = '', inner = ''] = planted.map(({ word }) => word);
    mkdirSync(join(folder, inner), { recursive: true });
    writeFileSync(join(folder, `${file}.txt`), '');
    await desktop.open('thunar', [folder], TITLE, OPEN_WITHIN_MS);
    return planted;
  },
};

export const SCENES: readonly Scene[] = [
  browser('chromium', 'chromium', (desktop, url) =>
    openPage(desktop, { url, title: 'Kinds of text' }),
  ),
  browser('firefox', 'firefox-esr', (desktop, url) =>
    desktop.open('firefox', ['--new-instance', url], 'Kinds of text', OPEN_WITHIN_MS),
  ),
  editor('mousepad', 'mousepad', ['--disable-server']),
  editor('gedit', 'gedit', ['--standalone']),
  editor('kate', 'kate'),
  editor('emacs', 'emacs-gtk', ['--no-splash']),
  office,
  files,
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

export const whyNot = ({ command, packages }: Scene) =>
  missingPrograms([command]).length === 0 ? undefined : `apt-get install -y ${packages}`;
