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
  /** Rejects when the service refuses, with its own sentence. */
  post(path: string, body: object): Promise<void>;
}

const HEALTH_WITHIN_MS = 5_000;
/** A deletion is answered when it is done. */
const POST_WITHIN_MS = 120_000;

export function serviceClient(url: string, accessToken: string): ServiceClient {
  const headers = {
    'user-agent': 'hindcast-tray',
    'content-type': 'application/json',
    ...(accessToken !== '' && { authorization: `Bearer ${accessToken}` }),
  };
  return {
    async health() {
      try {
        const signal = AbortSignal.timeout(HEALTH_WITHIN_MS);
        const response = await fetch(`${url}/health`, { headers, signal });
        return (await response.json()) as SessionHealth;
      } catch {
        // No answer is what the caller shows.
        return undefined;
      }
    },
    async post(path, body) {
      const signal = AbortSignal.timeout(POST_WITHIN_MS);
      const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
      const response = await fetch(`${url}${path}`, request);
      if (response.ok) return;
      const { message } = (await response.json()) as { message?: string };
      throw new Error(message ?? `the service answered with status ${response.status}`);
    },
  };
}
