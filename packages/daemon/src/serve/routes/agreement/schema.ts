/** Wire shapes of `/agreement`. */
import { Type } from 'typebox';
import { nullableText } from '#serve/request/schema.ts';

const tags = ['agreement'];

const Agreement = Type.Object({
  state: Type.Unsafe<'not_required' | 'waiting' | 'given'>({
    type: 'string',
    enum: ['not_required', 'waiting', 'given'],
    description:
      'waiting: nothing is recorded until the person has agreed. not_required: a service that was started from source, or the sample day.',
  }),
  given_at: nullableText('When the person agreed; null when they have not.'),
  starts_at_login: Type.Boolean({
    description: 'Whether the service starts when the person logs in.',
  }),
  data_dir: Type.String({ description: 'The folder that keeps everything.' }),
  start_command: Type.String({ description: 'What a person types to start this service.' }),
});

export const agreementSchema = {
  tags,
  summary: 'Whether the person has agreed to be recorded',
  response: { 200: Agreement },
};

export const agreeSchema = {
  tags,
  summary: 'Agree to be recorded',
  description:
    'Recording starts with the settings of now; answers when it has. Only the page of this service and the command `hindcast accept` on this machine may do it: 403 (AGREEMENT_NOT_LOCAL) for other machines, programs, tokens and pipes. Agreeing twice is no error.',
  body: Type.Union([
    Type.Object({
      start_at_login: Type.Optional(
        Type.Boolean({
          description: 'Whether to start when the person logs in; as it is when absent.',
        }),
      ),
    }),
    Type.Null(),
  ]),
  response: { 200: Agreement },
};
