/** `WS /ws/events`, and the same events as `GET /sse/events`, `/sse/transcriptions` and `/sse/vision`. */
import { serviceError } from '#core/errors.ts';
import { errorBody } from '#serve/errors.ts';
import type { Stream, Streams } from '#serve/http/sockets.ts';
import { flag, parameters, withDefault } from '#serve/request/query.ts';
import { eventReplies } from '#serve/request/schema.ts';
import type { ServerDeps } from '#serve/server-deps.ts';
import { type EventHub, eventHub, type Subscription } from './event-hub.ts';
import { OWN_EVENTS, type WireEvent } from './wire-events.ts';

const images = parameters({
  images: withDefault(flag('Adds the picture of a frame as base64 JPEG.'), false),
});

/** Functions, not literals, because equal texts are made once per shape. */
const named: Subscription['shape'] = ({ name, data }) => ({ name, data });
const dataOnly: Subscription['shape'] = ({ data }) => data;

export function eventStreams(streams: Streams, deps: ServerDeps): void {
  const hub = eventHub({ news: deps.news, readImage: imageReader(deps) });
  const readImages = (query: unknown) => images.parse(query, deps.nowMs()).images;
  const schemaOf = (summary: string, querystring?: object) => ({
    tags: ['streams'],
    summary,
    ...(querystring && { querystring }),
    response: eventReplies,
  });

  streams.add({
    path: '/ws/events',
    kind: 'socket',
    read: readImages,
    serve(stream, hasImages) {
      hub.subscribe(stream, { hasImages, shape: named });
      stream.onMessage((text) => takeFrom(stream, hub, text));
    },
  });
  streams.add({
    path: '/sse/events',
    kind: 'events',
    schema: schemaOf('All events, as they are stored', images.schema),
    read: readImages,
    serve: (stream, hasImages) => hub.subscribe(stream, { hasImages, shape: named }),
  });
  streams.add({
    path: '/sse/transcriptions',
    kind: 'events',
    schema: schemaOf('What is said, as it is transcribed'),
    read() {
      const isTranscribed = deps.audio.isRunning() && deps.audio.metrics().mode !== 'disabled';
      if (!isTranscribed) throw serviceError('NOTHING_TO_STREAM', { what: 'transcription' });
    },
    serve: (stream) =>
      hub.subscribe(stream, {
        names: new Set(['transcription']),
        hasImages: false,
        shape: dataOnly,
      }),
  });
  streams.add({
    path: '/sse/vision',
    kind: 'events',
    schema: schemaOf('What is on the screen, as it is captured', images.schema),
    read(query) {
      if (!deps.vision.isRunning())
        throw serviceError('NOTHING_TO_STREAM', { what: 'the capture of the screen' });
      return readImages(query);
    },
    serve: (stream, hasImages) =>
      hub.subscribe(stream, { names: new Set(['ocr_result']), hasImages, shape: dataOnly }),
  });
}

function imageReader({ store, media }: Pick<ServerDeps, 'store' | 'media'>) {
  return async (frameId: number) => {
    const frame = await store.frames.find(frameId);
    return frame && (await media.readJpeg(frame)).toString('base64');
  };
}

/** Programs tell each other things this way; what the service itself says cannot be said for it. */
function takeFrom(stream: Stream, hub: EventHub, text: string): void {
  const event = eventFrom(text);
  if (event) hub.publish(event);
  else {
    stream.send(JSON.stringify(errorBody(serviceError('INVALID_EVENT'))));
  }
}

function eventFrom(text: string): WireEvent | undefined {
  try {
    const value = JSON.parse(text) as Partial<WireEvent> | null;
    const { name, data } = value ?? {};
    if (typeof name !== 'string' || name === '' || OWN_EVENTS.has(name)) return undefined;
    return { name, data };
  } catch {
    // Not JSON: reported to the sender.
    return undefined;
  }
}
