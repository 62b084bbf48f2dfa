/**
 * The monitors of an X display and the news about them. The `x11` package lacks the RandR request that lists monitors (RandR 1.5,
 * `RRGetMonitors`), so it is written out here. A server without RandR has one monitor: the whole screen.
 */
import x11 from 'x11';
import { emitter } from '#capture/listeners.ts';
import type { MonitorIds } from '#capture/monitor-ids.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import type { Monitor } from '#core/observation.ts';

const RR_GET_MONITORS = 42;
const RR_SCREEN_CHANGE = 0;
const RR_NOTIFY = 1;
const REPLY_LIST_AT = 24;
const MONITOR_BYTES = 24;
// Plugging in one monitor sends a handful of events within a few milliseconds.
const SETTLE_MS = 150;

interface RawMonitor {
  readonly nameAtom: number;
  readonly isPrimary: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function readMonitors(reply: Buffer): RawMonitor[] {
  const count = reply.readUInt32LE(4);
  const monitors: RawMonitor[] = [];
  let at = REPLY_LIST_AT;
  for (let index = 0; index < count; index += 1) {
    const outputs = reply.readUInt16LE(at + 6);
    monitors.push({
      nameAtom: reply.readUInt32LE(at),
      isPrimary: reply.readUInt8(at + 4) !== 0,
      x: reply.readInt16LE(at + 8),
      y: reply.readInt16LE(at + 10),
      width: reply.readUInt16LE(at + 12),
      height: reply.readUInt16LE(at + 14),
    });
    at += MONITOR_BYTES + 4 * outputs;
  }
  return monitors;
}

/** Sends the request by hand: the package's own requests are built the same way. */
function requestMonitors(
  { client, root }: X11Connection,
  opcode: number,
  reply: x11.Reply<RawMonitor[]>,
): void {
  const request = Buffer.alloc(12);
  request.writeUInt8(opcode, 0);
  request.writeUInt8(RR_GET_MONITORS, 1);
  request.writeUInt16LE(request.length / 4, 2);
  request.writeUInt32LE(root, 4);
  // Only monitors that are on.
  request.writeUInt8(1, 8);
  client.seq_num += 1;
  client.pack_stream.put(request);
  client.replies[client.seq_num] = [readMonitors, reply];
  client.pack_stream.submit(true);
}

async function wholeScreen(connection: X11Connection): Promise<RawMonitor[]> {
  const { root } = connection;
  const { width, height } = await connection.ask<x11.Geometry>((reply) =>
    connection.client.GetGeometry(root, reply),
  );
  return [{ nameAtom: 0, isPrimary: true, x: 0, y: 0, width, height }];
}

export async function x11Monitors(connection: X11Connection, idOf: MonitorIds) {
  const randr = await connection.extension('randr').catch(() => undefined);
  const changes = emitter<readonly Monitor[]>();

  async function list(): Promise<readonly Monitor[]> {
    const listed =
      randr &&
      (await connection.tryAsk<RawMonitor[]>((reply) =>
        requestMonitors(connection, randr.majorOpcode, reply),
      ));
    const raw = (listed ?? (await wholeScreen(connection))).filter(
      ({ width, height }) => width > 0 && height > 0,
    );
    const defaultAt = Math.max(
      0,
      raw.findIndex(({ isPrimary }) => isPrimary),
    );
    return Promise.all(
      raw.map(async ({ nameAtom, x, y, width, height }, index) => {
        const name =
          nameAtom === 0
            ? 'screen'
            : await connection.ask<string>((reply) =>
                connection.client.GetAtomName(nameAtom, reply),
              );
        const stableId = `${name}_${width}x${height}`;
        return {
          id: idOf(name),
          stableId,
          name,
          x,
          y,
          width,
          height,
          isDefault: index === defaultAt,
        };
      }),
    );
  }

  let last = JSON.stringify(await list());
  let timer: NodeJS.Timeout | undefined;
  async function compare(): Promise<void> {
    const monitors = await list();
    const now = JSON.stringify(monitors);
    if (now === last) return;
    last = now;
    changes.emit(monitors);
  }
  const stop = connection.onEvent(({ type, name, wid1 }) => {
    const number = randr === undefined ? -1 : type - randr.firstEvent;
    const isNews =
      number === RR_SCREEN_CHANGE ||
      number === RR_NOTIFY ||
      // Monitors that a person defines (`xrandr --setmonitor`) are announced only by this.
      (name === 'ConfigureNotify' && wid1 === connection.root);
    if (!isNews) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Only a lost display rejects, and `ended` of the connection says so to everyone.
      compare().catch(() => {});
    }, SETTLE_MS);
  });
  await connection.watch(connection.root, x11.eventMask.StructureNotify);
  randr?.SelectInput(connection.root, randr.NotifyMask.All);

  return {
    list,
    onChange: changes.on,
    stop() {
      clearTimeout(timer);
      stop();
    },
  };
}
