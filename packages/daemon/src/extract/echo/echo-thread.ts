/** The inside of the echo thread: one room for each pair of devices. A fault ends it; the service starts another. Started by `echo-thread-handle.ts` only. */
import { parentPort } from 'node:worker_threads';
import { loadCancellers } from './canceller.ts';
import { type Room, room } from './room.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');
const send = (message: FromThread, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);

const makeCanceller = await loadCancellers();
const rooms = new Map<number, Room>();

function roomOf(number: number): Room {
  const known = rooms.get(number) ?? room(makeCanceller());
  rooms.set(number, known);
  return known;
}

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'cancel': {
      const samples = roomOf(message.room).cancel(message.sound);
      const { atMs } = message.sound;
      send({ kind: 'cancelled', room: message.room, atMs, samples }, [samples.buffer]);
      break;
    }
    case 'judge': {
      // One that is forgotten, or was lost with an earlier thread, has nothing to judge by.
      const verdict = rooms.get(message.room)?.judge(message.question);
      send({ kind: 'judged', id: message.id, verdict });
      break;
    }
    case 'forget':
      rooms.get(message.room)?.close();
      rooms.delete(message.room);
      break;
    case 'close':
      port.close();
      break;
  }
});
