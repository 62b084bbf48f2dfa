/** Take the text of a conversation out, have it transcribed again; rename a meeting, join it to the one before, say that it was none. */
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, routes } from '../data/api.ts';
import type { Meeting } from '../data/day.ts';
import { t } from '../language/message.ts';
import { MenuButton, type MenuEntry, ModalDialog } from '../parts/dialogs/overlays.tsx';
import { copyText, toast, toastError } from '../parts/dialogs/toast.tsx';
import { isoOf, span } from '../parts/format.ts';
import { saveFile } from '../parts/save-file.ts';
import type { Stretch } from './stretches.ts';
import { TranscribedAgain } from './transcribed-again.tsx';
import { fileNameOf, TRANSCRIPT_FILES, type TranscriptFile, textOf } from './transcript-files.ts';
import { useRetranscription } from './use-retranscription.ts';

/** `previous`: the meeting before this one on the same day. */
export function MeetingMenu(props: { stretch: Stretch; previous: Meeting | undefined }) {
  const { stretch, previous } = props;
  const { meeting } = stretch;
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [asking, ask] = useState<'title' | 'merge' | undefined>();
  const again = useRetranscription();
  const change = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['meetings'] });
      toast(done);
    } catch (error) {
      toastError(error);
    }
  };
  const merge = async (first: Meeting, second: Meeting) => {
    ask(undefined);
    await change(
      async () => {
        const { id } = await routes.post('/meetings/merge', {
          body: { ids: [first.id, second.id] },
        });
        navigate(`/app/audio/${id}?day=${isoOf(first.startMs)}`);
      },
      t('Both are {name} now.', { name: first.title }),
    );
  };
  const dismiss = ({ id }: Meeting) => {
    navigate(`/app/audio?day=${isoOf(stretch.startMs)}`);
    void change(
      () => call(`/meetings/${id}`, { method: 'DELETE' }),
      t('It is not a meeting any more. What was said stays.'),
    );
  };
  const recordings = [
    ...new Set(stretch.lines.filter(({ hasFile }) => hasFile).map(({ chunkId }) => chunkId)),
  ];
  const items: MenuEntry[] = [
    ...textItems(stretch),
    ...(recordings.length > 0
      ? [{ id: 'again', label: t('Transcribe again'), onAction: () => again.start(recordings) }]
      : []),
    ...(meeting ? [{ id: 'rename', label: t('Rename'), onAction: () => ask('title') }] : []),
    ...(meeting && previous
      ? [{ id: 'merge', label: t('Merge with previous'), onAction: () => ask('merge') }]
      : []),
    ...(meeting
      ? [{ id: 'none', label: t('Not a meeting'), onAction: () => dismiss(meeting) }]
      : []),
  ];
  return (
    <>
      <MenuButton
        label={t('What to do with this conversation')}
        className="btn ico sm"
        isIconOnly
        items={items}
      >
        <Ellipsis className="ic s" aria-hidden="true" />
      </MenuButton>
      <TranscribedAgain
        changed={again.changed}
        failedCount={again.failedCount}
        onKeep={again.keep}
        onUndo={again.undo}
      />
      {meeting && (
        <RenameDialog
          meeting={meeting}
          isOpen={asking === 'title'}
          onClose={() => ask(undefined)}
          onSave={(title) => {
            ask(undefined);
            void change(
              () => call(`/meetings/${meeting.id}`, { method: 'PUT', body: { title } }),
              t('It is called {name} now.', { name: title }),
            );
          }}
        />
      )}
      {meeting && previous && (
        <MergeDialog
          first={previous}
          second={meeting}
          isOpen={asking === 'merge'}
          onClose={() => ask(undefined)}
          onMerge={() => void merge(previous, meeting)}
        />
      )}
    </>
  );
}

function textItems({ lines, title, startMs }: Stretch): MenuEntry[] {
  if (lines.length === 0) return [];
  const save = ({ ending, mediaType, write }: TranscriptFile) =>
    saveFile(fileNameOf(title, startMs, ending), write(lines, startMs), mediaType);
  return [
    {
      id: 'copy',
      label: t('Copy the transcript'),
      onAction: () => void copyText(textOf(lines), t('Copied the transcript.')),
    },
    { id: 'txt', label: t('Save as text'), onAction: () => save(TRANSCRIPT_FILES.txt) },
    { id: 'srt', label: t('Save as subtitles (.srt)'), onAction: () => save(TRANSCRIPT_FILES.srt) },
    { id: 'vtt', label: t('Save as subtitles (.vtt)'), onAction: () => save(TRANSCRIPT_FILES.vtt) },
  ];
}

function RenameDialog(props: {
  meeting: Meeting;
  isOpen: boolean;
  onClose(): void;
  onSave(title: string): void;
}) {
  return (
    <ModalDialog title={t('Rename the meeting')} isOpen={props.isOpen} onClose={props.onClose}>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          const title = String(new FormData(event.currentTarget).get('title') ?? '').trim();
          if (title !== '') props.onSave(title);
        }}
      >
        <input
          name="title"
          className="field"
          aria-label={t('Title')}
          defaultValue={props.meeting.title}
          // biome-ignore lint/a11y/noAutofocus: the one field of a dialog that was asked for
          autoFocus
        />
        <button type="submit" className="btn pri">
          {t('Save title')}
        </button>
      </form>
    </ModalDialog>
  );
}

function MergeDialog(props: {
  first: Meeting;
  second: Meeting;
  isOpen: boolean;
  onClose(): void;
  onMerge(): void;
}) {
  const { first, second } = props;
  const described = ({ title, startMs, endMs }: Meeting) => `${title} (${span(startMs, endMs)})`;
  return (
    <ModalDialog
      title={t('Merge the two meetings?')}
      role="alertdialog"
      isOpen={props.isOpen}
      onClose={props.onClose}
    >
      <p>
        {t(
          '{first} and {second} become one meeting with the title of the first. This cannot be undone.',
          { first: described(first), second: described(second) },
        )}
      </p>
      <div className="foot">
        {/* biome-ignore lint/a11y/noAutofocus: the safe choice of a dialog that cannot be undone */}
        <button type="button" className="btn" onClick={props.onClose} autoFocus>
          {t('Keep both')}
        </button>
        <button type="button" className="btn pri" onClick={props.onMerge}>
          {t('Merge meetings')}
        </button>
      </div>
    </ModalDialog>
  );
}
