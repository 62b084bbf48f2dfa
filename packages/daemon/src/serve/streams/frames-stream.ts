/**
 * `/stream/frames`: the frames of a range in order, then new ones as they come while the range is not over. As WebSocket the client
 * asks for a range, and may ask for another one; as plain GET the range is in the query and every frame is one event.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Stream, Streams } from '#serve/http/sockets.ts';
import { choice, endTime, parameters, startTime, withDefault } from '#serve/request/query.ts';
import { eventReplies } from '#serve/request/schema.ts';
import { iso } from '#serve/request/time.ts';
import type { ServerDeps } from '#serve/server-deps.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import type { FrameItem, TranscriptItem } from '#store/records.ts';
import { type FrameEntry, toAudioEntry, toFrameEntries } from './frame-entries.ts';

const PAGE = 100;
/** New frames that come together are reported together. */
const FLUSH_AFTER_MS = 100;
const MOST_FRESH = 1_000;
const MOST_AHEAD_BYTES = 256 * 1024;
const LOOK_EVERY_MS = 20;
const KEEP_ALIVE_MS = 30_000;
/** For what lies in the past; new frames may go on for days. */
const PAST_WITHIN_MS = 120_000;

const range = parameters({
  start_time: startTime(),
  end_time: endTime(),
  order: withDefault(choice(['ascending', 'descending'], 'By time.'), 'descending'),
});
type Range = ReturnType<typeof range.parse>;

export function framesStream(streams: Streams, deps: ServerDeps): void {
  const readRange = (query: unknown) => range.parse(query, deps.nowMs());

  streams.add<Range>({
    path: '/stream/frames',
    kind: 'both',
    schema: {
      tags: ['streams'],
      summary: 'Frames of a range in order, then new ones as they come',
      querystring: range.schema,
      response: eventReplies,
    },
    read: readRange,
    serve(stream, asked) {
      const ended = new AbortController();
      stream.onEnd(() => ended.abort());
      if (!stream.isSocket) {
        void play(stream, asked, deps, ended.signal, (entries) => {
          for (const entry of entries) stream.send(JSON.stringify(entry));
        });
        return;
      }
      keepAlive(stream);
      let current = new AbortController();
      stream.onMessage((text) => {
        const next = rangeFrom(text, readRange);
        // Clients of the interface expect silence in answer to what is no request.
        if (!next) return;
        current.abort();
        current = new AbortController();
        const signal = AbortSignal.any([current.signal, ended.signal]);
        void play(stream, next, deps, signal, (entries) => stream.send(JSON.stringify(entries)));
      });
    },
  });
}

async function play(
  stream: Stream,
  asked: Range,
  deps: ServerDeps,
  signal: AbortSignal,
  send: (entries: readonly FrameEntry[]) => void,
): Promise<void> {
  const nowMs = deps.nowMs();
  const isLive = asked.end_time === undefined || asked.end_time > nowMs;
  // Before the past is read, so that nothing falls between the two.
  const live = isLive ? followNew(stream, asked, deps, signal, send) : undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PAST_WITHIN_MS)]);
  try {
    for (let offset = 0; ; offset += PAGE) {
      const { items } = await deps.store.search.find(
        {
          kinds: ['ocr', 'audio'],
          limit: PAGE,
          offset,
          order: asked.order,
          startMs: asked.start_time,
          // What comes after this is reported as new.
          endMs: Math.min(asked.end_time ?? nowMs, nowMs),
        },
        limit,
      );
      if (items.length > 0) send(toFrameEntries(items as Shown[]));
      if (items.length < PAGE) break;
      await caughtUp(stream, limit);
    }
    live?.begin();
  } catch {
    // Whoever ended it needs no reason; anything else is one line for the client.
    if (!signal.aborted) stream.send(JSON.stringify({ error: 'the range could not be read' }));
  }
}

/** The past can be reported as slowly as its reader reads; only what is new cannot wait. */
async function caughtUp(stream: Stream, signal: AbortSignal): Promise<void> {
  while (stream.unsentBytes() > MOST_AHEAD_BYTES) {
    await wait(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Collects from now on, sends from `begin` on. What is sent is read from the store, like the past. */
function followNew(
  stream: Stream,
  asked: Range,
  deps: ServerDeps,
  signal: AbortSignal,
  send: (entries: readonly FrameEntry[]) => void,
) {
  const fresh = new Map<string, number>();
  let flushing: NodeJS.Timeout | undefined;
  let hasBegun = false;

  async function flush(): Promise<void> {
    const wanted = new Map(fresh);
    fresh.clear();
    const times = [...wanted.values()];
    const { items } = await deps.store.search.find(
      {
        kinds: ['ocr', 'audio'],
        limit: MOST_FRESH,
        offset: 0,
        order: 'ascending',
        startMs: Math.min(...times),
        endMs: Math.max(...times),
      },
      signal,
    );
    const reported = (items as Shown[]).filter((item) => wanted.has(keyOf(item)));
    const frames = reported.filter((item) => item.kind === 'ocr');
    if (frames.length > 0) send(toFrameEntries(frames));
    for (const item of reported) {
      if (item.kind === 'audio') stream.send(JSON.stringify(audioUpdate(item)));
    }
  }
  function flushSoon(): void {
    if (!hasBegun || fresh.size === 0) return;
    flushing ??= setTimeout(() => {
      flushing = undefined;
      // The next flush, or the end of the stream, says more than this one could.
      flush().catch(() => undefined);
    }, FLUSH_AFTER_MS);
  }
  const stop = deps.news.listen((event) => {
    const at = timeOf(event);
    if (!at || at.atMs < (asked.start_time ?? 0)) return;
    if (at.atMs > (asked.end_time ?? Number.POSITIVE_INFINITY)) return;
    // While the past is still being read they are many: the oldest of them are found there.
    if (fresh.size >= MOST_FRESH) fresh.delete(fresh.keys().next().value as string);
    fresh.set(at.key, at.atMs);
    flushSoon();
  });
  signal.addEventListener(
    'abort',
    () => {
      stop();
      clearTimeout(flushing);
    },
    { once: true },
  );
  return {
    begin() {
      hasBegun = true;
      flushSoon();
    },
  };
}

type Shown = FrameItem | TranscriptItem;

function keyOf(item: Shown): string {
  return item.kind === 'ocr' ? `frame ${item.frameId}` : `said ${item.transcriptionId}`;
}

function timeOf(event: StoredEvent): { key: string; atMs: number } | undefined {
  if (event.kind === 'frame') return { key: `frame ${event.id}`, atMs: event.frame.atMs };
  if (event.kind !== 'transcription') return undefined;
  return { key: `said ${event.id}`, atMs: event.transcription.atMs };
}

function audioUpdate(item: TranscriptItem) {
  const timestamp = iso(item.atMs);
  return { type: 'audio_update', timestamp, audio: toAudioEntry(item) };
}

function keepAlive(stream: Stream): void {
  const beat = setInterval(() => stream.send('"keep-alive-text"'), KEEP_ALIVE_MS);
  stream.onEnd(() => clearInterval(beat));
}

function rangeFrom(text: string, read: (query: unknown) => Range): Range | undefined {
  try {
    const asked = JSON.parse(text) as Record<string, unknown> | null;
    const words = Object.entries(asked ?? {}).map(([name, value]) => [name, String(value ?? '')]);
    return read(Object.fromEntries(words));
  } catch {
    // Neither JSON nor a range.
    return undefined;
  }
}
