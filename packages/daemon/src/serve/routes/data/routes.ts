/** `POST /data/delete` and its jobs; `delete-range`, `delete-device` and `device-storage` next to it. */
import type { FastifyReply } from 'fastify';
import { serviceError } from '#core/errors.ts';
import { wireJob } from '#serve/deletion-job.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { ACCEPTED_TIMES, parseEndTime, parseTime } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { DeletionFilter } from '#store/deletion/records.ts';
import {
  type DeleteBody,
  deleteSchema,
  deviceSchema,
  jobParameters,
  jobSchema,
  jobsSchema,
  leftoversSchema,
  type RangeBody,
  rangeSchema,
  storageSchema,
  type WireDeleted,
} from './schema.ts';
import { wireCounts, wireDeleted, wireWouldDelete } from './wire.ts';

const LISTED_JOBS = 50;

export function dataRoutes(app: App, deps: ServerDeps): void {
  const { store, nowMs, limits, deletions } = deps;
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  const count = (reply: FastifyReply, filter: DeletionFilter) =>
    withSignal(reply, deadline, (signal) => deletions.count(filter, signal));

  /** The older way: answers when nothing can be found any more. The job goes on, also when the caller goes away. */
  async function forget(
    reply: FastifyReply,
    filter: DeletionFilter,
    isDryRun: boolean,
  ): Promise<WireDeleted> {
    if (isDryRun) return wireWouldDelete(await count(reply, filter));
    const { id } = await deletions.start([filter]);
    const job = await withSignal(reply, undefined, (signal) =>
      deletions.waitFor(id, 'files', signal),
    );
    return wireDeleted(job.counts);
  }

  app.post('/data/delete', { schema: deleteSchema }, async ({ body }, reply) => {
    const filter = toFilter(body, nowMs());
    if (body.dry_run === true) return wireCounts(await count(reply, filter));
    const started = await deletions.start([filter]);
    if (body.wait !== true) return reply.code(202).send(wireJob(started));
    const job = await withSignal(reply, undefined, (signal) =>
      deletions.waitFor(started.id, 'done', signal),
    );
    return wireJob(job);
  });

  app.get('/data/deletions', { schema: jobsSchema }, async (_request, reply) => {
    const jobs = await withSignal(reply, deadline, (signal) =>
      store.deletion.listJobs(LISTED_JOBS, signal),
    );
    return { data: jobs.map(wireJob) };
  });

  app.get('/data/deletions/:deletion_id', { schema: jobSchema }, async (request, reply) => {
    const { deletion_id } = jobParameters.parse(request.params, nowMs());
    const job = await withSignal(reply, deadline, (signal) =>
      store.deletion.findJob(deletion_id, signal),
    );
    if (!job) throw serviceError('DELETION_NOT_FOUND', { id: deletion_id });
    return wireJob(job);
  });

  app.get('/data/leftovers', { schema: leftoversSchema }, async (_request, reply) => {
    const found = await withSignal(reply, deadline, (signal) => deletions.findLeftovers(signal));
    return {
      marked_index_pages: found.markedIndexPages,
      unused_names: found.unusedContexts,
      unused_tags: found.unusedTags,
      stale_videos: found.staleVideos,
      discarded_files: found.discardedFiles,
      offloaded_files: found.offloadedFiles,
      broken_packs: found.brokenPacks,
      stray_texts: found.strayTexts,
      stray_passages: found.strayPassages,
      stray_older_texts: found.strayOlderTexts,
      unshown_meetings: found.unshownMeetings,
      pipe_files: found.pipeFiles,
    };
  });

  app.post('/data/delete-range', { schema: rangeSchema }, async ({ body }, reply) =>
    forget(reply, toFilter(body, nowMs()), body.dry_run === true),
  );

  app.post('/data/delete-device', { schema: deviceSchema }, async ({ body }, reply) => {
    const { machine_id: machineId, dry_run = false } = body;
    // Noted first: the deletion goes on when the caller goes away, and so does this.
    const isNoted = !dry_run && (await deps.sync.forgetDevice(machineId));
    return { ...(await forget(reply, { machineId }, dry_run)), log_removal_noted: isNoted };
  });

  app.get('/data/device-storage', { schema: storageSchema }, async (_request, reply) => {
    const machines = await withSignal(reply, deadline, (signal) =>
      store.deletion.listMachines(signal),
    );
    return machines.map(({ machineId, frames, audioChunks }) => ({
      machine_id: machineId,
      frames,
      audio_chunks: audioChunks,
    }));
  });
}

function toFilter(body: RangeBody & Partial<DeleteBody>, nowMs: number): DeletionFilter {
  const startMs = timeOf('start', body.start, nowMs, parseTime);
  const endMs = timeOf('end', body.end, nowMs, parseEndTime);
  const { app_name: appName, site, frame_ids: frameIds } = body;
  const { speaker_id: speakerId, machine_id: machineId } = body;
  const narrowing = [appName, site, frameIds, speakerId, machineId];
  const isNarrowed = narrowing.some((value) => value !== undefined);
  // Without both ends and without anything else it would be everything there is.
  if (startMs === undefined && !isNarrowed) throw new InvalidParameterError('start', 'given');
  if (endMs === undefined && !isNarrowed) throw new InvalidParameterError('end', 'given');
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    throw new InvalidParameterError('end', 'later than start');
  }
  if (speakerId !== undefined && (appName ?? site ?? frameIds) !== undefined) {
    throw new InvalidParameterError('speaker_id', 'given without an application, site or frames');
  }
  return { startMs, endMs, appName, site, frameIds, speakerId, machineId };
}

function timeOf(
  field: string,
  raw: string | number | undefined,
  nowMs: number,
  parse: typeof parseTime,
): number | undefined {
  if (raw === undefined) return undefined;
  const atMs = parse(String(raw), nowMs);
  if (atMs === undefined) throw new InvalidParameterError(field, ACCEPTED_TIMES, String(raw));
  return atMs;
}
