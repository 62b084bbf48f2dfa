/** What can go wrong between us and the machine's sound. Messages name devices, never what was said. */
import { errorText, ServiceError } from '#core/errors.ts';

/** There is nobody to ask for sound: no sound server, or the programs to speak to it are missing. It may come later. */
export class SoundUnavailableError extends ServiceError {
  constructor(problem: string, { hint, cause }: { hint: string; cause?: unknown }) {
    super(errorText('SOUND_UNAVAILABLE', { problem, hint }), { cause });
  }
}

/** The sound server is there, and too busy to answer: this says nothing about its devices. */
export class SoundUnansweredError extends SoundUnavailableError {}
