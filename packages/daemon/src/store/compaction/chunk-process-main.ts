/**
 * Entry of the process that makes one video chunk: a job as a line of JSON on the standard input, the
 * answer on the standard output. It ends itself when the service goes away, however that died.
 */
import { serializeError } from '../thread-protocol.ts';
import { type ChunkAnswer, type ChunkJob, jobOfLine } from './chunk-job.ts';
import { makeChunk } from './make-chunk.ts';

/** Not `process.exit`, which waits for native threads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function answer(job: ChunkJob): Promise<ChunkAnswer> {
  try {
    return { made: await makeChunk(job) };
  } catch (error) {
    return { error: serializeError(error) };
  }
}

let received = '';
// Not `readline`, which also ends lines at characters that JSON leaves as they are (U+2028).
process.stdin.setEncoding('utf8').on('data', async (piece: string) => {
  received += piece;
  if (!received.endsWith('\n')) return;
  const reply = JSON.stringify(await answer(jobOfLine(received)));
  process.stdout.write(reply, () => process.exit(0));
});
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
process.stdout.on('error', end);
