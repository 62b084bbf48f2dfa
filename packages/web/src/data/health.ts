/**
 * Whether anything is being recorded, live: one socket, `GET /health` before its first word, and tries again with growing pauses. Two
 * failures in a row mean that the service cannot be reached; one may be a restart. A service that stops says so itself.
 */
import { externalStore, useStore } from '../parts/external-store.ts';
import { call } from './api.ts';

export type StreamStatus = 'ok' | 'stale' | 'not_started' | 'disabled';

export interface HealthReport {
  status: 'healthy' | 'degraded';
  last_frame_timestamp: string | null;
  last_audio_timestamp: string | null;
  frame_status: StreamStatus;
  audio_status: StreamStatus;
  message: string;
  verbose_instructions: string | null;
  device_status_details: string | null;
  paused: boolean;
  /** Null while nothing is paused, and for "until somebody resumes". */
  paused_until: string | null;
  paused_streams: string[];
  /** Nothing is recorded until the person has agreed. Absent from older services. */
  waiting_for_agreement?: boolean;
  store?: { free_bytes: number | null; error_code?: string | null };
}

/** Whether the bundled sample day is played, and this machine is not recorded. */
export function isSampleDay({ message }: Pick<HealthReport, 'message'>): boolean {
  return /sample day/.test(message);
}

/** Whether the store is encrypted and waits for its passphrase. The last answer of a stopped service does not count. */
export function isStoreLocked({ report, isReachable }: HealthState): boolean {
  return isReachable && report?.store?.error_code === 'VAULT_LOCKED';
}

export interface HealthState {
  report: HealthReport | undefined;
  isReachable: boolean;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
const FAILURES_THAT_COUNT = 2;

const healthStore = externalStore<HealthState>({ report: undefined, isReachable: true });

/** Called when the service answers again after it did not. */
const returns = new Set<() => void>();
export function onReturn(listener: () => void): () => void {
  returns.add(listener);
  return () => returns.delete(listener);
}

let failures = 0;

function heard(report: HealthReport): void {
  if (report.store?.error_code === 'SERVICE_STOPPING') {
    lose();
    return;
  }
  const wasAway = !healthStore.get().isReachable;
  failures = 0;
  healthStore.set({ report, isReachable: true });
  if (wasAway) for (const listener of returns) listener();
}

function missed(): void {
  failures += 1;
  if (failures >= FAILURES_THAT_COUNT) lose();
}

function lose(): void {
  healthStore.set({ ...healthStore.get(), isReachable: false });
}

export async function askHealth(): Promise<void> {
  try {
    heard(await call<HealthReport>('/health', { accept: [503] }));
  } catch {
    missed();
  }
}

/** Once, for the whole page. */
export function followHealth(): void {
  let pauseMs = FIRST_PAUSE_MS;
  const open = () => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/health`);
    socket.onmessage = ({ data }) => {
      pauseMs = FIRST_PAUSE_MS;
      heard(JSON.parse(String(data)) as HealthReport);
    };
    socket.onclose = () => {
      void askHealth();
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      setTimeout(open, pauseMs * (0.75 + Math.random() / 2));
    };
  };
  void askHealth().then(open);
}

export function useHealth(): HealthState {
  return useStore(healthStore);
}
