/** `WS /ws/metrics`: the figures that move, twice a second. */
import { toWireAudioMetrics } from '#serve/audio-metrics.ts';
import type { Stream, Streams } from '#serve/http/sockets.ts';
import type { ServerDeps } from '#serve/server-deps.ts';
import { toWireMetrics } from '#serve/vision-metrics.ts';

const TELL_EVERY_MS = 500;

export function metricsStream(streams: Streams, { vision, audio }: ServerDeps): void {
  const listeners = new Set<Stream>();
  let telling: NodeJS.Timeout | undefined;

  function figures(): string {
    const heard = toWireAudioMetrics(audio.metrics());
    const seen = toWireMetrics(vision.metrics());
    return JSON.stringify({
      audio: {
        vad_passed: heard.vad_passed,
        vad_rejected: heard.vad_rejected,
        chunks_sent: heard.chunks_sent,
        total_words: heard.total_words,
        audio_level_rms: heard.audio_level_rms,
        device_levels: heard.device_levels,
      },
      vision: {
        frames_captured: seen.frames_captured,
        ocr_completed: seen.ocr_completed,
        ocr_queue_depth: seen.ocr_queue_depth,
      },
    });
  }

  streams.add({
    path: '/ws/metrics',
    kind: 'socket',
    read: () => undefined,
    serve(stream) {
      listeners.add(stream);
      telling ??= setInterval(() => {
        const text = figures();
        for (const listener of listeners) listener.send(text);
      }, TELL_EVERY_MS);
      stream.onEnd(() => {
        listeners.delete(stream);
        if (listeners.size > 0) return;
        clearInterval(telling);
        telling = undefined;
      });
      stream.send(figures());
    },
  });
}
