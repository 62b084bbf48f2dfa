/** Every setting with its value, where that came from, and what it may be. Null where the service does not tell. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callIfThere } from '../api.ts';

export type SettingValue = string | number | boolean | string[];

export interface Setting {
  key: string;
  value: SettingValue;
  default: SettingValue;
  origin: 'default' | 'file' | 'environment' | 'argument';
  origin_detail: string;
  description: string;
  type: 'integer' | 'boolean' | 'choice' | 'text' | 'list';
  expects: string;
  choices?: string[];
  min?: number;
  max?: number;
  secret: boolean;
  read_only: boolean;
  environment: string;
  needs_restart: boolean;
  restart_pending: boolean;
}

interface Config {
  data: Setting[];
  file: string;
  restart_pending: boolean;
}

const KEY = ['config'];

export function useSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callIfThere<Config>('/config', { signal }),
  });
}

export function useSaveSetting() {
  const queries = useQueryClient();
  return async (key: string, value: SettingValue | null): Promise<void> => {
    const config = await call<Config>('/config', { method: 'PATCH', body: { [key]: value } });
    queries.setQueryData(KEY, config);
  };
}
