import { expect, test } from 'vitest';
import type x11 from 'x11';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import { x11ImageReader } from './x11-image.ts';

const AREA = { x: 0, y: 0, width: 2, height: 1 };
const FROM_SOCKET = [1, 2, 3, 4, 5, 6, 7, 8];
/** What the server writes into a segment cannot be seen here: it stays as it was reserved. */
const FROM_SEGMENT = [0, 0, 0, 0, 0, 0, 0, 0];

/** A server that refuses the named requests as often as said. */
async function readerOf(refusals: Partial<Record<'AttachFd' | 'GetImage', number>>) {
  const left = { ...refusals };
  const detached: number[] = [];
  const answer = (request: 'AttachFd' | 'GetImage', reply: x11.Reply<never>) => {
    const times = left[request] ?? 0;
    left[request] = times - 1;
    reply(times > 0 ? new Error(`${request} is refused`) : null, {} as never);
  };
  const shm = {
    usable: (reply: x11.Reply<boolean>) => reply(null, true),
    AttachFd: (...[, , , reply]: [number, number, boolean, x11.Reply<never>]) =>
      answer('AttachFd', reply),
    GetImage: (...args: unknown[]) => answer('GetImage', args.at(-1) as x11.Reply<never>),
    Detach: (id: number) => void detached.push(id),
  };
  let ids = 0;
  const ask = <T>(send: (reply: x11.Reply<T>) => void) =>
    new Promise<T>((resolve, reject) =>
      send((error, result) => {
        if (error) reject(error);
        else resolve(result as T);
      }),
    );
  const connection = {
    ...{ root: 1, ask, extension: async () => shm },
    client: {
      AllocID: () => (ids += 1),
      ReleaseID: () => undefined,
      GetImage: (...args: unknown[]) =>
        (args.at(-1) as x11.Reply<{ data: Buffer }>)(null, { data: Buffer.from(FROM_SOCKET) }),
    },
  } as unknown as X11Connection;
  const reader = await x11ImageReader(connection, { isSharedMemoryAllowed: true });
  return { detached, read: async () => [...(await reader.read(AREA)).data], close: reader.close };
}

test('a picture comes over the connection when no memory can be shared, and the next one is tried again', async () => {
  const { read, close } = await readerOf({ AttachFd: 1 });
  expect(await read()).toEqual(FROM_SOCKET);
  expect(await read()).toEqual(FROM_SEGMENT);
  close();
});

test('a segment that the server let go of is replaced', async () => {
  const { read, detached, close } = await readerOf({ GetImage: 1 });
  expect(await read()).toEqual(FROM_SOCKET);
  expect(await read()).toEqual(FROM_SEGMENT);
  expect(detached).toEqual([1]);
  close();
});
