/** What lies at another place, as one line. */
import type { Answer } from '@hindcast/client';
import { sizeText } from './receipt.ts';

type State = Pick<
  Answer<'/offload', 'get'>,
  'moved' | 'moved_bytes' | 'waiting' | 'lost' | 'error'
>;

export function offloadLine({ moved, moved_bytes, waiting, lost, error }: State): string {
  return [
    `${moved} files (${sizeText(moved_bytes)})`,
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(error === null ? [] : [`failing: ${error}`]),
  ].join(', ');
}
