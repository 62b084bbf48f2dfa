/** Errors of capture: the desktop, its windows and its sound. */
import type { ErrorTable } from './entry.ts';

export const captureErrors = {
  // What was asked for is so now; only the next start does not know of it.
  AUDIO_CHOICE_NOT_KEPT: {
    status: 500,
    message: 'it is done, but could not be written down for the next start',
    hint: 'Check that the data folder can be written to and the disk is not full, then ask again.',
  },
  AUDIO_DEVICE_AMBIGUOUS: {
    status: 400,
    message: '{{wanted}} is the name of {{count}} audio devices',
    hint: 'Give the name with its ending: {{names}}.',
    facts: { device_name: 'wanted' },
  },
  AUDIO_DEVICE_NOT_FOUND: {
    status: 404,
    message: 'there is no audio device {{wanted}}',
    hint: 'GET /audio/list names the devices.',
    facts: { device_name: 'wanted' },
  },
  // A stream cannot go on. It is opened again.
  AUDIO_STREAM_BROKEN: {
    status: 503,
    message: '{{device}}: {{what}}',
    hint: 'Capture continues by itself when the device delivers again.',
  },
  CAST_SILENT: {
    status: 503,
    message:
      'the desktop shares its screen, but no picture of it comes through PipeWire{{why}}: run "systemctl --user restart pipewire wireplumber"; capture is tried again by itself',
  },
  DISPLAY_LOST: {
    status: 503,
    message: 'display {{display}}: the connection ended',
    hint: 'Capture continues by itself when the display is back.',
  },
  DISPLAY_REFUSED: {
    status: 503,
    message: 'display {{display}}: it refuses the connection',
    hint: 'Run the service as the user of the session; on X11, let XAUTHORITY name its cookie file.',
  },
  DISPLAY_UNAVAILABLE: {
    status: 503,
    message: 'display {{display}}: cannot be opened',
    hint: 'Check that a graphical session is running and that DISPLAY or WAYLAND_DISPLAY names it.',
  },
  MONITOR_GONE: {
    status: 503,
    message: 'monitor {{monitorName}}: gives no picture',
  },
  PICTURE_FAILED: {
    status: 503,
    message: 'monitor {{monitorName}}: gives no picture now',
  },
  PIXEL_FORMAT: {
    status: 503,
    message: 'the compositor offers no known pixel format, only {{formats}}',
    hint: 'Set the output to 8 bits per colour; on sway: output <name> render_bit_depth 8.',
  },
  SOUND_UNAVAILABLE: {
    status: 503,
    message: '{{problem}}',
    hint: '{{hint}}',
  },
  // No interface reports the windows any more, so nothing could be kept out. The caller opens the desktop again.
  WINDOWS_LOST: {
    status: 503,
    message: '{{teller}} does not answer any more: the windows are not known',
    hint: 'Capture continues by itself when it answers again.',
  },
} as const satisfies ErrorTable;
