/** The icons of the tray, one per state, as the pixels that panels take: ARGB in network order, in two sizes. */
import sharp from 'sharp';
import type { TrayKind } from './tray-state.ts';

export type Pixmap = readonly [width: number, height: number, argb: Buffer];

const SIZES_PX = [24, 48];
const GREY = '#8b9096';

/** Drawn on 24 by 24. Shape and colour both differ, for those who do not see the colours. */
const DRAWINGS: Readonly<Record<TrayKind, string>> = {
  recording: '<circle cx="12" cy="12" r="8" fill="#e5484d"/>',
  paused:
    '<rect x="6" y="4.500" width="4.500" height="15" rx="1" fill="#f5a524"/><rect x="13.500" y="4.500" width="4.500" height="15" rx="1" fill="#f5a524"/>',
  sample:
    '<circle cx="12" cy="12" r="8" fill="none" stroke="#12a5bd" stroke-width="2.500"/><path d="M10 8.500v7l6-3.500z" fill="#12a5bd"/>',
  degraded:
    '<path d="M12 3 22 20.500H2z" fill="#f5a524"/><path d="M11 9h2v6h-2zM11 16.500h2v2h-2z" fill="#20242a"/>',
  locked: `<rect x="5" y="11" width="14" height="9" rx="1.500" fill="${GREY}"/><path d="M8 11V8a4 4 0 0 1 8 0v3" fill="none" stroke="${GREY}" stroke-width="2.500"/>`,
  waiting: `<circle cx="12" cy="12" r="8" fill="none" stroke="#12a5bd" stroke-width="2.500"/><path d="M11 7h2v7h-2zM11 15.500h2v2h-2z" fill="#12a5bd"/>`,
  off: `<circle cx="12" cy="12" r="8" fill="none" stroke="${GREY}" stroke-width="2.500"/>`,
  unreachable: `<circle cx="12" cy="12" r="8" fill="none" stroke="${GREY}" stroke-width="2.500"/><path d="M6.500 17.500l11-11" stroke="${GREY}" stroke-width="2.500"/>`,
};

const drawn = new Map<TrayKind, Promise<readonly Pixmap[]>>();

/** Drawn once. */
export function trayIcon(kind: TrayKind): Promise<readonly Pixmap[]> {
  const known = drawn.get(kind);
  if (known !== undefined) return known;
  const made = Promise.all(SIZES_PX.map((sizePx) => draw(DRAWINGS[kind], sizePx)));
  drawn.set(kind, made);
  return made;
}

async function draw(shapes: string, sizePx: number): Promise<Pixmap> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 24 24">${shapes}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  for (let i = 0; i < pixels.length; i += 4) {
    // RGBA, as sharp has it, becomes ARGB.
    pixels.writeUInt32BE(((pixels.readUInt32BE(i) >>> 8) | ((pixels[i + 3] ?? 0) << 24)) >>> 0, i);
  }
  return [sizePx, sizePx, pixels];
}
