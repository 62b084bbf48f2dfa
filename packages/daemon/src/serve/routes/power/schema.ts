/** Bodies and shape of `/power`. */
import { Type } from 'typebox';
import { POWER_CHOICES } from '#upkeep/governor/levels.ts';

const Power = Type.Object({
  state: Type.String({ description: '`ac` or `battery`.' }),
  active_profile: Type.String({
    description: '`battery_saver` while less is done to save the battery; else `performance`.',
  }),
  user_pref: Type.String({ enum: [...POWER_CHOICES] }),
});

export const powerSchema = {
  tags: ['health'],
  summary: 'What this machine runs on, and what follows',
  response: { 200: Power },
};

export const changePowerSchema = {
  tags: ['health'],
  summary: 'How to treat the battery',
  description:
    '`auto`: by the setting `budget.battery`, on battery. `performance`: as on mains power. `battery_saver`: less is done also on mains power. The choice is kept over restarts.',
  body: Type.Object({ mode: Type.Union(POWER_CHOICES.map((mode) => Type.Literal(mode))) }),
  response: { 200: Power },
};
