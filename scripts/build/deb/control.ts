/** The control data of the Debian package: its fields, checksums, changelog and the overrides for lintian. Called by `build-deb.ts`. */
import { createHash } from 'node:crypto';
import { globSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cpu } from '../npm-packages.ts';

export const ARCHITECTURES: Readonly<Record<string, Cpu>> = { amd64: 'x64', arm64: 'arm64' };
/** Who publishes packages writes the own address here. */
const MAINTAINER = 'The Hindcast authors <maintainers@hindcast.invalid>';

/** Sound, the page, and screens that only a portal shows. Hindcast says what it lacks where one of them is missing. */
const RECOMMENDS = [
  'gstreamer1.0-pipewire',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-tools',
  'pulseaudio-utils',
  'xdg-utils',
];

const DESCRIPTION = `local screen and audio memory you can search
 Hindcast records what was on your screen and what was said, keeps it on
 your own machine, and lets you search it: in a page, on the command line,
 over HTTP, and by an assistant if you set one up.
 .
 The service records nothing until you start it. Nothing leaves the machine
 unless you set up sync. English speech becomes text without a download.
 .
 This package brings its own Node, SQLite, ONNX runtime and FFmpeg. FFmpeg
 is built with x264 and x265, so the package as a whole is under the GPL.`;

export interface ControlOptions {
  readonly version: string;
  readonly architecture: string;
  readonly depends: readonly string[];
  readonly installedKilobytes: number;
}

export function controlText(options: ControlOptions): string {
  const { version, architecture, depends, installedKilobytes } = options;
  return [
    'Package: hindcast',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${MAINTAINER}`,
    `Installed-Size: ${installedKilobytes}`,
    `Depends: ${depends.join(', ')}`,
    `Recommends: ${RECOMMENDS.join(', ')}`,
    'Section: utils',
    'Priority: optional',
    `Description: ${DESCRIPTION}`,
    '',
  ].join('\n');
}

/** As Debian counts: whole kilobytes of each file, one for each folder. */
export function kilobytesOf(folder: string): number {
  return globSync('**', { cwd: folder })
    .map((file) => lstatSync(join(folder, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? Math.ceil(stat.size / 1024) : 1), 0);
}

export function md5sums(folder: string): string {
  const lines = globSync('**', { cwd: folder })
    .filter((file) => lstatSync(join(folder, file)).isFile())
    .sort()
    .map((file) => {
      const hash = createHash('md5')
        .update(readFileSync(join(folder, file)))
        .digest('hex');
      return `${hash}  ${file}\n`;
    });
  return lines.join('');
}

export function changelogText(version: string, date: Date): string {
  const day = date.toUTCString().replace('GMT', '+0000');
  return `hindcast (${version}) stable; urgency=medium\n\n  * Release ${version}.\n\n -- ${MAINTAINER}  ${day}\n`;
}

/** Tags that follow from the way Hindcast is made, each with its reason. */
export function lintianOverrides(): string {
  return [
    '# Node, FFmpeg, libvips, SQLite and the ONNX runtime come as the builds that were tested with this version.',
    'hindcast: embedded-library *',
    '# Programs of these builds find each other by paths relative to themselves.',
    'hindcast: custom-library-search-path *',
    '',
  ].join('\n');
}
