/** Distinguishes messages of a run from anything else that its process may send. Used by the host only: it costs the process nothing. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FromChild } from './protocol.ts';

const FromChildShape = Type.Union([
  Type.Object({ kind: Type.Literal('ready') }),
  Type.Object({
    kind: Type.Literal('log'),
    level: Type.Union(['debug', 'info', 'warn', 'error'].map((word) => Type.Literal(word))),
    message: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('call'),
    call: Type.Integer(),
    facility: Type.String(),
    arguments: Type.Array(Type.Unknown(), { maxItems: 4 }),
  }),
  Type.Object({
    kind: Type.Literal('done'),
    itemsProcessed: Type.Optional(Type.Integer({ minimum: 0 })),
    message: Type.Optional(Type.String()),
  }),
  Type.Object({ kind: Type.Literal('failed'), message: Type.String() }),
]);

const check = Compile(FromChildShape);

export function isFromChild(message: unknown): message is FromChild {
  return check.Check(message);
}
