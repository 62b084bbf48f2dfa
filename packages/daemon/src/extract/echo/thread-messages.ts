/** What the service and its echo thread say to each other. Rooms are known by number; the first sound makes one. */
import type { EchoVerdict, PairedSound, Question } from './room.ts';

export type ToThread =
  | { readonly kind: 'cancel'; readonly room: number; readonly sound: PairedSound }
  | {
      readonly kind: 'judge';
      readonly room: number;
      readonly id: number;
      readonly question: Question;
    }
  | { readonly kind: 'forget'; readonly room: number }
  | { readonly kind: 'close' };

export type FromThread =
  /** In the order of the sounds of each room. */
  | {
      readonly kind: 'cancelled';
      readonly room: number;
      readonly atMs: number;
      readonly samples: Int16Array<ArrayBuffer>;
    }
  /** Without a verdict when there is no such room. */
  | { readonly kind: 'judged'; readonly id: number; readonly verdict: EchoVerdict | undefined };
