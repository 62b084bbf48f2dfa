/** Entry of the process that makes one video chunk. Started by `chunk-process.ts`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { ChunkApi } from './chunk-process.ts';
import { makeChunk } from './make-chunk.ts';

serveCalls<ChunkApi>(() => ({ make: (_context, job) => makeChunk(job) }));
