/** Errors of frame images, videos and recordings on the disk. */
import type { ErrorTable } from './entry.ts';

export const mediaErrors = {
  AUDIO_GONE: {
    status: 410,
    message: 'audio chunk {{chunkId}}: its audio file is missing or unreadable',
    hint: 'Its text is still found by /search.',
  },
  AUDIO_UNDECODABLE: {
    status: 410,
    message: 'no audio can be read from this file',
  },
  COMPACTION_FAILED: {
    status: 500,
    message: 'the process that makes video chunks ended early',
  },
  'COMPACTION_FAILED/refused': {
    status: 500,
    message: 'a video chunk was refused: {{problem}}',
  },
  MEDIA_INVALID: {
    status: 417,
    message: 'the media file is not valid: {{reason}}',
  },
  MEDIA_PATH_REFUSED: {
    status: 400,
    message: '{{reason}}',
    hint: 'Give the path of a file below data/ or exports/ in the data folder.',
  },
  NOTHING_TO_EXPORT: {
    status: 400,
    message: 'none of the frames has a picture that can be read',
    hint: 'Choose other frames: /search and /timeline list them.',
  },
  'NOTHING_TO_EXPORT/none': {
    status: 400,
    message: 'there is no frame to show',
    hint: 'Choose a longer range: /timeline lists what there is.',
  },
  SEAL_BROKEN: {
    status: 410,
    message: 'a media file of the encrypted store {{problem}}',
  },
  TOO_MANY_FRAMES: {
    status: 400,
    message: '{{count}} frames are more than fit in one video ({{limit}})',
    hint: 'Choose a shorter time range or fewer frames.',
  },
  VIDEO_BROKEN: {
    status: 410,
    message: 'video file "{{file}}": {{problem}}',
  },
  VIDEO_PROCESS_ENDED: {
    status: 503,
    message: 'the process that works on videos ended',
    hint: 'Try again.',
  },
  VIDEO_TOO_LARGE: {
    status: 413,
    message: 'a video of {{sizeBytes}} bytes is too large for one message',
    hint: 'Use POST /frames/export, which writes a file, or choose fewer frames.',
  },
  VIDEO_UNAVAILABLE: {
    status: 503,
    message: 'the video library could not be loaded on this machine',
    hint: 'Install the dependencies again, with optional ones, on this machine.',
  },
} as const satisfies ErrorTable;
