/** Parameters and shapes of `/access-log` and `/access-tokens`. */
import { type Static, Type } from 'typebox';
import { RequestedPermissions } from '#pipes/permissions.ts';
import {
  choice,
  endTime,
  limit,
  offset,
  parameters,
  required,
  startTime,
  text,
} from '#serve/request/query.ts';
import { nullableText, Pagination, Timestamp } from '#serve/request/schema.ts';

const KINDS = ['pipe', 'token', 'page', 'assistant', 'command', 'program', 'machine'] as const;

export const logParameters = parameters({
  kind: choice(KINDS, 'Only callers of this kind.'),
  caller: text('Only this caller; exact.'),
  start_time: startTime(),
  end_time: endTime(),
  limit: limit({ fallback: 50, max: 1000 }),
  offset: offset(),
});

export const logSchema = {
  summary: 'Who read what and when',
  description:
    'One row for each caller and route in a minute, the newest first, of the last 90 days. It never holds what was asked for or found.',
  tags: ['access'],
  querystring: logParameters.schema,
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          timestamp: Timestamp,
          kind: Type.String({ enum: [...KINDS] }),
          caller: Type.String(),
          route: Type.String({ description: 'Such as `GET /frames/:frame_id`.' }),
          count: Type.Integer(),
          refused: Type.Integer({ description: 'How many of them were turned away.' }),
          bytes: Type.Integer({ description: 'Sent, as far as their length was known.' }),
        }),
      ),
      pagination: Pagination,
    }),
  },
};

const Permissions = Type.Omit(RequestedPermissions, ['network', 'read', 'write']);

const NewToken = Type.Object({
  name: Type.String({ pattern: '^[\\w .@-]{1,60}$', description: 'For people; each only once.' }),
  permissions: Type.Optional(Permissions),
  expires_at: Type.Optional(Type.String({ description: 'A time; never, when absent.' })),
});
export type NewTokenBody = Static<typeof NewToken>;

const Token = Type.Object({
  name: Type.String(),
  permissions: Permissions,
  created_at: Timestamp,
  expires_at: nullableText('ISO 8601, UTC; null: it does not end.'),
});
export type WireToken = Static<typeof Token>;

export const listTokensSchema = {
  summary: 'The tokens that were given out',
  tags: ['access'],
  response: { 200: Type.Object({ data: Type.Array(Token) }) },
};

export const createTokenSchema = {
  summary: 'Make a token that may read a part',
  description:
    'The token is in the answer and nowhere else. It may read, as a pipe with these permissions may, and change nothing.',
  tags: ['access'],
  body: NewToken,
  response: {
    200: Type.Object({ token: Type.String(), ...Token.properties }),
  },
};

export const tokenParameters = parameters({ name: required(text('The name of the token.')) });

export const revokeTokenSchema = {
  summary: 'End a token at once',
  tags: ['access'],
  params: tokenParameters.schema,
  response: { 200: Type.Object({ success: Type.Literal(true) }) },
};
