/**
 * Entry of the process that copies a database, or a whole store: a job as a line of JSON on the standard input; progress and the answer
 * as lines on the standard output. It ends itself when the service goes away, however that died.
 */
import { serializeError } from '../thread-protocol.ts';
import type { ProcessJob, ProcessMessage } from './backup-process.ts';
import { copyDatabase, quickCheck } from './copy-database.ts';
import { makeBackup } from './make-backup.ts';

/** Between two messages about progress. */
const TELL_EVERY_MS = 200;

/** Not `process.exit`, which waits for native threads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function send(message: ProcessMessage, then?: () => void): void {
  process.stdout.write(`${JSON.stringify(message)}\n`, then);
}

async function work(job: ProcessJob): Promise<ProcessMessage> {
  try {
    if (job.kind === 'database') {
      await copyDatabase(job.from, job.to, job.key);
      return { copied: quickCheck(job.to, job.key) };
    }
    let toldAtMs = 0;
    const made = await makeBackup(job, (progress) => {
      if (performance.now() - toldAtMs < TELL_EVERY_MS) return;
      toldAtMs = performance.now();
      send({ progress });
    });
    return { made };
  } catch (error) {
    return { error: serializeError(error) };
  }
}

process.umask(0o077);
let received = '';
// Not `readline`, which also ends lines at characters that JSON leaves as they are (U+2028).
process.stdin.setEncoding('utf8').on('data', async (piece: string) => {
  received += piece;
  if (!received.endsWith('\n')) return;
  send(await work(JSON.parse(received) as ProcessJob), () => process.exit(0));
});
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
process.stdout.on('error', end);
