/** What can be done with a voice: each says what it did, and offers to take it back where the service can. */
import { useQueryClient } from '@tanstack/react-query';
import {
  deleteSpeaker,
  mergeSpeakers,
  nameSpeaker,
  type Speaker,
  setPerson,
  undoReassign,
} from '../data/speakers.ts';
import { t } from '../language/message.ts';
import { toast, toastError } from '../parts/dialogs/toast.tsx';

const mergedText = (name: string) =>
  name ? t('Both are {name} now.', { name }) : t('Both are the same person now.');

export function useVoiceActions() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  const attempt = async <Done>(
    work: () => Promise<Done>,
    done: string,
    undo?: (done: Done) => Promise<unknown>,
  ) => {
    try {
      const result = await work();
      await refresh();
      toast(
        done,
        undo &&
          (() => {
            undo(result).then(refresh, toastError);
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
        t('This voice is {name}.', { name }),
        () => nameSpeaker(speaker.id, speaker.name),
      ),
    merge: (keep: Speaker, merged: Speaker) =>
      attempt(
        () => mergeSpeakers(keep.id, merged.id),
        mergedText(keep.name || merged.name),
        async (assignments) => {
          await undoReassign(assignments);
          // The name that went over with the voice.
          if (keep.name === '' && merged.name !== '') await nameSpeaker(keep.id, '');
        },
      ),
    notAPerson: (speaker: Speaker) =>
      attempt(
        () => setPerson(speaker.id, false),
        t('Marked as no person. Its lines are hidden.'),
        () => setPerson(speaker.id, true),
      ),
    bringBack: (speaker: Speaker) =>
      attempt(
        () => setPerson(speaker.id, true),
        t('A person again. Its lines can be found.'),
        () => setPerson(speaker.id, false),
      ),
    remove: (speaker: Speaker) =>
      attempt(
        () => deleteSpeaker(speaker.id),
        speaker.name ? t('Deleted {name}.', { name: speaker.name }) : t('Deleted the voice.'),
      ),
  };
}
