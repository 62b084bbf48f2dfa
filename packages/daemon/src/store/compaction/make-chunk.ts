/**
 * Makes one video chunk, of snapshots or of frames of an older chunk, and does not believe it: every frame is read back and compared
 * with its picture, which another decoder has opened. Pictures that are broken, or that the video does not show
 * well enough, are left out, and the chunk is made again without them. Runs in a separate process.
 */
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { freeMemory } from '#core/memory/free-memory.ts';
import { inspectJpeg } from '../media/jpeg.ts';
import { hasCode } from '../media/system-error.ts';
import { loadAv } from '../media/video/av.ts';
import { jpegDecoder } from '../media/video/jpeg-frames.ts';
import { openVideo } from '../media/video/open-video.ts';
import { readVideoFrame, readVideoFrames } from '../media/video/read-video-frame.ts';
import { writeVideo } from '../media/video/write-video.ts';
import { readMediaFile } from '../sealing/sealed-file.ts';
import type { ChunkJob, ChunkPicture, MadeChunk } from './chunk-job.ts';
import { brightnessReader, type ShownPicture, showsPicture } from './picture-difference.ts';

/** Each round leaves out what the one before it found; more would mean that nothing fits. */
const MAX_ROUNDS = 3;
/** As `media.ts` reads them. */
const MAX_JPEG_BYTES = 512 * 1024 * 1024;
/** Mean difference of a whole picture in colour; a wrong order of colours is beyond it at once. */
const MAX_COLOUR_LOSS = 10;

/** Frames of an older chunk, taken out of it once: each is looked at three times. */
type TakenOut = ReadonlyMap<number, Buffer>;

interface Work extends ChunkJob {
  takenOut: TakenOut;
}

export async function makeChunk(asked: ChunkJob): Promise<MadeChunk> {
  const job: Work = { ...asked, takenOut: await takeOut(asked) };
  const unusable = new Set<number>();
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const pictures = job.pictures.filter(({ frameId }) => !unusable.has(frameId));
    const written = await write(job, pictures);
    const shown = written.shown;
    const wrong = written.sizeBytes > 0 ? await findWrong(job, shown) : [];
    const found = [...written.broken, ...wrong];
    for (const { frameId } of found) unusable.add(frameId);
    // Pictures that were broken from the start are not in the video; those that are wrong are.
    const isSound = wrong.length === 0 && (written.sizeBytes > 0 || shown.length === 0);
    if (isSound) {
      const frameIds = shown.map(({ frameId }) => frameId);
      return { frameIds, unusableIds: [...unusable], sizeBytes: written.sizeBytes };
    }
    await rm(job.draft, { force: true });
  }
  throw serviceError('COMPACTION_FAILED/refused', { problem: 'it does not show its pictures' });
}

/** Some tens of megabytes. What cannot be read is left out, and is then one of the broken pictures. */
async function takeOut({ pictures, sealing }: ChunkJob): Promise<TakenOut> {
  const found = new Map<number, Buffer>();
  const isInVideo = (one: ChunkPicture): one is Required<ChunkPicture> => one.index !== undefined;
  const wanted = pictures.filter(isInVideo).sort((a, b) => a.index - b.index);
  const [first] = wanted;
  if (!first) return found;
  const indexes = wanted.map(({ index }) => index);
  try {
    let at = 0;
    for await (const jpeg of readVideoFrames(first.path, indexes, undefined, sealing)) {
      found.set((wanted[at] as ChunkPicture).frameId, jpeg);
      at += 1;
    }
  } catch (cause) {
    if (!hasCode(cause, 'VIDEO_BROKEN')) throw cause;
  }
  return found;
}

interface Written {
  shown: ChunkPicture[];
  broken: ChunkPicture[];
  /** 0: there is no video, for want of pictures or because of broken ones. */
  sizeBytes: number;
}

async function write(job: Work, pictures: readonly ChunkPicture[]): Promise<Written> {
  const shown: ChunkPicture[] = [];
  const broken: ChunkPicture[] = [];
  async function* readPictures(): AsyncGenerator<Buffer> {
    for (const picture of pictures) {
      const jpeg = await readWhole(picture, job);
      (jpeg ? shown : broken).push(picture);
      if (!jpeg) continue;
      yield jpeg;
      drop(picture, jpeg);
    }
  }
  const { draft: file, framesPerSecond, quality, sealing } = job;
  try {
    const pictures = readPictures();
    const video = { file, framesPerSecond, quality, isThorough: true, sealing, pictures };
    return { shown, broken, sizeBytes: (await writeVideo(video)).sizeBytes };
  } catch (error) {
    if (broken.length === pictures.length) return { shown, broken, sizeBytes: 0 };
    if (hasErrno(error) || hasCode(error, 'DISK_FULL')) throw error;
    // A picture whose data is damaged, or the encoder: the pictures tell.
    const undecodable = await findUndecodable(pictures, job);
    if (undecodable.length === 0) throw error;
    return { shown, broken: undecodable, sizeBytes: 0 };
  }
}

/** Undefined when the file is missing, no whole JPEG, or of another size than its row says. */
async function readWhole(
  { frameId, path, index }: ChunkPicture,
  { width, height, takenOut, sealing }: Work,
): Promise<Buffer | undefined> {
  if (index !== undefined) return takenOut.get(frameId);
  try {
    const jpeg = await readMediaFile(path, MAX_JPEG_BYTES, sealing);
    const structure = inspectJpeg(jpeg);
    return structure?.width === width && structure.height === height ? jpeg : undefined;
  } catch (cause) {
    // What the system refuses says something about the machine at this moment, nothing about the picture.
    if (hasErrno(cause) && !(await isMissing(path, cause))) throw cause;
    return undefined;
  }
}

/** What was read from a file and is not looked at any more; frames taken out of a chunk are looked at again. */
function drop({ index }: ChunkPicture, jpeg: Buffer): void {
  if (index === undefined) freeMemory(jpeg);
}

function hasErrno(cause: unknown): boolean {
  return cause instanceof Error && 'errno' in cause;
}

/** The file and not the whole disk: its folder is there. */
async function isMissing(path: string, cause: unknown): Promise<boolean> {
  if (!hasCode(cause, 'ENOENT')) return false;
  const folder = await stat(dirname(path)).catch(() => undefined);
  return folder?.isDirectory() === true;
}

async function findUndecodable(
  pictures: readonly ChunkPicture[],
  job: Work,
): Promise<ChunkPicture[]> {
  const av = await loadAv();
  using decoder = await jpegDecoder(av);
  using frame = new av.lib.Frame();
  frame.alloc();
  const isDecodable = (jpeg: Buffer) =>
    decoder.decode(jpeg, frame).then(
      () => true,
      (cause) => {
        if (hasCode(cause, 'ENOMEM')) throw cause;
        return false;
      },
    );
  const found: ChunkPicture[] = [];
  for (const picture of pictures) {
    const jpeg = await readWhole(picture, job);
    if (!jpeg || !(await isDecodable(jpeg))) found.push(picture);
  }
  return found;
}

/** Pictures that the video does not show, or whose files another decoder finds damaged. */
async function findWrong(job: Work, shown: readonly ChunkPicture[]): Promise<ChunkPicture[]> {
  const { width, height } = job;
  await using video = await openVideo(job.draft, job.sealing);
  if (video.width !== width || video.height !== height || video.frameCount !== shown.length) {
    throw serviceError('COMPACTION_FAILED/refused', { problem: 'it has another size' });
  }
  const wrong: ChunkPicture[] = [];
  const readColours = await loadColourReader();
  const toBrightness = brightnessReader(width);
  let before: ShownPicture | undefined;
  let planesBefore: Buffer | undefined;
  for (const [index, picture] of shown.entries()) {
    const found = await video.next();
    if (found?.index !== index)
      throw serviceError('COMPACTION_FAILED/refused', { problem: 'a frame is missing' });
    // The first plane of a frame is its brightness, over the whole range as in a JPEG.
    const planes = found.frame.toBuffer();
    const brightness = planes.subarray(0, width * height);
    const rgb = await coloursOf(picture, job, readColours);
    const wanted = rgb && toBrightness(rgb);
    const isRight = wanted !== undefined && showsPicture(brightness, wanted, { width, before });
    if (!isRight) wrong.push(picture);
    before = wanted && { wanted, shown: isRight ? brightness : undefined };
    if (planesBefore) freeMemory(planesBefore);
    planesBefore = planes;
  }
  // The second is as far from a key frame as most are.
  for (const index of new Set([0, shown.length >> 1])) {
    await assertColours({ job, readColours }, index, shown[index] as ChunkPicture);
  }
  return wrong;
}

/** Undefined when the picture cannot be decoded whole. */
async function coloursOf(
  picture: ChunkPicture,
  job: Work,
  readColours: ReadColours,
): Promise<Buffer | undefined> {
  const jpeg = await readWhole(picture, job);
  if (!jpeg) return undefined;
  const colours = await readColours(jpeg).catch(() => undefined);
  drop(picture, jpeg);
  return colours;
}

type ReadColours = (jpeg: Buffer) => Promise<Buffer>;

/** To be loaded after the encoder has given its memory back: both together would be the peak. */
async function loadColourReader(): Promise<ReadColours> {
  const { default: sharp } = await import('sharp');
  return (jpeg) =>
    sharp(jpeg, { failOn: 'error' }).removeAlpha().toColourspace('srgb').raw().toBuffer();
}

/** The way that readers go: by the number of the frame. */
async function assertColours(
  { job, readColours }: { job: Work; readColours: ReadColours },
  index: number,
  picture: ChunkPicture,
): Promise<void> {
  const wanted = await coloursOf(picture, job, readColours);
  // It is among the wrong ones already.
  if (!wanted) return;
  const found = await readColours(await readVideoFrame(job.draft, index, undefined, job.sealing));
  let sum = 0;
  for (let i = 0; i < wanted.length; i++) sum += Math.abs((wanted[i] as number) - (found[i] ?? 0));
  if (sum / wanted.length > MAX_COLOUR_LOSS)
    throw serviceError('COMPACTION_FAILED/refused', { problem: 'its colours are wrong' });
}
