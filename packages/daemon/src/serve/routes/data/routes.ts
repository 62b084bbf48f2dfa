/** `POST /data/delete-range`, `POST /data/delete-device` and `GET /data/device-storage`. */
import type { FastifyReply } from 'fastify';
import { withSignal } from '#serve/deadline.ts';
import { InvalidParameterError } from '#serve/request-errors.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { ACCEPTED_TIMES, parseEndTime, parseTime } from '#serve/time.ts';
import { deleteMatching } from '#store/delete-matching.ts';
import type { Deleted, DeletionFilter } from '#store/overview-records.ts';
import {
  deviceSchema,
  type RangeBody,
  rangeSchema,
  storageSchema,
  type WireDeleted,
} from './schema.ts';

export function dataRoutes(app: App, deps: ServerDeps): void {
  const { store, nowMs, limits } = deps;
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  async function forget(
    reply: FastifyReply,
    filter: DeletionFilter,
    isDryRun: boolean,
  ): Promise<WireDeleted> {
    if (isDryRun) {
      const { sampleFrameIds, ...counts } = await withSignal(reply, deadline, (signal) =>
        store.countDeletion(filter, signal),
      );
      const wire = toWire({ ...counts, audioFiles: 0, videoFiles: 0 });
      return { ...wire, dry_run: true, sample_frame_ids: sampleFrameIds };
    }
    // However long it takes; it ends when the caller goes away.
    const deleted = await withSignal(reply, undefined, (signal) =>
      deleteMatching(deps, filter, signal),
    );
    deps.log.info({ count: deleted.frames + deleted.transcriptions }, 'content was deleted');
    return toWire(deleted);
  }

  app.post('/data/delete-range', { schema: rangeSchema }, async ({ body }, reply) =>
    forget(reply, toFilter(body, nowMs()), body.dry_run === true),
  );

  app.post('/data/delete-device', { schema: deviceSchema }, async ({ body }, reply) =>
    forget(reply, { machineId: body.machine_id }, body.dry_run === true),
  );

  app.get('/data/device-storage', { schema: storageSchema }, async (_request, reply) => {
    const machines = await withSignal(reply, deadline, (signal) => store.listMachines(signal));
    return machines.map(({ machineId, frames, audioChunks }) => ({
      machine_id: machineId,
      frames,
      audio_chunks: audioChunks,
    }));
  });
}

function toFilter(body: RangeBody, nowMs: number): DeletionFilter {
  const startMs = timeOf('start', body.start, nowMs, parseTime);
  const endMs = timeOf('end', body.end, nowMs, parseEndTime);
  const { app_name: appName, site, frame_ids: frameIds } = body;
  const isNarrowed = [appName, site, frameIds].some((value) => value !== undefined);
  // Without both ends and without anything else it would be everything there is.
  if (startMs === undefined && !isNarrowed) throw new InvalidParameterError('start', 'given');
  if (endMs === undefined && !isNarrowed) throw new InvalidParameterError('end', 'given');
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    throw new InvalidParameterError('end', 'later than start');
  }
  return { startMs, endMs, appName, site, frameIds };
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

function toWire(deleted: Deleted): WireDeleted {
  return {
    frames_deleted: deleted.frames,
    ocr_deleted: deleted.texts,
    audio_transcriptions_deleted: deleted.transcriptions,
    audio_chunks_deleted: deleted.audioChunks,
    video_chunks_deleted: deleted.videoFiles,
    accessibility_deleted: deleted.uiTexts,
    ui_events_deleted: deleted.inputEvents,
    video_files_deleted: deleted.videoFiles,
    audio_files_deleted: deleted.audioFiles,
    dry_run: false,
  };
}
