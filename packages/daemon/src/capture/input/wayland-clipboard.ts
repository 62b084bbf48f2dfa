/**
 * Notices what is copied on a Wayland session and reads it when it is plain text of a sensible size, by ext-data-control or its
 * forerunner of wlroots. What a password manager marks as secret is not read.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emitter } from '#capture/listeners.ts';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';

const MANAGERS = ['ext_data_control_manager_v1', 'zwlr_data_control_manager_v1'];
const GET_DEVICE = 1;
const DEVICE_EVENT = { offer: 0, selection: 1, primary: 3 } as const;
const OFFER_RECEIVE = 0;
const OFFER_DESTROY = 1;
const NOTHING = 0;

/** Long: the owner may be a program on a busy machine, and nothing waits for its answer. */
const ANSWER_WITHIN_MS = 5_000;
const MAX_TEXT_BYTES = 64 * 1024;
/** Set by KeePassXC and other password managers next to the text. */
const SECRET_HINT = 'x-kde-passwordManagerHint';
const TEXT_FORMS = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain'];

/** Undefined when the compositor does not offer it, as GNOME does not. */
export async function waylandClipboard(connection: WaylandConnection) {
  const manager = MANAGERS.map(connection.find).find((global) => global !== undefined);
  const seat = connection.find('wl_seat');
  if (manager === undefined || seat === undefined) return undefined;
  const texts = emitter<string>();
  /** The forms of each offer that was not yet chosen. */
  const offers = new Map<number, string[]>();
  let isBegun = false;
  let copies = 0;

  function introduce(offer: number): void {
    const forms: string[] = [];
    offers.set(offer, forms);
    connection.adopt(offer, (_, args) => void forms.push(args.string()));
  }

  function letGo(offer: number): void {
    connection.disown(offer);
    connection.request(offer, OFFER_DESTROY);
  }

  async function follow(offer: number, forms: readonly string[]): Promise<void> {
    copies += 1;
    const mine = copies;
    const form = TEXT_FORMS.find((one) => forms.includes(one));
    // What was there before we came was not copied now.
    const isWanted = isBegun && form !== undefined && !forms.includes(SECRET_HINT);
    const text = isWanted ? await receive(connection, offer, form) : undefined;
    letGo(offer);
    if (mine === copies && text) texts.emit(text);
  }

  const managerId = connection.bind(manager, 1);
  const seatId = connection.bind(seat, 1);
  const device = connection.create((opcode, args) => {
    if (opcode === DEVICE_EVENT.offer) {
      introduce(args.uint());
      return;
    }
    if (opcode !== DEVICE_EVENT.selection && opcode !== DEVICE_EVENT.primary) return;
    const offer = args.uint();
    const forms = offers.get(offer) ?? [];
    offers.delete(offer);
    if (offer === NOTHING) return;
    if (opcode === DEVICE_EVENT.primary) letGo(offer);
    // A pair of sockets that cannot be made is a text that is not noted.
    else follow(offer, forms).catch(() => {});
  });
  connection.request(managerId, GET_DEVICE, [device, seatId]);
  await connection.sync();
  isBegun = true;
  return { onText: texts.on };
}

/** Undefined when it is too long or does not come in time. */
async function receive(
  connection: WaylandConnection,
  offer: number,
  form: string,
): Promise<string | undefined> {
  const { ours, theirs } = await socketPair();
  connection.requestWithSocket(offer, OFFER_RECEIVE, [form], theirs);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const giveUp = () => {
    resolve(undefined);
    ours.destroy();
  };
  const timer = setTimeout(giveUp, ANSWER_WITHIN_MS);
  ours.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_TEXT_BYTES) giveUp();
    else chunks.push(chunk);
  });
  ours.on('error', giveUp);
  ours.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    ours.destroy();
  }
}

/** Stands in for a pipe, which Node cannot make: the owner of the clipboard writes into one end. The folder lets nobody else in. */
async function socketPair(): Promise<{ ours: Socket; theirs: Socket }> {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-pipe-'));
  const server = createServer();
  try {
    const path = join(folder, 'pipe');
    const failed = Promise.withResolvers<never>();
    server.on('error', failed.reject);
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    await Promise.race([
      new Promise<void>((resolve) => server.listen(path, resolve)),
      failed.promise,
    ]);
    const theirs = connect(path);
    theirs.on('error', failed.reject);
    const connected = new Promise<void>((resolve) => theirs.once('connect', resolve));
    const [ours] = await Promise.race([Promise.all([accepted, connected]), failed.promise]);
    return { ours, theirs };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
