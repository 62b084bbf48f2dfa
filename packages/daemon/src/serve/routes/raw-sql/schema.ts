/** Body and shape of `/raw_sql`. */
import { Type } from 'typebox';

export const rawSqlSchema = {
  tags: ['sql'],
  summary: 'Ask the database with SQL',
  description:
    'One read-only statement. At most 10 000 rows are returned, and a statement that takes too long is stopped. The tables `pipe`, `pipe_state`, `access_token` and `access_log` are not for SQL.',
  body: Type.Object({
    query: Type.String({
      minLength: 1,
      examples: ['SELECT app_name, count(*) FROM frames GROUP BY 1'],
    }),
  }),
  response: {
    200: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'One object per row, keyed by column name.',
    }),
  },
};
