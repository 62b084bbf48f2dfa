/**
 * Notices what is copied on an X session and reads it when it is plain text of a sensible size. What a password manager marks as
 * secret is not read, nor is anything that comes in pieces (`INCR`), because only very long texts do.
 */
import x11 from 'x11';
import { emitter } from '#capture/listeners.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';

const OWNER_CHANGED = 1;
// XFixes and the core protocol have an event of this name; only the core one has this number.
const CORE_SELECTION_NOTIFY = 31;
const ANY_TYPE = 0;
const ATOM_WORDS = 256;
const ANSWER_WITHIN_MS = 1_000;
const MAX_TEXT_BYTES = 64 * 1024;
/** Set by KeePassXC and other password managers next to the text. */
const SECRET_HINT = 'x-kde-passwordManagerHint';

export async function x11Clipboard(connection: X11Connection) {
  const { client, root } = connection;
  const fixes = await connection.extension('fixes');
  const [clipboard, targets, utf8, incremental, secret, place] = (await Promise.all(
    ['CLIPBOARD', 'TARGETS', 'UTF8_STRING', 'INCR', SECRET_HINT, 'HINDCAST_CLIPBOARD'].map((name) =>
      connection.atom(name),
    ),
  )) as [number, number, number, number, number, number];
  const texts = emitter<string>();
  const answers = emitter<number>();
  const requestor = client.AllocID();
  let copies = 0;

  /** What the owner of the clipboard has in the wanted form; undefined when it has not, or does not answer. */
  async function convert(target: number, maxWords: number): Promise<x11.Property | undefined> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const stop = answers.on(resolve);
    const timer = setTimeout(resolve, ANSWER_WITHIN_MS, 0);
    client.ConvertSelection(requestor, clipboard, target, place, 0);
    const property = await promise;
    clearTimeout(timer);
    stop();
    if (property === 0) return undefined;
    return connection.tryAsk<x11.Property>((reply) =>
      client.GetProperty(1, requestor, place, ANY_TYPE, 0, maxWords, reply),
    );
  }

  async function readText(): Promise<string | undefined> {
    const offered = await convert(targets, ATOM_WORDS);
    if (offered === undefined) return undefined;
    const { data } = offered;
    const forms = Array.from({ length: data.length >> 2 }, (_, at) => data.readUInt32LE(at * 4));
    if (forms.includes(secret) || !forms.includes(utf8)) return undefined;
    const text = await convert(utf8, MAX_TEXT_BYTES / 4);
    if (text === undefined || text.type === incremental || text.bytesAfter > 0) return undefined;
    return text.data.toString('utf8');
  }

  async function follow(): Promise<void> {
    copies += 1;
    const mine = copies;
    // One question at a time: the answers look alike.
    await turn;
    if (mine !== copies) return;
    const text = await readText();
    if (mine === copies && text) texts.emit(text);
  }

  let turn: Promise<void> = Promise.resolve();
  const stop = connection.onEvent((event) => {
    if (event.type === CORE_SELECTION_NOTIFY && event.requestor === requestor) {
      answers.emit(event.property ?? 0);
    }
    if (event.type !== fixes.firstEvent || event.selection !== clipboard || !event.owner) return;
    // Only a lost display rejects, and `ended` of the connection says so to everyone.
    turn = follow().catch(() => {});
  });
  client.CreateWindow(requestor, root, -10, -10, 1, 1, 0, 0, 0, 0, {
    eventMask: x11.eventMask.PropertyChange,
  });
  fixes.SelectSelectionInput(requestor, clipboard, OWNER_CHANGED);
  await connection.ask<void>((reply) => client.sync(reply));

  return { onText: texts.on, stop };
}
