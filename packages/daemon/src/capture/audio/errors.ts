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

/** A stream cannot go on. It is opened again. */
export class StreamBrokenError extends ServiceError {
  constructor(device: string, what: string, cause?: unknown) {
    super(errorText('AUDIO_STREAM_BROKEN', { device, what }), { cause });
  }
}

/** What was asked for is so now; only the next start does not know of it. */
export class AudioChoiceNotKeptError extends ServiceError {
  constructor(cause: unknown) {
    super(errorText('AUDIO_CHOICE_NOT_KEPT'), { cause });
  }
}

export class UnknownAudioDeviceError extends ServiceError {
  constructor(wanted: string) {
    super(errorText('AUDIO_DEVICE_NOT_FOUND', { wanted }), { context: { device_name: wanted } });
  }
}

export class AmbiguousAudioDeviceError extends ServiceError {
  constructor(wanted: string, names: readonly string[]) {
    super(
      errorText('AUDIO_DEVICE_AMBIGUOUS', { wanted, count: names.length, names: names.join(', ') }),
      { context: { device_name: wanted } },
    );
  }
}
