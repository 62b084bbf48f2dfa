/** Ids on the command line. */
import { InvalidArgumentError } from 'commander';

export function idFrom(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('An id is a number.');
  return Number(text);
}
