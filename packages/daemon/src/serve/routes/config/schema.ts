/** Wire shapes of `/config`. */
import { type Static, Type } from 'typebox';
import { MOST_FIELDS } from '#serve/request/schema.ts';

const Value = Type.Unsafe<unknown>({
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' }, maxItems: 10_000 },
  ],
});

const Setting = Type.Object({
  key: Type.String({ description: 'Such as `vision.ignoredApps`.' }),
  value: Value,
  default: Value,
  origin: Type.Unsafe<'default' | 'file' | 'environment' | 'argument'>({
    type: 'string',
    enum: ['default', 'file', 'environment', 'argument'],
  }),
  origin_detail: Type.String({ description: 'Such as `environment HINDCAST_PORT`.' }),
  description: Type.String(),
  type: Type.String({ enum: ['integer', 'boolean', 'choice', 'text', 'list'] }),
  expects: Type.String({ description: 'Completes the sentence "it must be …".' }),
  choices: Type.Optional(Type.Array(Type.String())),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  secret: Type.Boolean({ description: 'Its value is masked.' }),
  read_only: Type.Boolean({ description: 'Set by the environment or an argument.' }),
  environment: Type.String({ description: 'The variable that sets it.' }),
  needs_restart: Type.Boolean({ description: 'False: a change takes effect at once.' }),
  restart_pending: Type.Boolean({ description: 'The service still runs with another value.' }),
});
export type WireSetting = Static<typeof Setting>;

const Config = Type.Object({
  data: Type.Array(Setting),
  file: Type.String({ description: 'Where changes are written.' }),
  restart_pending: Type.Boolean({ description: 'Whether any change waits for a restart.' }),
});

const config = { tags: ['config'] };

export const readSchema = {
  ...config,
  summary: 'Every setting: value, origin, meaning and what it may be',
  response: { 200: Config },
};

export const changeSchema = {
  ...config,
  summary: 'Change settings',
  description:
    'Keys and their new values; `null` takes a setting back to its default. They are checked, then written into the file all at once; when one cannot be used, none is changed. 409 for a setting that the environment or an argument decides.',
  body: Type.Record(Type.String(), Type.Union([Value, Type.Null()]), {
    maxProperties: MOST_FIELDS,
  }),
  response: { 200: Config },
};
