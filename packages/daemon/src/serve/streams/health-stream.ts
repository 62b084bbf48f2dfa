/** `WS /ws/health`: the report of `GET /health` at once, whenever its statement changes, and every five seconds. */

import type { Stream, Streams } from '#serve/http/sockets.ts';
import type { Health } from '#serve/routes/health/schema.ts';
import { toWireReport } from '#serve/routes/health/wire-report.ts';
import type { ServerDeps } from '#serve/server-deps.ts';

const LOOK_EVERY_MS = 1_000;
const TELL_EVERY_MS = 5_000;

export function healthStream(streams: Streams, { health, log }: ServerDeps): void {
  const listeners = new Set<Stream>();
  let looking: NodeJS.Timeout | undefined;
  let isLooking = false;
  let reported = { statement: '', atMs: 0 };

  async function report(): Promise<Health> {
    return toWireReport(await health());
  }

  async function look(): Promise<void> {
    // A store that is slow to answer is not asked again meanwhile.
    if (isLooking) return;
    isLooking = true;
    const current = await report().finally(() => {
      isLooking = false;
    });
    const statement = statementOf(current);
    const nowMs = performance.now();
    if (statement === reported.statement && nowMs - reported.atMs < TELL_EVERY_MS) return;
    reported = { statement, atMs: nowMs };
    const text = JSON.stringify(current);
    for (const stream of listeners) stream.send(text);
  }

  /** One look serves all, and nobody looks while nobody listens. */
  function lookAgain(): void {
    looking ??= setInterval(() => {
      look().catch((err) => log.warn({ err }, 'health could not be reported'));
    }, LOOK_EVERY_MS);
  }

  streams.add({
    path: '/ws/health',
    kind: 'socket',
    read: () => undefined,
    serve(stream) {
      listeners.add(stream);
      lookAgain();
      stream.onEnd(() => {
        listeners.delete(stream);
        if (listeners.size > 0) return;
        clearInterval(looking);
        looking = undefined;
      });
      report().then(
        (current) => stream.send(JSON.stringify(current)),
        () => stream.close('health could not be reported'),
      );
    },
  });
}

/** What a person would call a change; the figures change all the time. */
function statementOf(report: Health): string {
  const { status, frame_status, audio_status, message, verbose_instructions } = report;
  return JSON.stringify([status, frame_status, audio_status, message, verbose_instructions]);
}
