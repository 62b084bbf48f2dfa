/** What the service asks of the process that makes a chunk, and what that answers. */
import type { Sealing } from '../sealing/store-key.ts';

export interface ChunkJob {
  /** Where to write the video. */
  draft: string;
  width: number;
  height: number;
  framesPerSecond: number;
  /** x264's constant rate factor at that rate. */
  quality: number;
  /** Of an encrypted store. */
  sealing?: Sealing | undefined;
  /** In the order of the video; absolute paths. */
  pictures: readonly ChunkPicture[];
}

export interface ChunkPicture {
  frameId: number;
  path: string;
  /** The number of the frame when the file is a video. */
  index?: number;
}

export interface MadeChunk {
  /** The frames that the video shows, in its order. Empty: there is no video. */
  frameIds: number[];
  /** Frames whose pictures are broken, or that the video could not show well enough. */
  unusableIds: number[];
  sizeBytes: number;
}
