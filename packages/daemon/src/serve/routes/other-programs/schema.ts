/** Shapes of what clients of this interface ask for and this service does not do. */
import { Type } from 'typebox';

const tags = ['not supported'];

export const connectionListSchema = {
  tags,
  summary: 'Connections to other programs',
  description: 'There are none: pipes do that work.',
  response: { 200: Type.Object({ data: Type.Array(Type.Unknown()) }) },
};

export const aiStatusSchema = {
  tags,
  summary: 'Whether a language model is built in',
  response: {
    200: Type.Object({ available: Type.Boolean(), status: Type.String() }),
  },
};

/** Of routes that always refuse: the description of the interface leaves them out, since nobody should begin to use them. */
export const refusalSchema = { hide: true };
