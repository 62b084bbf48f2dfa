/** Has the recordings of a conversation transcribed again, and takes that back. Whoever left meanwhile is told by a message. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Retranscription, retranscribe, undoRetranscribe } from '../data/recordings.ts';
import { plural } from '../parts/format.ts';
import { toast, toastError } from '../parts/toast.tsx';

export function useRetranscription() {
  const queries = useQueryClient();
  const [changed, setChanged] = useState<readonly Retranscription[]>([]);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const undo = async (transcriptions: readonly Retranscription[]) => {
    try {
      await undoRetranscribe(transcriptions);
      await queries.invalidateQueries();
      toast('The text is what it was before.');
    } catch (error) {
      toastError(error);
    }
  };
  const start = async (chunkIds: number[]) => {
    toast(`Transcribing ${plural(chunkIds.length, 'recording')} again…`);
    try {
      const done = await retranscribe(chunkIds);
      await queries.invalidateQueries();
      const different = done.filter(({ old_text, new_text }) => old_text !== new_text);
      const told = `Transcribed ${plural(done.length, 'recording')} again`;
      if (different.length === 0) toast(`${told}. The text is the same.`);
      else if (isShown.current) setChanged(different);
      else toast(`${told}.`, () => void undo(different));
    } catch (error) {
      toastError(error);
    }
  };
  return {
    start: (chunkIds: number[]) => void start(chunkIds),
    changed,
    keep: () => setChanged([]),
    undo: () => {
      setChanged([]);
      void undo(changed);
    },
  };
}
