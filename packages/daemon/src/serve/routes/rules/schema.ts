/** Wire shapes of `POST /rules/preview` and `POST /rules/apply`. */
import { type Static, Type } from 'typebox';
import { DeletionJob } from '#serve/deletion-job.ts';

const Parts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 1_000, description }));

const RulesBody = Type.Object({
  apps: Parts('Parts of names of applications, in any case.'),
  windows: Parts('Parts of window titles.'),
  urls: Parts('Parts of addresses, such as `bank.example`.'),
  private: Type.Optional(
    Type.Boolean({ description: 'Browser windows whose titles say that they are private.' }),
  ),
  pii: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Literal('private_key'),
        Type.Literal('api_key'),
        Type.Literal('iban'),
        Type.Literal('credit_card'),
        Type.Literal('email'),
        Type.Literal('ssn'),
        Type.Literal('national_id'),
        Type.Literal('phone'),
      ]),
      { minItems: 1, maxItems: 100, description: 'Kinds of personal data to cover in texts.' },
    ),
  ),
  words: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 1_000 }), {
      maxItems: 1_000,
      description: 'Words to cover in texts, in any case.',
    }),
  ),
});
export type RulesBody = Static<typeof RulesBody>;

const Count = Type.Integer();

const Preview = Type.Object({
  excluded: Type.Union([
    Type.Object({
      frames: Count,
      accessibility: Count,
      ui_events: Count,
      memories: Count,
      meetings: Count,
      bytes: Type.Integer({ description: 'On the disk, about.' }),
      sample_frame_ids: Type.Array(Type.Integer()),
    }),
    Type.Null(),
  ]),
  redacted: Type.Union([
    Type.Object({
      frames: Count,
      transcriptions: Count,
      accessibility: Count,
      ui_events: Count,
      names: Type.Integer({ description: 'Titles and addresses of windows, titles of meetings.' }),
      redactions: Type.Integer({ description: 'Pieces of text.' }),
    }),
    Type.Null(),
  ]),
  pipe_outputs: Type.Integer({
    description:
      'All printed outputs, kept values and files of pipes: they may quote it, so they are cleared too. 0 when nothing else would change.',
  }),
});
export type Preview = Static<typeof Preview>;

const rules = { tags: ['rules'], body: RulesBody };

export const previewSchema = {
  ...rules,
  summary: 'What a rule would change in all history',
  description:
    'Counts; nothing is changed. `excluded` is what the exclusions would delete, `redacted` what the rules about words would cover. Rules about words look through everything: 408 when that takes too long; `POST /rules/apply` has no limit.',
  response: { 200: Preview },
};

export const applySchema = {
  ...rules,
  summary: 'Apply a rule to all history',
  description:
    'A job as those of `POST /data/delete`. Exclusions delete. Rules about words write over the texts; a frame in which something was covered loses its picture, word boxes and elements, speech its sound. All that pipes printed, kept and wrote into their output folders is cleared, unless nothing matched. It does not change what is recorded from now on: that is a setting. Cannot be undone.',
  response: { 202: DeletionJob },
};
