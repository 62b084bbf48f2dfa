/** Bodies and shape of `/backup`. */
import { Type } from 'typebox';
import { nullableInteger, Timestamp } from '#serve/request/schema.ts';

const Made = Type.Object({
  path: Type.String({ description: 'The folder of the backup.' }),
  made_at: Timestamp,
  files: Type.Integer(),
  kept: Type.Integer({ description: 'Files that an earlier backup in that folder had already.' }),
  bytes: Type.Integer(),
  missing: Type.Integer({ description: 'Media that rows name and that the store has lost.' }),
  frames: nullableInteger(),
  recordings: nullableInteger(),
});

const State = Type.Object({
  state: Type.Union([Type.Literal('running'), Type.Literal('idle')]),
  path: Type.Optional(Type.String({ description: 'Of the backup that is being made.' })),
  step: Type.Optional(Type.String({ description: '`media` or `database`.' })),
  done: Type.Optional(Type.Integer({ description: 'Files of this step that are done.' })),
  total: Type.Optional(Type.Integer()),
  last: Type.Optional(Made),
  error: Type.Optional(Type.String({ description: 'Why the last one failed.' })),
  error_code: Type.Optional(Type.String()),
});

export const backupStateSchema = {
  tags: ['data'],
  summary: 'How far a backup is, and how the last one ended',
  response: { 200: State },
};

export const startBackupSchema = {
  tags: ['data'],
  summary: 'Make a backup into a folder of this machine',
  description:
    'The database as it is at one instant and the media its rows name, while capture goes on. In a folder with an earlier backup only ' +
    'what is new is copied. The answer comes at once; `GET /backup` reports how it goes. An encrypted store stays encrypted.',
  body: Type.Object({
    path: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'The absolute path of a new folder, or of one with an earlier backup.',
    }),
  }),
  response: { 200: State },
};
