import { ServiceError } from '#core/errors.ts';

export class AsrClosedError extends ServiceError {
  constructor() {
    super('ASR_CLOSED', 'speech recognition was closed');
  }
}

export class AsrEndpointMissingError extends ServiceError {
  constructor() {
    super('ASR_ENDPOINT_MISSING', 'speech recognition has no endpoint to ask', {
      hint: 'Set audio.endpoint.url, such as http://127.0.0.1:8000/v1, or audio.engine to moonshine.',
    });
  }
}

/** Transient: nothing answers there, or not in time. */
export class AsrEndpointUnreachableError extends ServiceError {
  constructor(host: string, reason: string, cause?: unknown) {
    super('ASR_ENDPOINT_UNREACHABLE', `the speech endpoint ${host} ${reason}`, {
      hint: 'Check audio.endpoint.url and whether that service runs. What was recorded is kept.',
      cause,
    });
  }
}

/** It is no transcription service, or one of another kind. */
export class AsrEndpointAnswerError extends ServiceError {
  constructor(host: string) {
    super('ASR_ENDPOINT_ANSWER', `the speech endpoint ${host} did not answer with a transcript`, {
      hint: 'Check audio.endpoint.url: it names an interface like that of OpenAI, such as http://127.0.0.1:8000/v1.',
    });
  }
}

/** It does not want to. Its own words are left out: they can repeat what it was sent. */
export class AsrEndpointRefusedError extends ServiceError {
  readonly status: number;

  constructor(host: string, status: number) {
    super('ASR_ENDPOINT_REFUSED', `the speech endpoint ${host} answered with status ${status}`, {
      hint: hintFor(status),
      context: { status },
    });
    this.status = status;
  }
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return 'Check audio.endpoint.key.';
  if (status === 404) return 'Check audio.endpoint.url and the name in audio.model.';
  return 'What was recorded is kept and tried again.';
}
