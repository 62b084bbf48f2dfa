/** Keeping several devices in step. Null where the service cannot. */
import type { SyncStatus } from '@hindcast/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callIfThere } from '../api.ts';

export interface SyncRun {
  id: number;
  direction: 'upload' | 'download';
  started_at: string;
  status: 'success' | 'failed';
  records: number;
  bytes: number;
  error: string | null;
}

export interface DeviceStorage {
  machine_id: string | null;
  frames: number;
  audio_chunks: number;
}

export function useSyncStatus() {
  return useQuery({
    queryKey: ['sync', 'status'],
    refetchInterval: 3_000,
    queryFn: ({ signal }) => callIfThere<SyncStatus>('/sync/status', { signal }),
  });
}

export function useSyncHistory(isOn: boolean) {
  return useQuery({
    queryKey: ['sync', 'history'],
    enabled: isOn,
    refetchInterval: 5_000,
    queryFn: async ({ signal }) =>
      (await callIfThere<{ data: SyncRun[] }>('/sync/history', { signal }))?.data ?? [],
  });
}

export function useDeviceStorage(isOn: boolean) {
  return useQuery({
    queryKey: ['sync', 'storage'],
    enabled: isOn,
    queryFn: ({ signal }) => callIfThere<DeviceStorage[]>('/data/device-storage', { signal }),
  });
}

export function useSyncActions() {
  const queries = useQueryClient();
  const post = async (path: string, body: object = {}) => {
    await call(path, { method: 'POST', body });
    await queries.invalidateQueries({ queryKey: ['sync'] });
  };
  return {
    init: (token: string, password: string) => post('/sync/init', { token, password }),
    trigger: () => post('/sync/trigger'),
    lock: () => post('/sync/lock'),
  };
}
