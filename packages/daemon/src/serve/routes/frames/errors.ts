import { ServiceError } from '#core/errors.ts';

export class NoValidFrameError extends ServiceError {
  constructor(frameId: number, checkedCount: number) {
    super('NO_VALID_FRAME', `frame ${frameId}: none of the ${checkedCount} nearest has a file`, {
      hint: 'Try a larger limit or the other direction.',
      context: { frame_id: frameId, checked_count: checkedCount },
    });
  }
}

/** Fails closed: without a detector the only safe image is none. */
export class RedactionUnavailableError extends ServiceError {
  constructor(frameId: number) {
    super('REDACTION_UNAVAILABLE', `frame ${frameId}: this version cannot redact images`, {
      hint: 'Ask without redact_pii if the unredacted image may be shown.',
      context: { frame_id: frameId },
    });
  }
}
