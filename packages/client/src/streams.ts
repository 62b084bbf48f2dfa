/**
 * What happens, as it happens: WebSockets and event streams as async iterators. A loop that is left, or a signal that aborts, closes
 * the connection. What comes while the loop is busy waits, up to a limit; a reader slower than that loses the oldest.
 */
import type { AskParameters, AskPart } from './ask-wire.ts';
import { HindcastError, refusal, unreachable } from './errors.ts';
import { type Connection, queryOf, readJson, request } from './request.ts';
import type { Health } from './wire.ts';

const MOST_WAITING = 1_000;

/** Everything the service stores, and what programs tell each other. */
export interface LiveEvent {
  name: string;
  data: Record<string, unknown>;
}

/** Frames of one moment after the other, with what was said. */
export interface FrameBatch {
  timestamp: string;
  devices: {
    device_id: string;
    frame_id: number;
    metadata: {
      app_name: string;
      window_name: string;
      ocr_text: string;
      browser_url: string | null;
    };
  }[];
}

/** Which frames a video is to show: those of a range, or these in this order. */
export interface VideoWish {
  start_time?: string | undefined;
  end_time?: string | undefined;
  frame_ids?: readonly number[] | undefined;
  /** Frames per second; one, when absent. */
  fps?: number | undefined;
}

export interface VideoProgress {
  status: 'extracting' | 'encoding' | 'completed';
  /** From 0 to 1. */
  progress: number;
}

/** The video is a file on the machine of the service. */
export interface FinishedVideo extends VideoProgress {
  status: 'completed';
  file_path: string;
  frame_count: number;
  /** Frames without a picture that can be read. */
  skipped_count: number;
  duration_secs: number;
  file_size_bytes: number;
}

interface StreamOptions {
  /** Ends the stream; the loop then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

type Stream<T> = AsyncGenerator<T, void, void>;

export interface LiveStreams {
  /** Everything that is stored from now on. */
  events(options?: StreamOptions & { images?: boolean }): Stream<LiveEvent>;
  /** What is said, as it is transcribed. */
  transcriptions(options?: StreamOptions): Stream<Record<string, unknown>>;
  /** The health report, whenever it changes and every five seconds. */
  healthReports(options?: StreamOptions): Stream<Health>;
  /** The frames of a range in order; new ones too while the range is not over. */
  frames(
    range: { start_time?: string; end_time?: string; order?: 'ascending' | 'descending' },
    options?: StreamOptions,
  ): Stream<FrameBatch[]>;
  /** The parts of the answer of `ask`, each as soon as it is known. */
  askParts(parameters: AskParameters, options?: StreamOptions): Stream<AskPart>;
  /** Writes frames into a video file and reports how far it is; the last step reports what was written. Leaving the loop gives it up. */
  exportVideo(wanted: VideoWish, options?: StreamOptions): Stream<VideoProgress | FinishedVideo>;
}

export function streamsOf(connection: Connection): LiveStreams {
  const socket = <T>(address: string, options: StreamOptions & { first?: unknown } = {}) =>
    socketMessages(connection, address, options) as Stream<T>;
  return {
    events: ({ images = false, signal } = {}) => socket(`/ws/events?images=${images}`, { signal }),
    transcriptions: (options) =>
      eventMessages(connection, '/sse/transcriptions', options) as Stream<Record<string, unknown>>,
    healthReports: (options) => socket('/ws/health', options),
    async *frames(range, options) {
      for await (const message of socket('/stream/frames', { ...options, first: range })) {
        // Between them come signs of life and late transcriptions.
        if (Array.isArray(message)) yield message as FrameBatch[];
      }
    },
    async *askParts(parameters, options) {
      const parts = eventMessages(connection, `/ask/stream?${queryOf(parameters)}`, options);
      for await (const part of parts as Stream<AskPart | LiveEvent>) {
        if (part.name === 'done') return;
        // The status of the answer was sent long before.
        if (part.name === 'error') throw refusal(500, part.data);
        if (isAskPart(part)) yield part;
      }
      throw new HindcastError('STREAM_BROKEN', 'the service ended before the answer was complete');
    },
    async *exportVideo(wanted, options) {
      const first = { ...wanted, keep_file: true };
      type Step = VideoProgress | { status: 'error'; error: string };
      for await (const step of socket<Step>('/frames/export', { ...options, first })) {
        if (step.status === 'error') throw new HindcastError('EXPORT_FAILED', step.error);
        yield step;
        if (step.status === 'completed') return;
      }
      throw new HindcastError('STREAM_BROKEN', 'the service ended before the video was written');
    },
  };
}

/** A service that stops says so in a message without a name. */
function isAskPart(part: { name?: string }): part is AskPart {
  return part.name === 'understood' || part.name === 'evidence' || part.name === 'answer';
}

/** Messages of a socket, parsed. Ends when the service closes it or the signal aborts. */
async function* socketMessages(
  connection: Connection,
  address: string,
  options: { signal?: AbortSignal | undefined; first?: unknown } = {},
): AsyncGenerator<unknown, void, void> {
  const { signal } = options;
  const { baseUrl } = connection;
  signal?.throwIfAborted();
  const socket = openSocket(connection, address);
  const waiting: unknown[] = [];
  let end: { error?: unknown } | undefined;
  let wake = () => {};
  const finish = (error?: unknown) => {
    end ??= { error };
    wake();
  };
  const abort = () => finish(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  socket.addEventListener('open', () => {
    if (options.first !== undefined) socket.send(JSON.stringify(options.first));
  });
  socket.addEventListener('message', ({ data }) => {
    if (waiting.length >= MOST_WAITING) waiting.shift();
    // Parsed in the loop: only there does an error reach the reader.
    waiting.push(data);
    wake();
  });
  socket.addEventListener('error', () => finish(unreachable(baseUrl, undefined)));
  socket.addEventListener('close', ({ code, reason }) => {
    const isEnd = code === 1000 || code === 1001 || code === 1005;
    finish(isEnd ? undefined : new HindcastError('STREAM_BROKEN', reason || `closed with ${code}`));
  });
  try {
    for (;;) {
      while (waiting.length > 0) yield parsed(String(waiting.shift()));
      if (end?.error !== undefined) throw end.error;
      if (end) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    socket.close();
  }
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    // Its own error repeats the text, which can be captured content.
    throw new HindcastError('STREAM_BROKEN', 'a message of the stream is not JSON');
  }
}

/** Node's WebSocket takes headers. That of browsers does not, and there a service of another machine cannot be followed so. */
const SocketWithHeaders = WebSocket as unknown as new (
  address: string,
  init?: { headers: Readonly<Record<string, string>> },
) => WebSocket;

function openSocket({ baseUrl, headers }: Connection, address: string): WebSocket {
  const url = baseUrl.replace(/^http/, 'ws') + address;
  if (headers.authorization === undefined) return new WebSocket(url);
  return new SocketWithHeaders(url, { headers: { authorization: headers.authorization } });
}

/** The data of server-sent events, parsed. */
async function* eventMessages(
  connection: Connection,
  address: string,
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<unknown, void, void> {
  const { signal } = options;
  const ending = new AbortController();
  const both = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const response = await request(
    { ...connection, headers: { ...connection.headers, accept: 'text/event-stream' } },
    address,
    { signal: both },
  );
  if (!response.ok) throw refusal(response.status, await readJson(response));
  if (!response.body) return;
  try {
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield* messagesIn(block);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new HindcastError('STREAM_BROKEN', 'the stream broke off', { cause: error });
  } finally {
    ending.abort();
  }
}

/** Comments, which keep the connection alive, have no data. */
function* messagesIn(block: string): Generator<unknown> {
  const data = block
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
  if (data === '' || data === 'keep-alive-text' || data === '"keep-alive-text"') return;
  yield parsed(data);
}
