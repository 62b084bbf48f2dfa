/**
 * `WS /frames/export`: frames as a video that comes in a message, with its progress before. The client
 * names the frames in the address or in its first message, and the work ends when it goes away. A client
 * that wants a file of any size instead of the bytes says so in that message.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError, serviceError } from '#core/errors.ts';
import type { Stream, Streams } from '#serve/http/sockets.ts';
import { shapeChecker } from '#serve/request/json-body.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import type { ServerDeps } from '#serve/server-deps.ts';
import { frameIdsOf, rateOf } from './export-request.ts';
import { type SocketRequest, socketParameters, socketRequest, toAnswer } from './schema.ts';

/** For the message with the frames. */
const ASK_WITHIN_MS = 30_000;
/** A client that has its video needs no socket; a slow one may still be reading. */
const CLOSE_AFTER_MS = 60_000;
const TELL_EVERY_MS = 100;
/** As text it takes four times as much, and twice that while it is sent. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Bytes that are written as numbers in one go: a few milliseconds. */
const SLICE_BYTES = 128 * 1024;

type Status = 'extracting' | 'encoding' | 'completed' | 'error';

const requestProblem = shapeChecker(socketRequest);

export function frameExportStream(streams: Streams, deps: ServerDeps): void {
  streams.add({
    path: '/frames/export',
    kind: 'socket',
    read: (query) => {
      const { frame_ids: ids, fps } = socketParameters.parse(query, deps.nowMs());
      return { ids, framesPerSecond: rateOf(fps) };
    },
    serve(stream, { ids, framesPerSecond }) {
      const ended = new AbortController();
      stream.onEnd(() => ended.abort(serviceError('CLIENT_GONE')));
      const { signal } = ended;
      const wanted = ids?.length
        ? Promise.resolve({ request: { frame_ids: ids }, framesPerSecond })
        : askForFrames(stream, framesPerSecond, signal);
      wanted
        .then((asked) => exportTo(stream, { ...asked, signal }, deps))
        .then(() => closeLater(stream))
        .catch((error) => {
          if (signal.aborted) return;
          if (!(error instanceof ServiceError)) deps.log.error({ err: error }, 'export failed');
          const known = error instanceof ServiceError ? error.message : 'the export failed';
          stream.send(message('error', 0, 'null', known));
          stream.close('failed');
        });
    },
  });
}

interface Wanted {
  request: SocketRequest;
  framesPerSecond: number;
}

function askForFrames(stream: Stream, rate: number, signal: AbortSignal): Promise<Wanted> {
  const asked = Promise.withResolvers<Wanted>();
  const timer = setTimeout(
    () => asked.reject(new InvalidBodyError('frame_ids', 'did not come within 30 s')),
    ASK_WITHIN_MS,
  );
  signal.addEventListener('abort', () => asked.reject(signal.reason), { once: true });
  stream.onMessage((text) => {
    // The first message counts; settling again changes nothing.
    try {
      asked.resolve(wishFrom(text, rate));
    } catch (error) {
      asked.reject(error);
    }
  });
  return asked.promise.finally(() => clearTimeout(timer));
}

function wishFrom(text: string, rate: number): Wanted {
  const body = parseJson(text);
  const problem = requestProblem(body);
  if (problem) throw problem;
  const request = body as SocketRequest;
  return { request, framesPerSecond: rateOf(request.fps ?? rate) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw serviceError('INVALID_JSON');
  }
}

async function exportTo(
  stream: Stream,
  { request, framesPerSecond, signal }: Wanted & { signal: AbortSignal },
  { exports, store, nowMs }: ServerDeps,
): Promise<void> {
  const frameIds = await frameIdsOf(request, { store, nowMs: nowMs() }, signal);
  stream.send(message('extracting', 0));
  let toldAtMs = 0;
  const video = await exports.exportFrames({
    frameIds,
    findFrame: store.frames.find,
    framesPerSecond,
    signal,
    isPassing: request.keep_file !== true,
    onProgress(progress) {
      const nowMs = performance.now();
      if (nowMs - toldAtMs < TELL_EVERY_MS) return;
      toldAtMs = nowMs;
      stream.send(message('encoding', progress));
    },
  });
  if (request.keep_file) {
    const last = { status: 'completed', progress: 1, video_data: null, error: null };
    stream.send(JSON.stringify({ ...last, ...toAnswer(video) }));
    return;
  }
  const bytes = await exports.takeBytes(video, MAX_MESSAGE_BYTES);
  stream.send(message('completed', 1, await asNumbers(bytes, signal)));
}

/** `videoData` is JSON already. */
function message(
  status: Status,
  progress: number,
  videoData = 'null',
  error: string | null = null,
) {
  return `{"status":"${status}","progress":${progress},"video_data":${videoData},"error":${JSON.stringify(error)}}`;
}

/** A list of numbers as JSON, in slices, so that other requests do not wait for it. */
async function asNumbers(bytes: Buffer, signal: AbortSignal): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    signal.throwIfAborted();
    parts.push(bytes.subarray(at, at + SLICE_BYTES).join(','));
    await nextTurn();
  }
  return `[${parts.join(',')}]`;
}

function closeLater(stream: Stream): void {
  const timer = setTimeout(() => stream.close('done'), CLOSE_AFTER_MS).unref();
  stream.onEnd(() => clearTimeout(timer));
}
