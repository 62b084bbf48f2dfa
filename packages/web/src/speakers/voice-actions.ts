/** What can be done with a voice: each says what it did, and offers to take it back where the service can. */
import { useQueryClient } from '@tanstack/react-query';
import {
  deleteSpeaker,
  mergeSpeakers,
  nameSpeaker,
  type Speaker,
  setPerson,
} from '../data/speakers.ts';
import { toast, toastError } from '../parts/toast.tsx';

export function useVoiceActions() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  const attempt = async (
    work: () => Promise<unknown>,
    done: string,
    undo?: () => Promise<unknown>,
  ) => {
    try {
      await work();
      await refresh();
      toast(
        done,
        undo &&
          (() => {
            undo().then(refresh, toastError);
          }),
      );
    } catch (error) {
      toastError(error);
    }
  };
  return {
    name: (speaker: Speaker, name: string) =>
      attempt(
        () => nameSpeaker(speaker.id, name),
        `This voice is ${name}.`,
        () => nameSpeaker(speaker.id, speaker.name),
      ),
    merge: (keep: Speaker, gone: Speaker) =>
      attempt(
        () => mergeSpeakers(keep.id, gone.id),
        `Both are ${keep.name || 'the same person'} now.`,
      ),
    notAPerson: (speaker: Speaker) =>
      attempt(
        () => setPerson(speaker.id, false),
        'Marked as no person. Its lines are hidden.',
        () => setPerson(speaker.id, true),
      ),
    remove: (speaker: Speaker) =>
      attempt(() => deleteSpeaker(speaker.id), `Deleted ${speaker.name || 'the voice'}.`),
  };
}
