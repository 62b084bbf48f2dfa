import { errorText, ServiceError } from '#core/errors.ts';

/** The file is missing, is no video of ours, ends too early, or its data is damaged. */
export class BrokenVideoError extends ServiceError {
  constructor(file: string, problem: string, cause?: unknown) {
    super(errorText('VIDEO_BROKEN', { file, problem }), { cause });
  }
}

export class VideoProcessEndedError extends ServiceError {
  /** Killed from outside, as the system does when memory runs out: that says nothing of the video. */
  readonly wasKilled: boolean;
  constructor(wasKilled = false) {
    super(errorText('VIDEO_PROCESS_ENDED'));
    this.wasKilled = wasKilled;
  }
}
