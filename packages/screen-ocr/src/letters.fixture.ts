/** Text for drawn pictures of tests, as outlines that are committed: it looks the same on every machine, whatever fonts it has. */
import drawn from './letters.fixture.json' with { type: 'json' };

const FONTS: Readonly<Record<string, { unitsPerEm: number; letters: Record<string, unknown[]> }>> =
  drawn.fonts;

export interface DrawnText {
  /** Printable ASCII. */
  readonly text: string;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size?: number;
  readonly fill?: string;
  readonly font?: 'DejaVu Sans' | 'DejaVu Sans Mono';
  /** The text is stretched to this width. */
  readonly width?: number;
}

/** An SVG element. */
export function drawText(options: DrawnText): string {
  const { text, x, y, size = 14, fill = '#111111', font = 'DejaVu Sans', width } = options;
  const { unitsPerEm, letters } = FONTS[font] ?? { unitsPerEm: 1, letters: {} };
  let advance = 0;
  const paths = [...text].map((letter) => {
    const [step, path] = letters[letter] ?? [];
    if (step === undefined) throw new Error(`there is no outline of ${JSON.stringify(letter)}`);
    const placed = `<path transform="translate(${advance})" d="${path}"/>`;
    advance += Number(step);
    return placed;
  });
  const scale = size / unitsPerEm;
  const stretch = width === undefined ? scale : width / advance;
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${stretch} ${scale})">${paths.join('')}</g>`;
}
