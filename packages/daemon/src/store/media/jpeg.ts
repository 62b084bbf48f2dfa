/**
 * Looks at the structure of a JPEG without decoding it: cheap enough for every read of a frame, and
 * strict enough that a truncated, zeroed or overwritten file does not pass for a picture. Pixels are
 * the business of the image library; this file only walks markers.
 */

export interface JpegStructure {
  width: number;
  height: number;
  /** Baseline or progressive Huffman coding, 8 bits, grey or three colours: what every viewer shows. */
  ordinary: boolean;
}

interface Segment {
  marker: number;
  start: number;
  end: number;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/**
 * The structure of a whole JPEG: start marker, well-formed segments, a frame header, at least one
 * scan, and the end marker as the very last bytes. `undefined` for anything else.
 *
 * Walking the compressed data costs about a tenth of a millisecond for a screen (a native search for
 * 0xFF), where decoding takes far longer. What it cannot see is a hole of zeros in the middle of
 * the data: zeros are legal there.
 */
export function inspectJpeg(bytes: Buffer): JpegStructure | undefined {
  const segments = [...segmentsOf(bytes)];
  const last = segments.at(-1);
  const isWhole = last?.marker === END_OF_IMAGE && last.end === bytes.length;
  const hasScan = segments.some(({ marker }) => marker === START_OF_SCAN);
  // A second frame header belongs to a hierarchical JPEG, which no browser shows.
  const [header, ...otherHeaders] = segments.filter(({ marker }) => isFrameHeader(marker));
  if (!isWhole || !hasScan || header === undefined || otherHeaders.length > 0) return undefined;
  return readFrameHeader(bytes, header);
}

/** Up to the end marker, or to the first place that is not well-formed. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return;
  for (let at = 2; at < bytes.length; ) {
    const segment = nextSegment(bytes, at);
    if (segment === undefined) return;
    yield segment;
    if (segment.marker === END_OF_IMAGE) return;
    at = segment.marker === START_OF_SCAN ? endOfScanData(bytes, segment.end) : segment.end;
  }
}

function nextSegment(bytes: Buffer, from: number): Segment | undefined {
  if (bytes[from] !== 0xff) return undefined;
  let at = from + 1;
  // Any number of 0xFF may stand before a marker.
  while (bytes[at] === 0xff) at += 1;
  const marker = bytes[at];
  if (marker === undefined || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return undefined;
  if (marker === END_OF_IMAGE) return { marker, start: at + 1, end: at + 1 };
  if (at + 3 > bytes.length) return undefined;
  const length = bytes.readUInt16BE(at + 1);
  const end = at + 1 + length;
  return length < 2 || end > bytes.length ? undefined : { marker, start: at + 3, end };
}

/** Position of the first marker after the scan's data, or past the end when there is none. */
function endOfScanData(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return bytes.length;
    const next = bytes[at + 1];
    // 0xFF 0x00 is a data byte; the eight restart markers (0xD0-0xD7) stand between data.
    const isData = next === 0x00 || (next !== undefined && next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== 0xff) return at;
    at += isData ? 2 : 1;
  }
}

/** SOF0-SOF15 without the three markers of that range that mean something else (DHT, JPG, DAC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readFrameHeader(bytes: Buffer, segment: Segment): JpegStructure | undefined {
  if (segment.end - segment.start < 6) return undefined;
  const bitsPerSample = bytes.readUInt8(segment.start);
  const height = bytes.readUInt16BE(segment.start + 1);
  const width = bytes.readUInt16BE(segment.start + 3);
  const colours = bytes.readUInt8(segment.start + 5);
  if (width === 0 || height === 0) return undefined;
  const ordinary =
    segment.marker <= 0xc2 && bitsPerSample === 8 && (colours === 1 || colours === 3);
  return { width, height, ordinary };
}
