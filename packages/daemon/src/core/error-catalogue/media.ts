/** Errors of frame images, videos and recordings on the disk. */
import type { ErrorTable } from './entry.ts';

export const mediaErrors = {
  AUDIO_GONE: {
    status: 410,
    message: 'audio chunk {{chunkId}}: its audio file is missing or unreadable',
    hint: 'Its text is still found by /search.',
  },
  // The content is at fault, or there is none: reading it again gives the same.
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
  OFFLOAD_FETCHING: {
    status: 503,
    message: 'the file is being fetched from {{place}}',
    hint: 'Ask again in a few seconds.',
    facts: { place: 'place' },
  },
  OFFLOAD_LOST: {
    status: 410,
    message: 'the file was moved to {{place}} and is no longer there',
    hint: 'Its text is still found by /search.',
    facts: { place: 'place' },
  },
  'OFFLOAD_LOST/damaged': {
    status: 410,
    message: 'the file was moved to {{place}}, and what is there now is damaged',
    hint: 'Its text is still found by /search.',
  },
  OFFLOAD_NOT_SET: {
    status: 409,
    message: 'no place is set for old pictures and sound',
    hint: 'Set retention.offload.to and retention.offload.afterDays, and restart the service.',
  },
  OFFLOAD_UNREACHABLE: {
    status: 503,
    message: 'the file lies at {{place}}, which does not answer as it should',
    hint: 'Connect that place and try again. Text, search and timeline are complete without it.',
  },
  // The place answers and has nothing of this store: most often a disk or share that is not connected.
  'OFFLOAD_UNREACHABLE/empty': {
    status: 503,
    message: 'the file lies at {{place}}, and nothing of this store is there now',
    hint: 'Connect its disk or share. If its content was deleted, these pictures and sounds are lost; text and search are not.',
    facts: { place: 'place' },
  },
  // The file lies at a place that the settings no longer name.
  'OFFLOAD_UNREACHABLE/former': {
    status: 503,
    message: 'the file lies at {{place}}, and retention.offload.to names another place',
    hint: 'Set retention.offload.to to that place to see it.',
    facts: { place: 'place' },
  },
  SEAL_BROKEN: {
    status: 410,
    message: 'a media file of the encrypted store {{problem}}',
  },
  TOO_MANY_FRAMES: {
    status: 400,
    message: '{{count}} frames are more than fit in one video ({{limit}})',
    hint: 'Choose a shorter time range or fewer frames.',
    facts: { count: 'count', limit: 'limit' },
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
  // As a message, where every byte takes four; in a file it has its place.
  VIDEO_TOO_LARGE: {
    status: 413,
    message: 'a video of {{sizeBytes}} bytes is too large for one message',
    hint: 'Use POST /frames/export, which writes a file, or choose fewer frames.',
    facts: { size_bytes: 'sizeBytes', limit_bytes: 'limitBytes' },
  },
  VIDEO_UNAVAILABLE: {
    status: 503,
    message: 'the video library could not be loaded on this machine',
    hint: 'Install the dependencies again, with optional ones, on this machine.',
  },
} as const satisfies ErrorTable;
