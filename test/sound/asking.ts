/** What tests of sound ask the service for, and the devices of the test's sound server. */
import { until } from '../support/desktop.ts';
import type { RunningDaemon } from '../support/start-daemon.ts';

/** Recognition takes seconds, and a machine that runs other tests takes several times as long. */
export const HEARD_WITHIN_MS = 60_000;
/** A machine that stands still tears holes into a sentence, which is then understood as another one: as to a person, it is said again. */
const SAID_AT_MOST = 3;
const UNDERSTOOD_WITHIN_MS = 30_000;

export const MIC = 'Test microphone (input)';
export const LOUDSPEAKER = 'Test speakers (output)';

interface Said {
  chunk_id: number;
  transcription: string;
  timestamp: string;
  device_name: string;
  device_type: string;
  speaker_id: number | null;
  file_path: string;
  start_time: number;
  end_time: number;
  other_devices?: string[];
}

export function asking(daemon: RunningDaemon) {
  const get = async <T>(path: string) =>
    (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
  async function said(parameters: Record<string, string> = {}): Promise<Said[]> {
    const query = new URLSearchParams({ content_type: 'audio', limit: '100', ...parameters });
    const { data } = await get<{ data: { content: Said }[] }>(`/search?${query}`);
    return data.map(({ content }) => content);
  }
  const post = async (path: string, body?: object) =>
    (await (
      await fetch(`${daemon.baseUrl}${path}`, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()) as Record<string, unknown>;
  return {
    get,
    post,
    said,
    heard: (parameters: Record<string, string>) =>
      until(
        `${JSON.stringify(parameters)} to be transcribed`,
        async () => (await said(parameters))[0],
        HEARD_WITHIN_MS,
      ),
    /** Says it until it is understood. */
    async understood(parameters: Record<string, string>, say: () => Promise<unknown>) {
      for (let times = 1; ; times += 1) {
        await say();
        const found = await until(
          `${JSON.stringify(parameters)} to be understood`,
          async () => (await said(parameters))[0],
          UNDERSTOOD_WITHIN_MS,
        ).catch(async (error: Error) => {
          const all = await said();
          const texts = all.map((row) => `${row.device_name}: ${row.transcription}`);
          const metrics = JSON.stringify(await get('/audio/metrics'));
          const reported = `${error.message}; heard ${JSON.stringify(texts)}, ${metrics}`;
          if (times === SAID_AT_MOST) throw new Error(reported);
          process.stderr.write(`sound tests: said again, ${reported}\n`);
        });
        if (found) return found;
      }
    },
    /** Nothing waits for its text any more. */
    settled: () =>
      until(
        'everything to be transcribed',
        async () => {
          const { segments_deferred } = await get<{ segments_deferred: number }>('/audio/metrics');
          return segments_deferred === 0;
        },
        HEARD_WITHIN_MS,
      ),
    recording: (device: string) =>
      until(`${device} to be recorded`, async () => {
        const list = await get<{ name: string; state: string }[]>('/audio/list');
        return list.some(({ name, state }) => name === device && state === 'recording');
      }),
  };
}
