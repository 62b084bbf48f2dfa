/** Parameters, bodies and shapes of the routes under `/experimental`. */
import { Type } from 'typebox';
import { parameters, required, text } from '#serve/request/query.ts';

const PATHS =
  'Paths are absolute or relative to the data folder, and lead into `data/` or `exports/` there; others are refused (400).';

export const mergeSchema = {
  tags: ['frames'],
  summary: 'Videos joined into one',
  description: `One MP4 file in \`exports/\` with the frames of all, in the given order, at the rate of the first; those of other sizes are letterboxed. 410 when one of the videos is missing or broken. ${PATHS}`,
  body: Type.Object({
    video_paths: Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
      minItems: 1,
      maxItems: 1000,
    }),
  }),
  response: {
    200: Type.Object({
      video_path: Type.String(),
      frame_count: Type.Integer(),
      duration_secs: Type.Number(),
      file_size_bytes: Type.Integer(),
    }),
  },
};

const validity = {
  tags: ['frames'],
  summary: 'Whether a media file is whole',
  description: `Decodes all of a picture, video or recording. 417 with the reason in \`status\` when it is missing or damaged; a 400 for another path has it too. ${PATHS}`,
  response: {
    200: Type.Object({ status: Type.String(), valid: Type.Boolean() }),
  },
};

export const fileParameters = parameters({
  file_path: required(text('The path of the media file.')),
});

export const validateQuerySchema = { ...validity, querystring: fileParameters.schema };

export const validateBodySchema = {
  ...validity,
  body: Type.Object({ file_path: Type.String({ minLength: 1, maxLength: 4096 }) }),
};
