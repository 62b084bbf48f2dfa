/** What can go wrong between us and the machine's sound. Messages name devices, never what was said. */
import { ServiceError } from '#core/errors.ts';

/** There is nobody to ask for sound: no sound server, or the programs to speak to it are missing. It may come later. */
export class SoundUnavailableError extends ServiceError {
  constructor(what: string, options: { hint: string; cause?: unknown }) {
    super('SOUND_UNAVAILABLE', what, options);
  }
}

/** The sound server is there, and too busy to answer: this says nothing about its devices. */
export class SoundUnansweredError extends SoundUnavailableError {}

/** A stream cannot go on. It is opened again. */
export class StreamBrokenError extends ServiceError {
  constructor(device: string, what: string, cause?: unknown) {
    super('AUDIO_STREAM_BROKEN', `${device}: ${what}`, {
      hint: 'Capture continues by itself when the device delivers again.',
      cause,
    });
  }
}

/** What was asked for is so now; only the next start does not know of it. */
export class AudioChoiceNotKeptError extends ServiceError {
  constructor(cause: unknown) {
    super('AUDIO_CHOICE_NOT_KEPT', 'it is done, but could not be written down for the next start', {
      hint: 'Check that the data folder can be written to and the disk is not full, then ask again.',
      cause,
    });
  }
}

export class UnknownAudioDeviceError extends ServiceError {
  constructor(wanted: string) {
    super('AUDIO_DEVICE_NOT_FOUND', `there is no audio device ${wanted}`, {
      hint: 'GET /audio/list names the devices.',
      context: { device_name: wanted },
    });
  }
}

export class AmbiguousAudioDeviceError extends ServiceError {
  constructor(wanted: string, names: readonly string[]) {
    super('AUDIO_DEVICE_AMBIGUOUS', `${wanted} is the name of ${names.length} audio devices`, {
      hint: `Give the name with its ending: ${names.join(', ')}.`,
      context: { device_name: wanted },
    });
  }
}
