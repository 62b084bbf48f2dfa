/** Bodies and shape of `/power`. */
import { Type } from 'typebox';
import { errorReplies } from '#serve/schema.ts';

const MODES = ['auto', 'performance', 'battery_saver'] as const;

const Power = Type.Object({
  state: Type.String({ description: '`ac` or `battery`.' }),
  active_profile: Type.String({
    description: '`battery_saver` on battery, where work that can wait waits; else `performance`.',
  }),
  user_pref: Type.String({ description: 'Always `auto`.' }),
});

export const powerSchema = {
  tags: ['health'],
  summary: 'What this machine runs on, and what follows',
  response: { 200: Power, ...errorReplies },
};

export const changePowerSchema = {
  tags: ['health'],
  summary: 'How to treat the battery',
  description:
    'Only `auto` can be chosen: the service looks at the battery itself. The others are answered with 501.',
  body: Type.Object({ mode: Type.Union(MODES.map((mode) => Type.Literal(mode))) }),
  response: { 200: Power, ...errorReplies },
};
