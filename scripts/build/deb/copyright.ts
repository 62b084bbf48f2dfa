/**
 * The copyright file of the Debian package in the machine-readable form (DEP-5): whose work is where, under which licence. The notices are
 * those of the packages themselves. Called by `build-deb.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IS_LICENCE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;
/** The whole text, which Debian has once for all packages. What stands around it stays. */
const APACHE = /Apache License\s+Version 2\.0, January 2004[\s\S]*?END OF TERMS AND CONDITIONS/g;
const IS_HOLDER = /^\W*(copyright\b|\(c\)|©).*(\d{4}|©)/i;

export interface Part {
  readonly name: string;
  /** The unpacked package. */
  readonly folder: string;
}

export interface CopyrightOptions {
  /** The text of the file LICENSE. */
  readonly own: string;
  /** Packages inside the bundles, of programs and page. */
  readonly bundled: readonly Part[];
  /** Packages next to them, each with its folder below the program's. */
  readonly separate: readonly (Part & { readonly path: string })[];
}

interface Paragraph {
  readonly files: string;
  readonly copyright: readonly string[];
  readonly licence: string;
  readonly text: string;
  readonly comment?: string;
}

/** Machine code whose licence is not that of the package around it. Prefixes: the CPU follows. */
const INSIDE: readonly (Omit<Paragraph, 'files'> & { readonly prefix: string })[] = [
  {
    prefix: '@seydx/node-av-linux-',
    copyright: [
      '2000-2026 the FFmpeg developers',
      '2003-2026 the x264 project',
      '2013-2026 MulticoreWare, Inc. (x265)',
      '2023-2026 seydx (the binding, under the MIT licence)',
    ],
    licence: 'GPL-3+',
    text: commonLicence('GNU General Public License, version 3 or later', 'GPL-3'),
    comment:
      'node-av.node holds FFmpeg as built by the Jellyfin project with --enable-gpl --enable-version3, x264 and x265.\n' +
      'It is changed: programs for graphics cards (SPIR-V) of whisper.cpp, which Hindcast does not use, are left out.\n' +
      'Who passes on this package passes on GPL software, and has to offer the sources of these libraries.\n' +
      'The build also holds the Fraunhofer FDK AAC codec, under its own licence, which the Free Software Foundation\n' +
      'calls free but incompatible with the GPL. Hindcast does not use that codec: it writes H.264 and Opus.',
  },
  {
    prefix: '@img/sharp-libvips-linux-',
    copyright: ['1989-2026 the libvips authors and those of the libraries in it'],
    licence: 'LGPL-3+',
    text: commonLicence('GNU Lesser General Public License, version 3 or later', 'LGPL-3'),
    comment:
      'A separate library that can be replaced. README.md of sharp-libvips lists what is in it.',
  },
];

const APACHE_REFERENCE = commonLicence('Apache License, version 2.0', 'Apache-2.0');

/** Data, and machine code that is packed without its package. */
const OTHERS: readonly Paragraph[] = [
  {
    files: 'packages/files/better-sqlite3-multiple-ciphers/*',
    copyright: ['2017 Joshua Wise', '2019-2026 Ulrich Telle (SQLite3 Multiple Ciphers)'],
    licence: 'MIT and public-domain',
    text: 'SQLite itself is in the public domain. The text of the MIT licence stands above.',
  },
  {
    files: 'models/moonshine-tiny/*',
    copyright: ['2024 Useful Sensors'],
    licence: 'MIT',
    text: '',
  },
  {
    files: 'models/minilm-moments/*',
    copyright: ['2021 the sentence-transformers authors'],
    licence: 'Apache-2.0',
    text: APACHE_REFERENCE,
  },
  {
    files: 'packages/daemon/models/*',
    copyright: ['the authors that NOTICE in that folder names'],
    licence: 'Apache-2.0',
    text: APACHE_REFERENCE,
  },
];

function commonLicence(name: string, file: string): string {
  return `${name}. On Debian systems its text is in /usr/share/common-licenses/${file}.`;
}

export function copyrightText({ own, bundled, separate }: CopyrightOptions): string {
  const head = [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    'Upstream-Name: Hindcast',
    field(
      'Comment',
      'Paths are relative to /usr/lib/hindcast. Hindcast itself is under the MIT licence.\n' +
        'The package as a whole holds FFmpeg with x264 and x265, and is therefore under the GPL, version 3 or later.',
    ),
  ].join('\n');
  const paragraphs: Paragraph[] = [
    { files: '*', copyright: holdersIn(own), licence: 'MIT', text: withoutHolders(own) },
    bundleParagraph(bundled, own),
    ...separate.map(separateParagraph),
    ...OTHERS,
  ];
  return `${[head, ...paragraphs.map(written)].join('\n\n')}\n`;
}

function bundleParagraph(parts: readonly Part[], own: string): Paragraph {
  const licences = [...new Set(['MIT', ...parts.map(licenceOf)])].sort();
  const notices = parts.map((part) => `-- ${part.name}:\n${noticeOf(part) ?? licenceOf(part)}`);
  return {
    files: 'packages/chunks/* packages/*/src/* packages/web/dist/*',
    copyright: [...new Set([...holdersIn(own), ...parts.flatMap(holdersOf)])],
    licence: licences.join(' and '),
    text: `These files join Hindcast and the packages below, each with its own notice.\n\n${notices.join('\n\n')}`,
  };
}

function separateParagraph(part: CopyrightOptions['separate'][number]): Paragraph {
  const inside = INSIDE.find(({ prefix }) => part.name.startsWith(prefix));
  const files = part.path;
  if (inside !== undefined) return { ...inside, files };
  const notice = noticeOf(part);
  return {
    files,
    copyright: holdersOf(part),
    licence: licenceOf(part),
    text: notice ?? `${part.name} is under the licence ${licenceOf(part)}.`,
  };
}

function licenceOf({ folder }: Part): string {
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return String(license ?? 'MIT')
    .replace(/[()]/g, '')
    .replaceAll(' OR ', ' or ')
    .replaceAll(' AND ', ' and ');
}

function noticeOf({ folder }: Part): string | undefined {
  if (!existsSync(folder)) return undefined;
  const file = readdirSync(folder).find((name) => IS_LICENCE.test(name));
  if (file === undefined) return undefined;
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return text.replace(APACHE, APACHE_REFERENCE);
}

function holdersOf(part: Part): string[] {
  const found = holdersIn(noticeOf(part) ?? '');
  return found.length > 0 ? found : [`the authors of ${part.name}`];
}

function holdersIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => IS_HOLDER.test(line));
  const holders = lines.map((line) =>
    line
      .replace(/^\W*(copyright\b:?\s*)?(\(c\)|©)?\s*/i, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return [...new Set(holders)].filter((holder) => holder !== '');
}

function withoutHolders(text: string): string {
  return text
    .split('\n')
    .filter((line) => !IS_HOLDER.test(line))
    .join('\n')
    .trim();
}

function written({ files, copyright, licence, text, comment }: Paragraph): string {
  return [
    `Files: ${files}`,
    field('Copyright', copyright.join('\n')),
    text === '' ? `License: ${licence}` : field('License', `${licence}\n${text}`),
    ...(comment === undefined ? [] : [field('Comment', comment)]),
  ].join('\n');
}

/** Lines after the first are indented; an empty one is a dot. */
function field(name: string, value: string): string {
  const [first = '', ...rest] = value.split('\n');
  const lines = rest.map((line) => (line.trim() === '' ? ' .' : ` ${line.trimEnd()}`));
  return [`${name}: ${first}`, ...lines].join('\n');
}
