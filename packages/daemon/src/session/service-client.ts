/** The service as the parts of the session ask it: over HTTP, like any program of this machine. */

/** What the session reads of `GET /health`. */
export interface SessionHealth {
  readonly status: string;
  readonly message: string;
  readonly frame_status: string;
  readonly audio_status: string;
  readonly paused: boolean;
  readonly paused_until: string | null;
  readonly paused_streams: readonly string[];
  readonly waiting_for_agreement: boolean;
  readonly store: { readonly error_code: string | null };
}

export interface ServiceClient {
  /** Undefined when there is no answer in time. */
  health(): Promise<SessionHealth | undefined>;
  /** Undefined when there is no answer in time, and when the service refuses. */
  find<Answer>(path: string): Promise<Answer | undefined>;
  /** Rejects when the service refuses, with its own sentence. */
  post<Answer>(path: string, body: object): Promise<Answer>;
}

const READ_WITHIN_MS = 5_000;
const POST_WITHIN_MS = 60_000;

export function serviceClient(url: string, accessToken: string): ServiceClient {
  const headers = {
    'user-agent': 'hindcast-tray',
    'content-type': 'application/json',
    ...(accessToken !== '' && { authorization: `Bearer ${accessToken}` }),
  };
  async function read<Answer>(
    path: string,
    isWanted: (response: Response) => boolean,
  ): Promise<Answer | undefined> {
    try {
      const signal = AbortSignal.timeout(READ_WITHIN_MS);
      const response = await fetch(`${url}${path}`, { headers, signal });
      return isWanted(response) ? ((await response.json()) as Answer) : undefined;
    } catch {
      // No answer is what the caller shows.
      return undefined;
    }
  }

  return {
    // A service in trouble answers with another status, and says why.
    health: () => read('/health', () => true),
    find: (path) => read(path, ({ ok }) => ok),
    async post<Answer>(path: string, body: object) {
      const signal = AbortSignal.timeout(POST_WITHIN_MS);
      const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
      const response = await fetch(`${url}${path}`, request).catch(() => {
        throw new Error('The service does not answer.');
      });
      const answer: unknown = await response.json();
      if (response.ok) return answer as Answer;
      const { message } = answer as { message?: string };
      throw new Error(message ?? `The service answered with status ${response.status}.`);
    },
  };
}
