/** All of `/speakers`: who is heard, what they are called, and corrections. */
import { withSignal } from '#serve/request/deadline.ts';
import { shapeChecker } from '#serve/request/json-body.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { OldAssignment } from '#store/audio/audio-records.ts';
import { removeDiscardedFiles } from '#store/media/audio/discarded-files.ts';
import { toMetadata, withSamples } from './metadata.ts';
import {
  deleteByPostSchema,
  deleteParameters,
  deleteSchema,
  hallucinationSchema,
  hiddenSchema,
  mergeSchema,
  reassignSchema,
  searchByPostSchema,
  searchParameters,
  searchSchema,
  similarParameters,
  similarSchema,
  undoSchema,
  unnamedParameters,
  unnamedSchema,
  updateSchema,
} from './schema.ts';

/** For bodies that may be left out. */
function optionalBody({ schema }: { schema: object }) {
  const check = shapeChecker(schema);
  return (body: unknown) => {
    const error = body === undefined || body === null ? undefined : check(body);
    return error === undefined ? true : { error };
  };
}

export function speakerRoutes(app: App, deps: ServerDeps): void {
  const { store, audioMedia, limits, nowMs } = deps;
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  async function deleteSpeaker(id: number): Promise<{ success: true }> {
    await store.speakers.delete(id);
    await removeDiscardedFiles(store, audioMedia);
    return { success: true };
  }

  app.get('/speakers/unnamed', { schema: unnamedSchema }, async (request, reply) => {
    const { limit, offset, speaker_ids } = unnamedParameters.parse(request.query, nowMs());
    const speakers = await withSignal(reply, deadline, (signal) =>
      store.speakers.listUnnamed({ limit, offset, ids: speaker_ids }, signal),
    );
    return speakers.map(withSamples);
  });

  app.get('/speakers/hidden', { schema: hiddenSchema }, async (_request, reply) => {
    const speakers = await withSignal(reply, deadline, (signal) =>
      store.speakers.listHidden(signal),
    );
    return speakers.map(withSamples);
  });

  app.post('/speakers/update', { schema: updateSchema }, async (request) => {
    const { id, name, metadata } = request.body;
    const newMetadata = toMetadata(metadata);
    const speaker = await store.speakers.update(id, {
      ...(typeof name === 'string' && { name: name.trim() }),
      ...(newMetadata !== undefined && { metadata: newMetadata }),
    });
    return { ...speaker, success: true };
  });

  app.get('/speakers/search', { schema: searchSchema }, async (request, reply) => {
    const { name = '' } = searchParameters.parse(request.query, nowMs());
    return withSignal(reply, deadline, (signal) => store.speakers.search(name.trim(), signal));
  });

  app.post(
    '/speakers/search',
    { schema: searchByPostSchema, validatorCompiler: optionalBody },
    async (request, reply) => {
      const { name, query, q } = request.body ?? {};
      const prefix = (name ?? query ?? q ?? '').trim();
      return withSignal(reply, deadline, (signal) => store.speakers.search(prefix, signal));
    },
  );

  app.delete(
    '/speakers/delete',
    {
      schema: deleteSchema,
      validatorCompiler: (part) => (part.httpPart === 'body' ? optionalBody(part) : () => true),
    },
    async (request) => {
      const id = request.body?.id ?? deleteParameters.parse(request.query, nowMs()).id;
      if (id === undefined) throw new InvalidBodyError('id', 'is required');
      return deleteSpeaker(id);
    },
  );

  app.post('/speakers/delete', { schema: deleteByPostSchema }, async (request) =>
    deleteSpeaker(request.body.id),
  );

  app.post('/speakers/hallucination', { schema: hallucinationSchema }, async (request) => {
    const { speaker_id, hallucination = true } = request.body;
    await store.speakers.markHallucination(speaker_id, hallucination);
    return { success: true };
  });

  app.post('/speakers/merge', { schema: mergeSchema }, async (request) => {
    const { speaker_to_keep_id, speaker_to_merge_id } = request.body;
    const old = await store.speakers.merge(speaker_to_keep_id, speaker_to_merge_id);
    return { success: true, old_assignments: old.map(toWireAssignment) };
  });

  app.get('/speakers/similar', { schema: similarSchema }, async (request, reply) => {
    const { speaker_id, limit } = similarParameters.parse(request.query, nowMs());
    const speakers = await withSignal(reply, deadline, (signal) =>
      store.speakers.listSimilar(speaker_id, limit, signal),
    );
    return speakers.map(withSamples);
  });

  app.post('/speakers/reassign', { schema: reassignSchema }, async (request) => {
    const { audio_chunk_id, new_speaker_name, propagate_similar = true } = request.body;
    const name = new_speaker_name.trim();
    if (name === '') throw new InvalidBodyError('new_speaker_name', 'must not be empty');
    const done = await store.speakers.reassign({
      chunkId: audio_chunk_id,
      name,
      propagate: propagate_similar,
    });
    return {
      new_speaker_id: done.newSpeakerId,
      new_speaker_name: done.newSpeakerName,
      transcriptions_updated: done.transcriptionsUpdated,
      embeddings_moved: done.embeddingsMoved,
      old_assignments: done.oldAssignments.map(toWireAssignment),
    };
  });

  app.post('/speakers/undo-reassign', { schema: undoSchema }, async (request) => {
    const assignments = request.body.old_assignments.map((one) => ({
      transcriptionId: one.transcription_id,
      oldSpeakerId: one.old_speaker_id ?? null,
    }));
    return { restored: await store.speakers.undoReassign(assignments) };
  });
}

function toWireAssignment({ transcriptionId, oldSpeakerId }: OldAssignment) {
  return { transcription_id: transcriptionId, old_speaker_id: oldSpeakerId };
}
