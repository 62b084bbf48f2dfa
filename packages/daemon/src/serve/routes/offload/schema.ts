/** Wire shapes of `/offload`. */
import { Type } from 'typebox';
import { WireOffload } from '#serve/offload-state.ts';

const offload = { tags: ['retention'] };

export const stateSchema = {
  ...offload,
  summary: 'Old pictures and sound elsewhere: what waits, what was moved, what fails',
  description: 'The settings are `retention.offload.*`. Text, search and timeline stay here.',
  response: { 200: WireOffload },
};

export const runSchema = {
  ...offload,
  summary: 'Move old pictures and sound now, however busy the machine is',
  description: 'Answers at once; `GET /offload` says how far it is.',
  response: { 202: WireOffload },
};

export const verifySchema = {
  ...offload,
  summary: 'Look which moved files are at the place',
  description: 'Asks for each file, and reads none of them; with many files this takes minutes.',
  response: {
    200: Type.Object({
      checked: Type.Integer(),
      missing: Type.Integer({ description: 'No longer at the place: lost, their text is not.' }),
    }),
  },
};
