import { errorText, ServiceError } from '#core/errors.ts';

export class NoValidFrameError extends ServiceError {
  constructor(frameId: number, checkedCount: number) {
    super(errorText('NO_VALID_FRAME', { frameId, checkedCount }), {
      context: { frame_id: frameId, checked_count: checkedCount },
    });
  }
}

/**
 * What is stored of the frame does not say where personal data stands, so there is no safe image to send. A conflict with the state of
 * the frame (409) and no fault of the service: reading its text with positions resolves it.
 */
export class RedactionImpossibleError extends ServiceError {
  constructor(frameId: number, obstacle: string) {
    super(errorText('REDACTION_IMPOSSIBLE', { frameId }), {
      context: { frame_id: frameId, reason: obstacle },
    });
  }
}
