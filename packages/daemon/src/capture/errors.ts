/** What can go wrong between us and the machine's screen. Messages name the part, never what was on screen. */
import { errorText, ServiceError } from '#core/errors.ts';

/** There is no screen to capture here, or we are not let in. The caller tries again later. */
export class DisplayUnavailableError extends ServiceError {
  constructor(display: string, cause?: unknown) {
    super(errorText('DISPLAY_UNAVAILABLE', { display }), { cause });
  }
}

/** The X server or the compositor is there and does not let us in. */
export class DisplayRefusedError extends ServiceError {
  constructor(display: string, cause?: unknown) {
    super(errorText('DISPLAY_REFUSED', { display }), { cause });
  }
}

/** The connection to the screen ended while it was in use: the session ended, or the X server or compositor stopped. */
export class DisplayLostError extends ServiceError {
  constructor(display: string, cause?: unknown) {
    super(errorText('DISPLAY_LOST', { display }), { cause });
  }
}

/** The monitor was unplugged or changed its size between the decision and the picture. */
export class MonitorGoneError extends ServiceError {
  constructor(monitorName: string, cause?: unknown) {
    super(errorText('MONITOR_GONE', { monitorName }), { cause });
  }
}

/** The person has allowed it, and yet the desktop sends nothing. Only its message is shown, so the message contains the remedy. */
export class SilentCastError extends ServiceError {
  constructor(cause?: unknown) {
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    super(errorText('CAST_SILENT', { why }), { cause });
  }
}

/** There is a monitor, and just now no picture of it: the copy failed or was late. */
export class PictureFailedError extends ServiceError {
  constructor(monitorName: string, cause?: unknown) {
    super(errorText('PICTURE_FAILED', { monitorName }), { cause });
  }
}

/** Every picture of the monitor would fail. When it is so with all of them, the screen cannot be captured at all. */
export class PixelFormatError extends ServiceError {
  constructor(formats: readonly number[]) {
    const names = formats.map((format) => `0x${format.toString(16)}`).join(', ');
    super(errorText('PIXEL_FORMAT', { formats: names || 'none' }));
  }
}
