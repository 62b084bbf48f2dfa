/**
 * Writes `docs/licences.md`: every package that is installed to run the service, by its licence, from the lock file. With `--check`
 * it writes nothing and fails when the list is not true any more, or when a licence came in that nobody has looked at.
 */
import { readFile, writeFile } from 'node:fs/promises';

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

const LOCK = new URL('../package-lock.json', import.meta.url);
const TARGET = new URL('../docs/licences.md', import.meta.url);

/** Packages whose lock entry says nothing; read in their own files. */
const FOUND_IN_THE_PACKAGE: Readonly<Record<string, string>> = {
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
  x11: 'MIT',
};

const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'WTFPL',
  'LGPL-3.0-or-later',
  'MPL-2.0',
]);

const HEAD = `# Licences

Hindcast itself is under the MIT licence. What it installs to run, by licence, made by \`node scripts/list-licences.ts\`:
`;

const TAIL = `
## Inside these packages and next to them

- \`node-av\` carries FFmpeg with x264 and x265. The wrapper is MIT, the library as built is under the **GPL**, version 3 or later: whoever passes
  on Hindcast together with that package has to follow the GPL for the whole they pass on. It is used to compact pictures into video and to
  write recordings. That build also holds the FDK AAC codec, which Hindcast does not use and whose licence the Free Software Foundation calls
  incompatible with the GPL: [0026](decisions/0026-codecs-in-the-package.md) says what follows for packages that are published.
- \`sharp\` carries libvips (LGPL-3.0-or-later), as a separate library that can be replaced.
- The model of search by meaning, all-MiniLM-L6-v2 (Apache-2.0), with two changes of ours (MIT).
- Speech models: Moonshine (MIT), Silero VAD (MIT), and the speaker model (Apache-2.0, see packages/daemon/models/speaker-xvector-16k/NOTICE).
- The networks of \`packages/screen-ocr/model\` are our own (MIT).
`;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The names in an expression such as `(MIT OR CC0-1.0)`. */
function namesIn(licence: string): string[] {
  return licence.replace(/[()]/g, '').split(/ (?:OR|AND) /);
}

async function makeList(): Promise<string> {
  const { packages } = JSON.parse(await readFile(LOCK, 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const byLicence = new Map<string, Set<string>>();
  for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev === true || link === true) continue;
    const name = nameOf(path);
    const licence = license ?? FOUND_IN_THE_PACKAGE[name];
    if (licence === undefined || !namesIn(licence).every((each) => KNOWN.has(each))) {
      throw new Error(`${name} has a licence that nobody has looked at: ${licence ?? 'none'}`);
    }
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`));
  }
  const sections = [...byLicence].sort(([a], [b]) => a.localeCompare(b, 'en'));
  const text = sections.map(
    ([licence, names]) => `\n**${licence}**: ${[...names].sort().join(', ')}\n`,
  );
  return HEAD + text.join('') + TAIL;
}

const list = await makeList();
if (!process.argv.includes('--check')) await writeFile(TARGET, list);
else if ((await readFile(TARGET, 'utf8').catch(() => '')) !== list) {
  process.stderr.write('docs/licences.md is out of date: run node scripts/list-licences.ts\n');
  process.exitCode = 1;
}
