import { ServiceError } from '#core/errors.ts';

/** The file is missing, is no video of ours, ends too early, or its data is damaged. */
export class BrokenVideoError extends ServiceError {
  constructor(file: string, problem: string, cause?: unknown) {
    super('VIDEO_BROKEN', `video file "${file}": ${problem}`, { cause });
  }
}

export class VideoUnavailableError extends ServiceError {
  constructor(cause: unknown) {
    super('VIDEO_UNAVAILABLE', 'the video library could not be loaded on this machine', {
      hint: 'Install the dependencies again, with optional ones, on this machine.',
      cause,
    });
  }
}

export class VideoProcessEndedError extends ServiceError {
  /** Killed from outside, as the system does when memory runs out: that says nothing of the video. */
  readonly wasKilled: boolean;
  constructor(wasKilled = false) {
    super('VIDEO_PROCESS_ENDED', 'the process that works on videos ended', {
      hint: 'Try again.',
    });
    this.wasKilled = wasKilled;
  }
}
