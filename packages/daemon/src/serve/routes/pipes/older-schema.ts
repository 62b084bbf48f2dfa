/** Bodies and shapes of the older family of pipe routes. */
import { Type } from 'typebox';
import { parameters, required, text } from '#serve/request/query.ts';
import { AnyFields, nullableInteger } from '#serve/request/schema.ts';

const pipes = { tags: ['pipes'], deprecated: true };

export const olderParameters = parameters({ pipe_id: required(text('The id of the pipe.')) });

const Anything = Type.Record(Type.String(), Type.Unknown());
const Id = Type.String({ minLength: 1, maxLength: 200 });

const Info = Type.Object({
  id: Type.String(),
  enabled: Type.Boolean(),
  config: Type.Unsafe<Record<string, unknown>>(Anything),
  source: Type.String(),
  port: nullableInteger('Always null here.'),
  is_nextjs: Type.Boolean(),
  desc: Type.String(),
  build_status: Type.Null(),
});

const Done = Type.Object({
  data: Type.Object({ pipe_id: Type.String(), message: Type.String() }),
  success: Type.Boolean(),
});

export const olderListSchema = {
  ...pipes,
  summary: 'The installed pipes, in the older form',
  response: {
    200: Type.Object({ data: Type.Array(Info), success: Type.Boolean() }),
  },
};

export const infoSchema = {
  ...pipes,
  summary: 'One pipe, in the older form',
  params: olderParameters.schema,
  response: { 200: Type.Object({ data: Info, success: Type.Boolean() }) },
};

export const downloadSchema = {
  ...pipes,
  summary: 'Install a pipe, in the older form',
  body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 4_096 }) }),
  response: { 200: Done },
};

export const privateDownloadSchema = {
  ...downloadSchema,
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 4_096 }),
    pipe_name: Type.Optional(Type.String()),
    pipe_id: Type.Optional(Type.String()),
  }),
};

export const changeSchema = {
  ...pipes,
  summary: 'Enable, disable or delete a pipe, in the older form',
  body: Type.Object({ pipe_id: Id }),
  response: { 200: Done },
};

export const configChangeSchema = {
  ...pipes,
  summary: 'Change the configuration of a pipe, in the older form',
  body: Type.Object({
    pipe_id: Id,
    config: Type.Unsafe<Record<string, unknown>>(AnyFields),
  }),
  response: { 200: Done },
};

export const versionSchema = {
  ...pipes,
  summary: 'Put another version in the place of a pipe',
  description: 'Its configuration and its state stay.',
  body: Type.Object({ pipe_id: Id, source: Type.String({ minLength: 1, maxLength: 4_096 }) }),
  response: { 200: Done },
};

export const purgeSchema = {
  ...pipes,
  summary: 'Remove all pipes',
  response: {
    200: Type.Object({
      data: Type.Object({ message: Type.String() }),
      success: Type.Boolean(),
    }),
  },
};

export const buildStatusSchema = {
  ...pipes,
  summary: 'Whether a pipe is ready',
  params: olderParameters.schema,
  response: {
    200: Type.Object({ status: Type.String(), step: Type.String(), message: Type.String() }),
  },
};
