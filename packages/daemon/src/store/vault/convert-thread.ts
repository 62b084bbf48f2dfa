/** Entry of the thread that converts the database. */
import { parentPort, workerData } from 'node:worker_threads';
import { serializeError } from '../thread-protocol.ts';
import { convertDatabase, type DatabaseConversion } from './convert-database.ts';

try {
  convertDatabase(workerData as DatabaseConversion);
  parentPort?.postMessage({ done: true });
} catch (error) {
  parentPort?.postMessage({ error: serializeError(error) });
}
