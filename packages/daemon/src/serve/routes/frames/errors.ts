import { ServiceError } from '#core/errors.ts';

export class NoValidFrameError extends ServiceError {
  constructor(frameId: number, checkedCount: number) {
    super(
      'NO_VALID_FRAME',
      `frame ${frameId}: no readable frame among the ${checkedCount} next to it`,
      {
        hint: 'Try a larger limit or the other direction.',
        context: { frame_id: frameId, checked_count: checkedCount },
      },
    );
  }
}

/**
 * What is stored of the frame does not say where personal data stands, so there is no safe image to send. A conflict with the state of
 * the frame (409) and no fault of the service: reading its text with positions resolves it.
 */
export class RedactionImpossibleError extends ServiceError {
  constructor(frameId: number, obstacle: string) {
    super('REDACTION_IMPOSSIBLE', `frame ${frameId}: it is not known what to cover`, {
      hint: 'Ask without redact_pii if the unredacted image may be shown.',
      context: { frame_id: frameId, reason: obstacle },
    });
  }
}
