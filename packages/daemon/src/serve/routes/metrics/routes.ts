/** `GET /metrics`: all figures in the text format of Prometheus. They are put together in `health/prometheus.ts`. */
import { Type } from 'typebox';
import type { App, ServerDeps } from '#serve/server-deps.ts';

const metricsSchema = {
  tags: ['health'],
  summary: 'All figures, for Prometheus and tools that read its format',
  response: {
    200: {
      description: 'One figure per line.',
      content: { 'text/plain': { schema: Type.String() } },
    },
  },
};

export function metricsRoutes(app: App, { prometheus }: ServerDeps): void {
  app.get('/metrics', { schema: metricsSchema }, async (_request, reply) =>
    reply.type(prometheus.contentType).send(await prometheus.text()),
  );
}
