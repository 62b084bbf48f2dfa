/**
 * Carries what was stored to every stream that wants it. An event is turned into text once, however many listen; a picture is read only
 * when somebody asked for pictures, and once.
 */
import type { Broadcast } from '#core/broadcast.ts';
import type { Stream } from '#serve/http/sockets.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import { toWireEvents, type WireEvent } from './wire-events.ts';

/** Pictures on their way to one stream; a reader with more than that outstanding is too slow. */
const MOST_PICTURES_WAITING = 20;

export interface Subscription {
  /** Undefined for all. */
  names?: ReadonlySet<string>;
  hasImages: boolean;
  /** How an event looks on this stream. */
  shape: (event: Pick<WireEvent, 'name' | 'data'>) => unknown;
}

export interface EventHub {
  subscribe(stream: Stream, wanted: Subscription): void;
  /** Sends on an event of a client. */
  publish(event: WireEvent): void;
}

export function eventHub(deps: {
  news: Broadcast<StoredEvent>;
  /** The picture of a frame as base64; undefined when it is missing. */
  readImage: (frameId: number) => Promise<string | undefined>;
}): EventHub {
  const subscribers = new Set<(event: Prepared) => void>();
  let stopListening: (() => void) | undefined;

  function tell(event: WireEvent): void {
    const prepared = prepare(event, deps.readImage);
    for (const subscriber of [...subscribers]) subscriber(prepared);
  }

  return {
    subscribe(stream, wanted) {
      const deliver = deliverTo(stream, wanted);
      subscribers.add(deliver);
      stopListening ??= deps.news.listen((stored) => toWireEvents(stored).forEach(tell));
      stream.onEnd(() => {
        subscribers.delete(deliver);
        if (subscribers.size > 0) return;
        stopListening?.();
        stopListening = undefined;
      });
    },
    publish: tell,
  };
}

interface Prepared {
  name: string;
  text(shape: Subscription['shape']): string;
  textWithImage(shape: Subscription['shape']): Promise<string> | undefined;
}

function prepare(
  event: WireEvent,
  readImage: (id: number) => Promise<string | undefined>,
): Prepared {
  const { name, data, frameId } = event;
  const texts = new Map<Subscription['shape'], string>();
  const textsWithImage = new Map<Subscription['shape'], Promise<string>>();
  let image: Promise<string | undefined> | undefined;
  return {
    name,
    text(shape) {
      const text = texts.get(shape) ?? JSON.stringify(shape({ name, data }));
      texts.set(shape, text);
      return text;
    },
    textWithImage(shape) {
      if (frameId === undefined) return undefined;
      // A picture that is missing already is no reason to hide its words.
      image ??= readImage(frameId).catch(() => undefined);
      const text =
        textsWithImage.get(shape) ??
        image.then((base64) =>
          JSON.stringify(shape({ name, data: { ...(data as object), image: base64 ?? null } })),
        );
      textsWithImage.set(shape, text);
      return text;
    },
  };
}

function deliverTo(
  stream: Stream,
  { names, hasImages, shape }: Subscription,
): (event: Prepared) => void {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isOver = false;
  /** Behind a picture everything waits its turn: events keep their order. */
  function inTurn(text: Promise<string> | string): void {
    if (waiting >= MOST_PICTURES_WAITING) {
      stream.drop('too slow: pictures were waiting');
      isOver = true;
      return;
    }
    waiting += 1;
    last = last.then(async () => {
      stream.send(await text);
      waiting -= 1;
    });
  }
  return (event) => {
    if (isOver || (names && !names.has(event.name))) return;
    const pictured = hasImages ? event.textWithImage(shape) : undefined;
    if (pictured !== undefined || waiting > 0) inTurn(pictured ?? event.text(shape));
    else stream.send(event.text(shape));
  };
}
