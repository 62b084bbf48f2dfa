/** Entry of the echo thread: one room for each pair of devices. Started by `echo-thread-handle.ts`. */
import { serveCalls, transferred } from '#core/worker/serve-calls.ts';
import { loadCancellers } from './canceller.ts';
import type { EchoApi } from './echo-thread-handle.ts';
import { type Room, room } from './signal/room.ts';

serveCalls<EchoApi>(async () => {
  const makeCanceller = await loadCancellers();
  const rooms = new Map<number, Room>();

  function roomOf(number: number): Room {
    const known = rooms.get(number) ?? room(makeCanceller());
    rooms.set(number, known);
    return known;
  }

  return {
    cancel(_context, number, sound) {
      const samples = roomOf(number).cancel(sound);
      return transferred(samples, [samples.buffer]);
    },
    judge: (_context, number, question) => rooms.get(number)?.judge(question),
    forget(_context, number) {
      rooms.get(number)?.close();
      rooms.delete(number);
    },
  };
});
