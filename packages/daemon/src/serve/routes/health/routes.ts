/** `GET /health`. The rules are in `health/rules.ts`. */
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { healthSchema } from './schema.ts';
import { toWireReport } from './wire-report.ts';

export function healthRoutes(
  app: App,
  { health, limits }: Pick<ServerDeps, 'health' | 'limits'>,
): void {
  // The shortest limit there is: an answer that is late is no sign of health.
  const deadline = { code: 'HEALTH_TIMEOUT', limitMs: limits.frameTimeoutMs } as const;

  app.get('/health', { schema: healthSchema }, async (_request, reply) => {
    const report = toWireReport(await withSignal(reply, deadline, health));
    return reply.code(report.status_code).send(report);
  });
}
