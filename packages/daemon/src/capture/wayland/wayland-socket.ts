/**
 * The socket to a Wayland compositor. Memory for pictures and the ends of pipes are handed over as file descriptors, which Node
 * offers no public way for; its own channel between processes has one, and that is used here, in this file only. Descriptors are
 * sent and never received: to receive one aborts the process, so nothing may be asked of a compositor that answers with one
 * (keymaps, dma-buf feedback, being a source of data).
 */
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { getSystemErrorName } from 'node:util';

interface PipeHandle {
  connect(request: object, path: string, callback: unknown): number;
  open(fd: number): number;
  writeBuffer(request: object, chunk: Buffer, carrier?: object): number;
  close(): void;
}
interface Internals {
  readonly Pipe: new (type: number) => PipeHandle;
  readonly PipeConnectWrap: new () => { oncomplete?: (status: number) => void };
  readonly WriteWrap: new () => { oncomplete?: () => void };
  readonly types: { readonly IPC: number; readonly SOCKET: number };
}

export interface WaylandSocket {
  /** In the order of the calls. `fd` is taken over: it is closed when it has been sent. */
  send(bytes: Buffer, fd?: number): void;
  /** Hands over the descriptor under a connected socket and lets go of our copy. */
  sendWithSocket(bytes: Buffer, socket: Socket): void;
  onData(listener: (chunk: Buffer) => void): void;
  /** Called once, also after `close`. */
  onEnd(listener: (error: Error | undefined) => void): void;
  close(): void;
}

function loadInternals(): Internals {
  const { binding } = process as unknown as {
    binding?: (name: string) => Record<string, unknown>;
  };
  const pipes = binding?.('pipe_wrap');
  const streams = binding?.('stream_wrap');
  if (!pipes || !streams) throw new Error('this Node.js cannot send file descriptors');
  const { Pipe, PipeConnectWrap, constants } = pipes;
  return { Pipe, PipeConnectWrap, WriteWrap: streams.WriteWrap, types: constants } as Internals;
}

/** Rejects with the error of the system (`ENOENT`, `EACCES`) when the compositor cannot be reached. */
export async function openWaylandSocket(path: string): Promise<WaylandSocket> {
  const internals = loadInternals();
  const { Pipe, WriteWrap, types } = internals;
  const handle = new Pipe(types.IPC);
  const socket = new Socket({ handle, pauseOnCreate: true } as object);
  await connect(internals, handle, path).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  let failure: Error | undefined;
  socket.on('error', (error) => {
    failure = error;
  });

  // Always the handle itself, never `socket.write`: two queues would mix up the order of requests and descriptors.
  function write(bytes: Buffer, carrier?: object, done: () => void = () => {}): void {
    if (socket.destroyed) {
      done();
      return;
    }
    const request = new WriteWrap();
    request.oncomplete = done;
    const status = handle.writeBuffer(request, bytes, carrier);
    if (status === 0) return;
    done();
    // The end of the connection is reported by `onEnd`.
    socket.destroy(systemError('write', status));
  }

  return {
    send(bytes, fd) {
      if (fd === undefined) {
        write(bytes);
        return;
      }
      if (socket.destroyed) {
        closeSync(fd);
        return;
      }
      const carrier = new Pipe(types.SOCKET);
      const status = carrier.open(fd);
      if (status !== 0) {
        closeSync(fd);
        throw systemError('passing a descriptor', status);
      }
      write(bytes, carrier, () => carrier.close());
    },
    sendWithSocket(bytes, other) {
      const { _handle: carrier } = other as unknown as { _handle: object };
      write(bytes, carrier, () => other.destroy());
    },
    onData(listener) {
      socket.on('data', (chunk: Buffer) => {
        try {
          listener(chunk);
        } catch (error) {
          socket.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      });
      socket.resume();
    },
    onEnd: (listener) => void socket.once('close', () => listener(failure)),
    close: () => void socket.destroy(),
  };
}

function connect(internals: Internals, handle: PipeHandle, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new internals.PipeConnectWrap();
    const finish = (status: number) => {
      if (status === 0) resolve();
      else reject(systemError(`connect ${path}`, status));
    };
    request.oncomplete = finish;
    const status = handle.connect(request, path, finish);
    if (status !== 0) finish(status);
  });
}

function systemError(what: string, status: number): NodeJS.ErrnoException {
  const code = getSystemErrorName(status);
  return Object.assign(new Error(`${what}: ${code}`), { code });
}
