/** Wire shapes that every route shares. */
import { Type } from 'typebox';

/** Of an object in a body whose fields have any name. There are far fewer settings. */
export const MOST_FIELDS = 200;
export const AnyFields = Type.Record(Type.String(), Type.Unknown(), { maxProperties: MOST_FIELDS });

/** Lists of types rather than unions: OpenAPI 3.1 readers and the page serialiser both want them. */
function nullable<T>(type: 'string' | 'integer' | 'number' | 'boolean', description?: string) {
  return Type.Unsafe<T | null>({
    type: [type, 'null'],
    ...(description === undefined ? {} : { description }),
  });
}

export const nullableText = (description?: string) => nullable<string>('string', description);
export const nullableInteger = (description?: string) => nullable<number>('integer', description);
export const nullableNumber = (description?: string) => nullable<number>('number', description);
export const nullableFlag = (description?: string) => nullable<boolean>('boolean', description);

export const Timestamp = Type.String({ description: 'ISO 8601, UTC.' });

export const Bounds = Type.Object(
  {
    left: Type.Number(),
    top: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
  },
  { description: 'Fractions of the image (0 to 1), from its top left corner.' },
);

export const Pagination = Type.Object({
  limit: Type.Integer({ description: 'The limit that was applied.' }),
  offset: Type.Integer(),
  total: Type.Integer({ description: 'All matches, not only those of this page.' }),
});

/** Referenced by name, so that the document holds it once. */
export const ErrorReply = Type.Object(
  {
    error: Type.String({ description: 'What went wrong, for a person.' }),
    message: Type.String({ description: 'The same text as `error`.' }),
    success: Type.Literal(false),
    code: Type.String({ description: 'A stable word such as FRAME_NOT_FOUND.' }),
    hint: Type.Optional(Type.String({ description: 'What to do about it.' })),
  },
  { $id: 'Error', description: 'Further fields name what the error is about.' },
);

const errorReplies = {
  '4xx': { ...Type.Ref('Error'), description: 'The request cannot be answered as it is.' },
  '5xx': { ...Type.Ref('Error'), description: 'The service cannot answer now.' },
};

/** The replies that a route declares, and its errors: those of the service only where it does not declare them itself. */
export function withErrors(replies: object) {
  const { '5xx': ofService, ...ofCaller } = errorReplies;
  const tellsOwn = Object.keys(replies).some((status) => status.startsWith('5'));
  return { ...replies, ...ofCaller, ...(!tellsOwn && { '5xx': ofService }) };
}

/** Of an answer that never ends: server-sent events, as `docs/api/streams.md` describes them. */
export const eventReplies = {
  200: {
    description: 'Events, one `data:` line of JSON each, until the client goes away.',
    content: { 'text/event-stream': { schema: Type.String() } },
  },
};
