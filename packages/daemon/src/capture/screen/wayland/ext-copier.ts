/**
 * Copies outputs by ext-image-copy-capture, the standard that follows wlr-screencopy. A session answers its first question at once
 * and every later one only when something has changed; so one session watches for changes, and each picture has its own one.
 */
import { PixelFormatError } from '#capture/errors.ts';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import type { EventReader } from '#capture/wayland/wayland-wire.ts';
import type { Rect } from '#core/observation.ts';
import { CopyFailedError, type OutputCopier } from './output-copier.ts';
import {
  BYTES_PER_PIXEL,
  type PictureForm,
  type PictureMemory,
  pictureMemory,
} from './wayland-memory.ts';
import { knownFormat } from './wayland-picture.ts';

export const EXT_COPY = 'ext_image_copy_capture_manager_v1';
const EXT_OUTPUT_SOURCE = 'ext_output_image_capture_source_manager_v1';

const CREATE_SOURCE = 0;
const SOURCE_DESTROY = 0;
const CREATE_SESSION = 0;
const WITHOUT_POINTER = 0;
const SESSION = { createFrame: 0, destroy: 1 } as const;
const SESSION_EVENT = { size: 0, format: 1, done: 4, stopped: 5 } as const;
const FRAME = { destroy: 0, attach: 1, damage: 2, capture: 3 } as const;
const FRAME_EVENT = { damage: 1, ready: 3, failed: 4 } as const;
const FAILURES = ['for no known reason', 'the size has changed', 'the output is missing'];

interface Session {
  /** One at a time. */
  next(memory: PictureMemory): Promise<{ form: PictureForm; damage: readonly Rect[] }>;
  /** The compositor has ended it: every question fails from now on. */
  isStopped(): boolean;
  close(): void;
}

/** Undefined when the compositor does not offer it. */
export function extCopiers(connection: WaylandConnection, shm: number) {
  const [copying, outputs] = [connection.find(EXT_COPY), connection.find(EXT_OUTPUT_SOURCE)];
  if (copying === undefined || outputs === undefined) return undefined;
  const manager = connection.bind(copying, 1);
  const sources = connection.bind(outputs, 1);

  function openSession(source: number): Session {
    const form = Promise.withResolvers<void>();
    let size = { width: 0, height: 0 };
    let formats: number[] = [];
    let isStopped = false;
    const reactions: Readonly<Record<number, (args: EventReader) => void>> = {
      [SESSION_EVENT.size](args) {
        size = { width: args.uint(), height: args.uint() };
        formats = [];
      },
      [SESSION_EVENT.format]: (args) => void formats.push(args.uint()),
      [SESSION_EVENT.done]: () => form.resolve(),
      [SESSION_EVENT.stopped]() {
        isStopped = true;
        form.resolve();
      },
    };
    const session = connection.create((opcode, args) => reactions[opcode]?.(args));
    connection.request(manager, CREATE_SESSION, [session, source, WITHOUT_POINTER]);

    return {
      async next(memory) {
        await connection.orLost(form.promise);
        const format = knownFormat(formats);
        if (isStopped) throw new CopyFailedError('the output is missing');
        if (format === undefined) throw new PixelFormatError(formats);
        const wanted = { ...size, strideBytes: size.width * BYTES_PER_PIXEL, format };
        const damage = await copyFrame(connection, session, memory.bufferFor(wanted), wanted);
        return { form: wanted, damage };
      },
      isStopped: () => isStopped,
      close: () => connection.request(session, SESSION.destroy),
    };
  }

  return (output: number): OutputCopier => {
    const source = connection.create();
    connection.request(sources, CREATE_SOURCE, [source, output]);
    const picture = pictureMemory(connection, shm);
    const watched = pictureMemory(connection, shm);
    let watching: Session | undefined;
    return {
      async copyNow() {
        const session = openSession(source);
        try {
          const { form } = await session.next(picture);
          return { ...form, isUpsideDown: false, readRows: picture.readRows };
        } finally {
          session.close();
        }
      },
      async nextDamage() {
        watching ??= openSession(source);
        const session = watching;
        try {
          return (await session.next(watched)).damage;
        } catch (error) {
          if (session === watching && session.isStopped()) {
            session.close();
            watching = undefined;
          }
          throw error;
        }
      },
      close() {
        watching?.close();
        watching = undefined;
        connection.request(source, SOURCE_DESTROY);
        picture.close();
        watched.close();
      },
    };
  };
}

function copyFrame(
  connection: WaylandConnection,
  session: number,
  buffer: number,
  { width, height }: PictureForm,
): Promise<readonly Rect[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Rect[]>();
  const damage: Rect[] = [];
  const frame = connection.create((opcode, args) => {
    if (opcode === FRAME_EVENT.damage) {
      damage.push({ x: args.int(), y: args.int(), width: args.int(), height: args.int() });
    } else if (opcode === FRAME_EVENT.ready) {
      connection.request(frame, FRAME.destroy);
      resolve(damage);
    } else if (opcode === FRAME_EVENT.failed) {
      connection.request(frame, FRAME.destroy);
      reject(new CopyFailedError(FAILURES[args.uint()] ?? 'for a new reason'));
    }
  });
  connection.request(session, SESSION.createFrame, [frame]);
  connection.request(frame, FRAME.attach, [buffer]);
  connection.request(frame, FRAME.damage, [0, 0, width, height]);
  connection.request(frame, FRAME.capture);
  return connection.orLost(promise);
}
