/** Parameters, body and shapes of `/frames/export`. */
import { type Static, Type } from 'typebox';
import { idList, parameters, text } from '#serve/request/query.ts';
import { nullableNumber } from '#serve/request/schema.ts';
import { type ExportedVideo, MAX_EXPORTED_FRAMES } from '#store/media/exports/exports.ts';

const Time = Type.Unsafe<string | number | null>({
  type: ['string', 'number', 'null'],
  description: 'RFC 3339, a date alone, Unix seconds or milliseconds, or relative as `2h ago`.',
});

const exportBody = Type.Object({
  frame_ids: Type.Optional(
    Type.Union(
      [
        // More than fit in a video, for an answer that says so.
        Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
          maxItems: 10 * MAX_EXPORTED_FRAMES,
        }),
        Type.Null(),
      ],
      {
        description: `The frames in the order in which they are to be seen, at most ${MAX_EXPORTED_FRAMES}.`,
      },
    ),
  ),
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
  fps: Type.Optional(nullableNumber('Frames per second, from 0.05 to 60; 1 when absent.')),
});
export type ExportBody = Static<typeof exportBody>;

export const exportSchema = {
  tags: ['frames'],
  summary: 'Frames as one video',
  description: `An MP4 file in \`exports/\` of the data folder, with the frames of \`frame_ids\` in that order, or with all from \`start_time\` to \`end_time\`. Frames of other sizes are letterboxed to that of the largest. Frames whose picture is missing are skipped and counted. 400 without frames, with more than ${MAX_EXPORTED_FRAMES}, or when none has a picture. As a WebSocket the same path sends \`{status, progress, video_data, error}\` while it works; \`video_data\` of the last message is the video as a list of bytes, and no file stays. Its first message may hold this body; with \`keep_file: true\` in it the file stays, of any size, and the last message has the fields of this answer in place of the bytes.`,
  body: exportBody,
  response: {
    200: Type.Object({
      file_path: Type.String(),
      frame_count: Type.Integer({ description: 'Frames in the video.' }),
      skipped_count: Type.Integer({ description: 'Frames without a picture that can be read.' }),
      duration_secs: Type.Number(),
      file_size_bytes: Type.Integer(),
    }),
  },
};

export function toAnswer(video: ExportedVideo) {
  return {
    file_path: video.filePath,
    frame_count: video.frameCount,
    skipped_count: video.skippedCount,
    duration_secs: video.durationSecs,
    file_size_bytes: video.sizeBytes,
  };
}

export const socketParameters = parameters({
  frame_ids: idList('The frames in the order in which they are to be seen.'),
  fps: text('Frames per second.'),
});

/** What a client sends when it named no frames in the address. */
export const socketRequest = Type.Object({
  ...exportBody.properties,
  keep_file: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether the video is to stay as a file, as POST leaves it.',
    }),
  ),
});
export type SocketRequest = Static<typeof socketRequest>;
