/** Parameters, bodies and shapes of the routes under `/pipes`: the specification's fields and those that other clients read. */
import { Type } from 'typebox';
import { flag, limit, parameters, required, text, withDefault } from '#serve/request/query.ts';
import {
  AnyFields,
  nullableFlag,
  nullableInteger,
  nullableText,
  Timestamp,
} from '#serve/request/schema.ts';

const pipes = { tags: ['pipes'] };

export const pipeParameters = parameters({
  id: required(text('The id of the pipe: the name of its folder.')),
});

export const listParameters = parameters({
  include_executions: withDefault(flag('Add the five newest executions of each pipe.'), false),
});

export const executionsParameters = parameters({
  limit: limit({ fallback: 20, max: 100 }),
});

const Anything = Type.Record(Type.String(), Type.Unknown());

const Execution = Type.Object({
  execution_id: Type.String(),
  started_at: Timestamp,
  completed_at: nullableText('ISO 8601; null while it runs.'),
  status: Type.String({ enum: ['running', 'success', 'failed'] }),
  duration_ms: nullableInteger(),
  items_processed: Type.Integer(),
  error: nullableText(),
  id: Type.Integer(),
  pipe_name: Type.String(),
  raw_status: Type.String({
    enum: ['queued', 'running', 'completed', 'failed', 'timed_out', 'cancelled'],
  }),
  trigger_type: Type.String({ enum: ['manual', 'scheduled', 'data'] }),
  pid: nullableInteger(),
  model: nullableText('Always null here.'),
  provider: nullableText('Always null here.'),
  finished_at: nullableText('The same as `completed_at`.'),
  stdout: Type.String({ description: 'The end of what it printed.' }),
  stderr: Type.String(),
  exit_code: nullableInteger(),
  error_type: nullableText(
    'Such as `error`, `crash`, `timeout`, `memory`, `cancelled`; `flood` also of a success.',
  ),
  error_message: nullableText('The same as `error`.'),
});

const Pipe = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  status: Type.String({ enum: ['running', 'stopped'] }),
  last_run: nullableText('ISO 8601; null before the first run.'),
  config: Type.Unsafe<Record<string, unknown>>({
    ...Anything,
    description:
      'The values in force: the keys of the pipe, and `name` (its id), `enabled`, `trigger` and `schedule`.',
  }),
  version: Type.String(),
  author: Type.String(),
  last_error: nullableText(
    'Of the last run, also of a success that logged too much, or why it cannot run at all.',
  ),
  last_success: nullableFlag(),
  is_running: Type.Boolean(),
  current_execution_id: nullableInteger(),
  consecutive_failures: Type.Integer(),
  prompt_body: Type.String({
    description:
      'The prompt of a pipe.md, which is shown and not run; of other pipes the description.',
  }),
  raw_content: Type.String({ description: 'The text of a pipe.md or pipe.json; empty otherwise.' }),
  source: Type.String({
    description: 'Where it was installed from; empty when its folder was put there.',
  }),
  config_schema: Type.Unsafe<Record<string, unknown>>({
    ...Anything,
    description: 'What the pipe declares about its keys.',
  }),
  permissions: Type.Object({
    requested: Type.Unsafe<Record<string, unknown>>(Anything),
    granted: Type.Unsafe<Record<string, unknown>>(Anything),
    missing: Type.Array(Type.String(), {
      description: 'What it asks for and a person has not granted yet.',
    }),
  }),
  recent_executions: Type.Optional(Type.Array(Execution)),
});

const LogEntry = Type.Object({
  timestamp: Timestamp,
  level: Type.String({ enum: ['debug', 'info', 'warn', 'error'] }),
  message: Type.String(),
  pipe_name: Type.Optional(
    Type.String({ description: 'These stand on entries that close a run.' }),
  ),
  started_at: Type.Optional(Timestamp),
  finished_at: Type.Optional(nullableText()),
  success: Type.Optional(Type.Boolean()),
  stdout: Type.Optional(Type.String()),
  stderr: Type.Optional(Type.String()),
});

const Outcome = Type.Object({ success: Type.Boolean(), message: Type.String() });

const Allow = Type.Array(
  Type.Union(['network', 'raw_sql', 'read', 'write'].map((word) => Type.Literal(word))),
  { description: 'Permissions of the manifest that are granted.', maxItems: 4 },
);

export const listSchema = {
  ...pipes,
  summary: 'The installed pipes',
  description: 'Looks at the disk, so pipes that were put there by hand appear.',
  querystring: listParameters.schema,
  response: { 200: Type.Object({ data: Type.Array(Pipe) }) },
};

export const detailSchema = {
  ...pipes,
  summary: 'One pipe',
  params: pipeParameters.schema,
  response: { 200: Type.Object({ data: Pipe }) },
};

export const installSchema = {
  ...pipes,
  summary: 'Install a pipe',
  description: 'Wholly or not at all. Nothing of the package is run, and it is not enabled.',
  body: Type.Object({
    source: Type.String({
      minLength: 1,
      maxLength: 4_096,
      description:
        'An http(s) address of a .tgz or .zip, a file:// folder or archive, or npm:name@version.',
    }),
    allow: Type.Optional(Allow),
  }),
  response: {
    200: Type.Object({ success: Type.Boolean(), name: Type.String(), message: Type.String() }),
  },
};

export const removeSchema = {
  ...pipes,
  summary: 'Remove a pipe',
  description: 'Stops it first. Its folder, its state and its history go.',
  params: pipeParameters.schema,
  response: { 200: Outcome },
};

export const enableSchema = {
  ...pipes,
  summary: 'Enable or disable a pipe',
  params: pipeParameters.schema,
  body: Type.Object({ enabled: Type.Boolean() }),
  response: { 200: Outcome },
};

export const runSchema = {
  ...pipes,
  summary: 'Run a pipe now',
  description: 'Answers at once; the execution goes on.',
  params: pipeParameters.schema,
  response: {
    200: Type.Object({
      success: Type.Boolean(),
      data: Type.Object({
        execution_id: Type.String(),
        id: Type.Integer(),
        started_at: Timestamp,
        status: Type.Literal('running'),
      }),
    }),
  },
};

export const stopSchema = {
  ...pipes,
  summary: 'Stop the run of a pipe',
  description: 'Answers when it has ended. One that is not running is no error.',
  params: pipeParameters.schema,
  response: { 200: Outcome },
};

export const logsSchema = {
  ...pipes,
  summary: 'What a pipe has logged',
  description: 'From memory, oldest first, of bounded size; lost at a restart.',
  params: pipeParameters.schema,
  response: { 200: Type.Object({ data: Type.Array(LogEntry) }) },
};

export const historySchema = {
  ...pipes,
  summary: 'Forget the runs of a pipe',
  description:
    'Its ended executions, what they printed, and its log. What the pipe itself keeps stays.',
  params: pipeParameters.schema,
  response: { 200: Outcome },
};

const Example = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  version: Type.String(),
  author: Type.String(),
  source: Type.String({ description: 'What `/pipes/install` takes.' }),
});

export const storeSchema = {
  ...pipes,
  summary: 'Pipes that come with the service',
  description:
    'There is no public store; these are on this machine already. Send the `source` of one to `/pipes/install`.',
  response: { 200: Type.Object({ data: Type.Array(Example) }) },
};

export const sandboxSchema = {
  ...pipes,
  summary: 'What holds pipes on this machine',
  description:
    'Which walls stand around every run: Node itself, and what the kernel refuses. The first call tries them.',
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          name: Type.String({ enum: ['runtime', 'files', 'network'] }),
          stands: Type.Boolean(),
          detail: Type.String({ description: 'By what it stands, or why it does not.' }),
        }),
      ),
    }),
  },
};

export const storeRefusalSchema = { hide: true };

export const configSchema = {
  ...pipes,
  summary: 'Change the configuration of a pipe',
  description:
    'Keys that are not given stay; `null` takes a change back. `trigger`, `interval`, `cron` and `schedule` say when it runs, `enabled` whether, and `allow` grants permissions.',
  params: pipeParameters.schema,
  body: Type.Unsafe<Record<string, unknown>>(AnyFields),
  response: { 200: Outcome },
};

export const executionsSchema = {
  ...pipes,
  summary: 'The runs of a pipe',
  description: 'Newest first.',
  params: pipeParameters.schema,
  querystring: executionsParameters.schema,
  response: { 200: Type.Object({ data: Type.Array(Execution) }) },
};
