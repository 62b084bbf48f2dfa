/** Has the recordings of a conversation transcribed again, and takes that back. A message reports the result after the view was left. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Retranscription, retranscribe, undoRetranscribe } from '../data/recordings.ts';
import { t } from '../language/message.ts';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { toldAgain, toldUndone } from './retranscription-text.ts';

export function useRetranscription() {
  const queries = useQueryClient();
  const [changed, setChanged] = useState<readonly Retranscription[]>([]);
  const [failedCount, setFailedCount] = useState(0);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const undo = async (transcriptions: readonly Retranscription[]) => {
    try {
      toast(toldUndone(transcriptions.length, await undoRetranscribe(transcriptions)));
    } catch (error) {
      toastError(error);
    } finally {
      await queries.invalidateQueries();
    }
  };
  const start = async (chunkIds: number[]) => {
    toast(
      t('Transcribing {count, plural, one {# recording} other {# recordings}} again…', {
        count: chunkIds.length,
      }),
    );
    try {
      const done = await retranscribe(chunkIds);
      const different = done.transcriptions.filter(
        ({ old_text, new_text }) => old_text !== new_text,
      );
      const message = toldAgain(done);
      if (different.length === 0) return toast(`${message} ${t('The text is the same.')}`);
      if (!isShown.current) return toast(message, () => void undo(different));
      setChanged(different);
      setFailedCount(done.failed.length);
    } catch (error) {
      toastError(error);
    } finally {
      // Also when it ended halfway: some may say something else already.
      await queries.invalidateQueries();
    }
  };
  return {
    start: (chunkIds: number[]) => void start(chunkIds),
    changed,
    failedCount,
    keep: () => setChanged([]),
    undo: () => {
      setChanged([]);
      void undo(changed);
    },
  };
}
