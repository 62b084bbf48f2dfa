/** `/sync`: set up, locked, asked for now, and what came of it. */
import { iso, isoOrNull } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { SyncRun } from '#store/sync/records.ts';
import type { SyncStatus } from '#sync/control.ts';
import {
  downloadParameters,
  downloadSchema,
  historyParameters,
  historySchema,
  initSchema,
  lockSchema,
  lockStatusSchema,
  passwordSchema,
  statusSchema,
  triggerSchema,
  type WireRun,
  type WireStatus,
} from './schema.ts';

export function syncRoutes(app: App, { sync, nowMs }: ServerDeps): void {
  app.post('/sync/init', { schema: initSchema }, async (request) => {
    const { token, password, machine_id, sync_interval_secs, stay_unlocked } = request.body;
    const { isNewUser, machineId } = await sync.init({
      token,
      password,
      machineId: machine_id,
      intervalSecs: sync_interval_secs,
      isKept: stay_unlocked,
    });
    return { success: true, is_new_user: isNewUser, machine_id: machineId };
  });

  app.post('/sync/password', { schema: passwordSchema }, async (request) => {
    const { password, new_password } = request.body;
    await sync.changePassword(password, new_password);
    return { success: true, message: 'the password is changed; other devices ask for the new one' };
  });

  app.get('/sync/status', { schema: statusSchema }, async () => toWire(await sync.status()));

  for (const path of ['/sync/trigger', '/sync/now']) {
    app.post(path, { schema: triggerSchema }, async () => ({
      success: true,
      message: (await sync.trigger()) ? 'sync is done' : 'sync goes on in the background',
    }));
  }

  app.get('/sync/history', { schema: historySchema }, async (request) => {
    const { limit, offset } = historyParameters.parse(request.query, nowMs());
    const { items, total } = await sync.listRuns(limit, offset);
    return { data: items.map(toWireRun), pagination: { limit, offset, total } };
  });

  app.get('/sync/lock', { schema: lockStatusSchema }, async () => {
    const { isEnabled, machineId } = await sync.status();
    return { locked: !isEnabled, enabled: isEnabled, machine_id: machineId };
  });

  app.post('/sync/lock', { schema: lockSchema }, async () => {
    await sync.lock();
    return { success: true, message: 'sync is locked' };
  });

  app.post('/sync/download', { schema: downloadSchema }, async (request) => {
    downloadParameters.parse(request.query, nowMs());
    const { blobs, records } = await sync.download();
    return {
      success: true,
      blobs_downloaded: blobs,
      records_imported: records,
      imported: records,
    };
  });
}

function toWire(status: SyncStatus): WireStatus {
  return {
    role: status.role,
    enabled: status.isEnabled,
    is_syncing: status.isSyncing,
    last_sync: isoOrNull(status.lastSyncAtMs),
    last_error: status.lastError?.message ?? null,
    last_error_code: status.lastError?.code ?? null,
    machine_id: status.machineId,
    last_download_at: isoOrNull(status.lastDownloadAtMs),
    next_sync_at: isoOrNull(status.nextSyncAtMs),
    pending_changes: status.waiting,
    storage_used: status.usedBytes,
    on_wifi: status.wifi,
    devices: status.devices.map((device) => ({
      machine_id: device.machineId,
      segments: device.segments,
      segments_read: device.read,
      last_seen_at: iso(device.lastSeenAtMs),
      keeper: device.isKeeper,
      former_name: device.isFormerName,
    })),
  };
}

function toWireRun(run: SyncRun & { id: number }): WireRun {
  return {
    id: run.id,
    direction: run.direction,
    started_at: iso(run.startedAtMs),
    completed_at: iso(run.completedAtMs),
    status: run.status,
    blobs: run.blobs,
    bytes: run.bytes,
    records: run.records,
    error: run.error,
    error_code: run.errorCode,
  };
}
