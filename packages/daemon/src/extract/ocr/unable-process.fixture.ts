/** A process that finds no runtime for its networks. */
import type { FromProcess } from './messages.ts';
import { sendable } from './sent-error.ts';

process.send?.({
  kind: 'unable',
  error: sendable(new Error('no build')),
} satisfies FromProcess);
