/** How a desktop shows Hindcast: the entry of its menu, AppStream data, icons, and the systemd user unit. Called by `build-deb.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { NODE_FLAGS } from '../../../packages/cli/src/service/node-flags.ts';
import { unitText } from '../../../packages/cli/src/service/unit.ts';

const SUMMARY = 'Search what was on your screen and what was said';
const ICON = 'packages/web/public/icon.svg';
const ICON_SIZES = [48, 64, 128, 256];

interface File {
  readonly path: string;
  readonly content: string | Buffer;
}

export interface DesktopOptions {
  readonly root: string;
  /** The folder of the program in the installed system. */
  readonly lib: string;
  readonly version: string;
  readonly date: Date;
}

/** Paths are relative to the root of the file system. */
export async function desktopFiles({ root, lib, version, date }: DesktopOptions): Promise<File[]> {
  const svg = readFileSync(join(root, ICON));
  const icons = ICON_SIZES.map(async (size) => ({
    path: `usr/share/icons/hicolor/${size}x${size}/apps/hindcast.png`,
    content: await sharp(svg, { density: 72 * (size / 24) })
      .resize(size, size)
      .png()
      .toBuffer(),
  }));
  return [
    ...(await Promise.all(icons)),
    { path: 'usr/share/icons/hicolor/scalable/apps/hindcast.svg', content: svg },
    { path: 'usr/share/applications/hindcast.desktop', content: menuEntry(lib) },
    {
      path: 'usr/share/metainfo/org.hindcast.Hindcast.metainfo.xml',
      content: appStream(version, date),
    },
    { path: 'usr/lib/systemd/user/hindcast.service', content: unitText(serviceCommand(lib)) },
  ];
}

/** As `hindcast service install` writes it. */
function serviceCommand(lib: string): string[] {
  return [`${lib}/bin/node`, ...NODE_FLAGS, `${lib}/packages/daemon/src/main.js`];
}

function menuEntry(lib: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Hindcast',
    'GenericName=Screen and audio memory',
    `Comment=${SUMMARY}`,
    `Exec=${lib}/bin/open-page`,
    'Icon=hindcast',
    'Terminal=false',
    'Categories=Utility;',
    'Keywords=history;search;timeline;recall;recording;transcript;',
    '',
  ].join('\n');
}

function appStream(version: string, date: Date): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>org.hindcast.Hindcast</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT AND GPL-3.0-or-later</project_license>
  <name>Hindcast</name>
  <summary>${SUMMARY}</summary>
  <description>
    <p>Hindcast records what was on your screen and what was said, keeps it on your own machine, and lets you search it.</p>
    <ul>
      <li>The timeline shows the day; a search marks the words on the image.</li>
      <li>Password managers, private browsing windows and whatever you exclude are not recorded.</li>
      <li>Nothing leaves the machine unless you set up sync, which is end-to-end encrypted.</li>
    </ul>
  </description>
  <launchable type="desktop-id">hindcast.desktop</launchable>
  <icon type="stock">hindcast</icon>
  <categories>
    <category>Utility</category>
  </categories>
  <provides>
    <binary>hindcast</binary>
    <binary>hindcast-hub</binary>
  </provides>
  <content_rating type="oars-1.1" />
  <releases>
    <release version="${version}" date="${date.toISOString().slice(0, 10)}" />
  </releases>
</component>
`;
}
