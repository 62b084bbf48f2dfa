/** Copies outputs by wlr-screencopy, which compositors of the wlroots family offer (sway, labwc, Wayfire, river, Hyprland, niri). */
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import type { EventReader } from '#capture/wayland/wayland-wire.ts';
import type { Rect } from '#core/observation.ts';
import { CopyFailedError, type OutputCopier } from './output-copier.ts';
import { type PictureForm, type PictureMemory, pictureMemory } from './wayland-memory.ts';
import type { RawPicture } from './wayland-picture.ts';

export const WLR_SCREENCOPY = 'zwlr_screencopy_manager_v1';
/** Before this one, changes are not reported. */
const WLR_SCREENCOPY_SINCE = 2;
const VERSION = 3;
const FORMS_END_SINCE = 3;

const CAPTURE_OUTPUT = 0;
const WITHOUT_POINTER = 0;
const FRAME_COPY = 0;
const FRAME_DESTROY = 1;
const FRAME_COPY_ON_CHANGE = 2;
const EVENT = { form: 0, flags: 1, ready: 2, failed: 3, damage: 4, formsEnd: 6 } as const;
const UPSIDE_DOWN = 1;
const WATCHES = 2;

interface Copied {
  readonly form: PictureForm;
  readonly isUpsideDown: boolean;
  readonly damage: readonly Rect[];
}

/** Both are called in the order in which things were said, which promises do not keep. */
interface Hooks {
  /** The question is on its way. */
  onAsked?(): void;
  onAnswered?(): void;
}

/** Undefined when the compositor does not offer it. */
export function wlrCopiers(connection: WaylandConnection, shm: number) {
  const global = connection.find(WLR_SCREENCOPY);
  if (global === undefined || global.version < WLR_SCREENCOPY_SINCE) return undefined;
  const manager = connection.bind(global, VERSION);
  const endsForms = global.version >= FORMS_END_SINCE;

  function copy(
    output: number,
    memory: PictureMemory,
    kind: 'now' | 'on change',
    hooks: Hooks = {},
  ): Promise<Copied> {
    const { promise, resolve, reject } = Promise.withResolvers<Copied>();
    let form: PictureForm | undefined;
    let isUpsideDown = false;
    const damage: Rect[] = [];

    function begin(): void {
      if (form === undefined) {
        finish(new CopyFailedError('it offers no shared memory'));
        return;
      }
      if (memory.isClosed()) {
        finish(new CopyFailedError('nobody watches the output any more'));
        return;
      }
      const buffer = memory.bufferFor(form);
      connection.request(frame, kind === 'now' ? FRAME_COPY : FRAME_COPY_ON_CHANGE, [buffer]);
      hooks.onAsked?.();
    }
    function finish(error?: Error): void {
      connection.request(frame, FRAME_DESTROY);
      hooks.onAnswered?.();
      if (error || form === undefined) reject(error);
      else resolve({ form, isUpsideDown, damage });
    }
    const reactions: Readonly<Record<number, (args: EventReader) => void>> = {
      [EVENT.form](args) {
        form = formOf(args);
        if (!endsForms) begin();
      },
      [EVENT.formsEnd]: begin,
      [EVENT.flags](args) {
        isUpsideDown = (args.uint() & UPSIDE_DOWN) !== 0;
      },
      [EVENT.damage]: (args) => void damage.push(rectOf(args)),
      [EVENT.ready]: () => finish(),
      [EVENT.failed]: () => finish(new CopyFailedError('the copy failed')),
    };
    const frame = connection.create((opcode, args) => reactions[opcode]?.(args));
    connection.request(manager, CAPTURE_OUTPUT, [frame, WITHOUT_POINTER, output]);
    return connection.orLost(promise);
  }

  return (output: number): OutputCopier => {
    const count = WATCHES + 1;
    const memories = Array.from({ length: count }, () => pictureMemory(connection, shm));
    return outputCopier(connection, memories, (...how) => copy(output, ...how));
  };
}

/** A question that is open until something changes. */
interface Watch {
  readonly memory: PictureMemory;
  readonly answer: Promise<Copied>;
  /** Whether the compositor is known to have the question. */
  isKnown: boolean;
  isAnswered: boolean;
  /** One that was open when this one was answered, and known: the next change answers it. */
  next: Watch | undefined;
}

/**
 * Two questions are open, of which a change answers one. While the other one stays open nothing has changed since, so the picture
 * that came with the first is what is on the output now, and need not be copied again: that would wait for the next refresh.
 */
function outputCopier(
  connection: WaylandConnection,
  memories: readonly PictureMemory[],
  copy: (memory: PictureMemory, kind: 'now' | 'on change', hooks?: Hooks) => Promise<Copied>,
): OutputCopier {
  const watches = new Set<Watch>();
  /** Of the picture that is being copied because somebody wants one. */
  let copying: PictureMemory | undefined;
  let last: { picture: RawPicture; next: Watch } | undefined;

  /** One that nothing is copied into. */
  function freeMemory(): PictureMemory {
    const used = new Set([...watches].map(({ memory }) => memory));
    const free = memories.find((one) => one !== copying && !used.has(one));
    if (free === undefined) throw new CopyFailedError('all memories are in use');
    return free;
  }

  function watch(): void {
    const memory = freeMemory();
    const answer = copy(memory, 'on change', {
      onAsked() {
        const known = () => {
          one.isKnown = true;
        };
        // The waiting call rejects because the connection is closed.
        connection.sync().then(known, () => {});
      },
      onAnswered() {
        one.isAnswered = true;
        one.next = [...watches].find((other) => other.isKnown && !other.isAnswered);
      },
    });
    const one: Watch = { memory, answer, isKnown: false, isAnswered: false, next: undefined };
    watches.add(one);
  }

  /** The picture of the last change, if there was none since. */
  function current(): RawPicture | undefined {
    return last === undefined || last.next.isAnswered ? undefined : last.picture;
  }

  return {
    async copyNow() {
      // Every change before the question is known when this is answered.
      if (current() !== undefined) await connection.sync();
      const picture = current();
      if (picture !== undefined) return picture;
      const memory = freeMemory();
      copying = memory;
      try {
        return pictureIn(memory, await copy(memory, 'now'));
      } finally {
        copying = undefined;
      }
    },
    async nextDamage() {
      last = undefined;
      while (watches.size < WATCHES) watch();
      const ends = [...watches].map((one) =>
        one.answer.then(
          () => one,
          () => one,
        ),
      );
      const one = await Promise.race(ends);
      watches.delete(one);
      const copied = await one.answer;
      const { damage, form, isUpsideDown } = copied;
      if (one.next) last = { picture: pictureIn(one.memory, copied), next: one.next };
      // Nobody says whether these are upside down as well.
      return isUpsideDown ? [...damage, ...damage.map((rect) => mirrored(rect, form))] : damage;
    },
    close() {
      last = undefined;
      for (const memory of memories) memory.close();
    },
  };
}

function pictureIn({ readRows }: PictureMemory, { form, isUpsideDown }: Copied): RawPicture {
  return { ...form, isUpsideDown, readRows };
}

function formOf(args: EventReader): PictureForm {
  const [format, width, height, strideBytes] = [args.uint(), args.uint(), args.uint(), args.uint()];
  return { format, width, height, strideBytes };
}

function rectOf(args: EventReader): Rect {
  return { x: args.uint(), y: args.uint(), width: args.uint(), height: args.uint() };
}

function mirrored(rect: Rect, { height }: PictureForm): Rect {
  return { ...rect, y: height - rect.y - rect.height };
}
