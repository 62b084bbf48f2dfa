/** The streams of a service, listened to from one moment on. */

/** Listens from now on: the first event of each stream, and the names of those of all. */
export function openStreams(baseUrl: string) {
  const stop = new AbortController();
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/ws/events`);
  const names = new Set<string>();
  socket.onmessage = ({ data }) => names.add(JSON.parse(String(data)).name);
  const events = Promise.all([
    firstEvent(`${baseUrl}/sse/vision`, stop.signal),
    firstEvent(`${baseUrl}/sse/transcriptions`, stop.signal),
  ]);
  events.catch(() => undefined); // the test that awaits it fails
  return {
    names,
    events,
    close() {
      stop.abort();
      socket.close();
    },
  };
}

/** The first event that comes, as it is sent. */
async function firstEvent(url: string, signal: AbortSignal): Promise<unknown> {
  const reply = await fetch(url, { signal });
  let text = '';
  for await (const piece of reply.body ?? []) {
    text += Buffer.from(piece).toString();
    const data = /^data: (.*)\n\n/m.exec(text)?.[1];
    if (data !== undefined) return JSON.parse(data);
  }
  throw new Error(`${url} ended: ${reply.status}`);
}
