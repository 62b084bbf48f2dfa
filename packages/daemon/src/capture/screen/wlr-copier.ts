/** Copies outputs by wlr-screencopy, which compositors of the wlroots family offer (sway, labwc, Wayfire, river, Hyprland, niri). */
import type { WaylandConnection } from '#capture/wayland-connection.ts';
import type { EventReader } from '#capture/wayland-wire.ts';
import type { Rect } from '#core/observation.ts';
import { CopyFailedError, type OutputCopier } from './output-copier.ts';
import { type PictureForm, type PictureMemory, pictureMemory } from './wayland-memory.ts';

export const WLR_SCREENCOPY = 'zwlr_screencopy_manager_v1';
/** Before this one, changes are not told. */
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

interface Copied {
  readonly form: PictureForm;
  readonly isUpsideDown: boolean;
  readonly damage: readonly Rect[];
}

/** Undefined when the compositor does not offer it. */
export function wlrCopiers(connection: WaylandConnection, shm: number) {
  const global = connection.find(WLR_SCREENCOPY);
  if (global === undefined || global.version < WLR_SCREENCOPY_SINCE) return undefined;
  const manager = connection.bind(global, VERSION);
  const endsForms = global.version >= FORMS_END_SINCE;

  function copy(output: number, memory: PictureMemory, onChange: boolean): Promise<Copied> {
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
      connection.request(frame, onChange ? FRAME_COPY_ON_CHANGE : FRAME_COPY, [buffer]);
    }
    function finish(error?: Error): void {
      connection.request(frame, FRAME_DESTROY);
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
    // Two of them: one waits for a change while the other is read.
    const picture = pictureMemory(connection, shm);
    const watched = pictureMemory(connection, shm);
    return {
      async copyNow() {
        const { form, isUpsideDown } = await copy(output, picture, false);
        return { ...form, isUpsideDown, readRows: picture.readRows };
      },
      async nextDamage() {
        const { damage, form, isUpsideDown } = await copy(output, watched, true);
        // Nobody says whether these are upside down as well.
        return isUpsideDown ? [...damage, ...damage.map((rect) => mirrored(rect, form))] : damage;
      },
      close() {
        picture.close();
        watched.close();
      },
    };
  };
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
