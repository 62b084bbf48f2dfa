/** `POST /rules/preview` and `POST /rules/apply`: rules for what is already stored. */

import { wireJob } from '#serve/deletion-job.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { HistoryRules, RulesPreview } from '#upkeep/rules.ts';
import { applySchema, type Preview, previewSchema, type RulesBody } from './schema.ts';

export function ruleRoutes(app: App, { rules, limits }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.post('/rules/preview', { schema: previewSchema }, async ({ body }, reply) => {
    const asked = toRules(body);
    return toPreview(await withSignal(reply, deadline, (signal) => rules.preview(asked, signal)));
  });

  app.post('/rules/apply', { schema: applySchema }, async ({ body }, reply) =>
    reply.code(202).send(wireJob(await rules.apply(toRules(body)))),
  );
}

function toRules(body: RulesBody): HistoryRules {
  const { apps = [], windows = [], urls = [], pii = [], words = [] } = body;
  const isPrivateExcluded = body.private === true;
  const all = [...apps, ...windows, ...urls, ...pii, ...words];
  if (all.length === 0 && !isPrivateExcluded) throw new InvalidParameterError('apps', 'given');
  // A blank part would fit everything.
  const isBlank = (parts: readonly string[]) => parts.some((part) => part.trim() === '');
  for (const [name, parts] of Object.entries({ apps, windows, urls, words })) {
    if (isBlank(parts)) throw new InvalidParameterError(name, 'more than spaces');
  }
  return { apps, windows, urls, isPrivateExcluded, kinds: pii, words };
}

function toPreview({ excluded, redacted, pipeOutputs }: RulesPreview): Preview {
  return {
    excluded: excluded
      ? {
          frames: excluded.frames,
          accessibility: excluded.uiTexts,
          ui_events: excluded.inputEvents,
          memories: excluded.memories,
          meetings: excluded.meetings,
          bytes: excluded.bytes,
          sample_frame_ids: excluded.sampleFrameIds,
        }
      : null,
    redacted: redacted
      ? {
          frames: redacted.frames,
          transcriptions: redacted.transcriptions,
          accessibility: redacted.uiTexts,
          ui_events: redacted.inputEvents,
          names: redacted.names,
          redactions: redacted.redactions,
        }
      : null,
    pipe_outputs: pipeOutputs,
  };
}
