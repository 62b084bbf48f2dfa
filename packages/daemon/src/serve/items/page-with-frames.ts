/**
 * `include_frames`: a page whose items carry the images of their frames, as base64. The images are
 * read while the answer is on its way, so that a page of a thousand needs the memory of a few.
 */
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { ServerDeps } from '#serve/server-deps.ts';
import { FrameGoneError } from '#store/errors.ts';
import { hasCode } from '#store/media/system-error.ts';
import type { ItemPage, WireItem } from './schema.ts';
import { serialiseItem } from './serialise-page.ts';

type Deps = Pick<ServerDeps, 'store' | 'media' | 'log'>;

/** Enough to keep disk and decoder busy, few enough that other requests still get their turn. */
const CONCURRENT_READS = 4;

/** What a picture that was moved elsewhere answers when it cannot be had now. */
const MOVED = ['OFFLOAD_FETCHING', 'OFFLOAD_UNREACHABLE', 'OFFLOAD_LOST'];

/** The JSON of the page, until `signal` aborts. `content.frame` stays null where the image is missing or cannot be fetched now. */
export function pageWithFrames(
  deps: Deps,
  page: Static<typeof ItemPage>,
  signal: AbortSignal,
): Readable {
  const stream = Readable.from(pieces(deps, page, signal));
  stream.once('error', (err) => {
    // The status has been sent: all that is left is to break off, which the client notices.
    if (!signal.aborted) deps.log.error({ err }, 'page with images broke off');
  });
  return stream;
}

async function* pieces(
  deps: Deps,
  { data, ...rest }: Static<typeof ItemPage>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield '{"data":[';
  for (let start = 0; start < data.length; start += CONCURRENT_READS) {
    const items = data.slice(start, start + CONCURRENT_READS);
    const texts = await Promise.all(items.map((item) => itemWithFrame(deps, item, signal)));
    yield `${start === 0 ? '' : ','}${texts.join(',')}`;
  }
  yield `],${JSON.stringify(rest).slice(1)}`;
}

async function itemWithFrame(deps: Deps, item: WireItem, signal: AbortSignal): Promise<string> {
  if (item.type !== 'OCR') return serialiseItem(item);
  const frame = await readBase64(deps, item.content.frame_id, signal);
  return serialiseItem({ type: 'OCR', content: { ...item.content, frame } });
}

async function readBase64(
  { store, media }: Deps,
  frameId: number,
  signal: AbortSignal,
): Promise<string | null> {
  // Deleted since the page was read.
  const frame = await store.frames.find(frameId, signal);
  if (frame === undefined) return null;
  try {
    return (await media.readJpeg(frame, signal)).toString('base64');
  } catch (error) {
    // One missing image must not cost the caller the whole page.
    if (error instanceof FrameGoneError || hasCode(error, ...MOVED)) return null;
    throw error;
  }
}
