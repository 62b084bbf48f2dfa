/** `POST` and `DELETE /tags/{content_type}/{id}`, and `POST /tags/vision/batch`. */
import { withSignal } from '#serve/request/deadline.ts';
import { tidyTags } from '#serve/request/tag-list.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { addTagsSchema, removeTagsSchema, tagParameters, tagsOfFramesSchema } from './schema.ts';

export function tagRoutes(app: App, { store, limits, nowMs }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.post('/tags/vision/batch', { schema: tagsOfFramesSchema }, async (request, reply) => {
    const { frame_ids } = request.body;
    const tags = await withSignal(reply, deadline, (signal) =>
      store.tags.listOfFrames(frame_ids, signal),
    );
    return { tags: Object.fromEntries(frame_ids.map((id, index) => [id, tags[index] ?? []])) };
  });

  app.post('/tags/:content_type/:id', { schema: addTagsSchema }, async (request) => {
    const { content_type, id } = tagParameters.parse(request.params, nowMs());
    await store.tags.add(content_type, id, tidyTags(request.body.tags));
    return { success: true };
  });

  app.delete('/tags/:content_type/:id', { schema: removeTagsSchema }, async (request) => {
    const { content_type, id } = tagParameters.parse(request.params, nowMs());
    await store.tags.remove(content_type, id, tidyTags(request.body.tags));
    return { success: true };
  });
}
