/** What can go wrong between us and the machine's screen. Messages name the part, never what was on screen. */
import { ServiceError } from '#core/errors.ts';

/** There is no screen to capture here, or we are not let in. The caller tries again later. */
export class DisplayUnavailableError extends ServiceError {
  constructor(display: string, cause?: unknown) {
    super('DISPLAY_UNAVAILABLE', `display ${display}: cannot be opened`, {
      hint: 'Check that a graphical session is running and that DISPLAY or WAYLAND_DISPLAY names it.',
      cause,
    });
  }
}

/** The X server or the compositor is there and does not let us in. */
export class DisplayRefusedError extends ServiceError {
  constructor(display: string, cause?: unknown) {
    super('DISPLAY_REFUSED', `display ${display}: it refuses the connection`, {
      hint: 'Run the service as the user of the session; on X11, let XAUTHORITY name its cookie file.',
      cause,
    });
  }
}

/** The connection to the screen ended while it was in use: the session ended, or the X server or compositor stopped. */
export class DisplayLostError extends ServiceError {
  constructor(display: string, cause?: unknown) {
    super('DISPLAY_LOST', `display ${display}: the connection ended`, {
      hint: 'Capture continues by itself when the display is back.',
      cause,
    });
  }
}

/** The monitor was unplugged or changed its size between the decision and the picture. */
export class MonitorGoneError extends ServiceError {
  constructor(monitorName: string, cause?: unknown) {
    super('MONITOR_GONE', `monitor ${monitorName}: gives no picture`, { cause });
  }
}

/** Nobody tells the windows any more, so nothing could be kept out. The caller opens the desktop anew. */
export class WindowsLostError extends ServiceError {
  constructor(teller: string, cause?: unknown) {
    super('WINDOWS_LOST', `${teller} does not answer any more: the windows are not known`, {
      hint: 'Capture continues by itself when it answers again.',
      cause,
    });
  }
}

/** The person has allowed it, and yet the desktop sends nothing. Only its message is shown, so that has what mends it. */
export class SilentCastError extends ServiceError {
  constructor(cause?: unknown) {
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    super(
      'CAST_SILENT',
      `the desktop shares its screen, but no picture of it comes through PipeWire${why}: run "systemctl --user restart pipewire wireplumber"; capture is tried again by itself`,
      { cause },
    );
  }
}

/** There is a monitor, and just now no picture of it: the copy failed or was late. */
export class PictureFailedError extends ServiceError {
  constructor(monitorName: string, cause?: unknown) {
    super('PICTURE_FAILED', `monitor ${monitorName}: gives no picture now`, { cause });
  }
}

/** Every picture of the monitor would fail. When it is so with all of them, the screen cannot be captured at all. */
export class PixelFormatError extends ServiceError {
  constructor(formats: readonly number[]) {
    const names = formats.map((format) => `0x${format.toString(16)}`).join(', ');
    super('PIXEL_FORMAT', `the compositor offers no known pixel format, only ${names || 'none'}`, {
      hint: 'Set the output to 8 bits per colour; on sway: output <name> render_bit_depth 8.',
    });
  }
}
