/** Take the text of a conversation out, have it transcribed again; rename a meeting, say that it was none. */
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../data/api.ts';
import type { Line, Meeting } from '../data/day.ts';
import { retranscribe } from '../data/recordings.ts';
import { clock, plural } from '../parts/format.ts';
import { MenuButton, type MenuEntry, ModalDialog } from '../parts/overlays.tsx';
import { copyText, toast, toastError } from '../parts/toast.tsx';

function textOf(lines: readonly Line[]): string {
  return lines
    .map(({ startMs, speaker, text }) => `[${clock(startMs)}] ${speaker || 'Somebody'}: ${text}`)
    .join('\n');
}

export function MeetingMenu(props: {
  meeting: Meeting | undefined;
  stretch: { lines: readonly Line[] };
}) {
  const { meeting, stretch } = props;
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const change = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['meetings'] });
      toast(done);
    } catch (error) {
      toastError(error);
    }
  };
  const items: MenuEntry[] = [
    {
      id: 'copy',
      label: 'Copy the transcript',
      onAction: () => void copyText(textOf(stretch.lines), 'the transcript'),
    },
  ];
  const recordings = [
    ...new Set(stretch.lines.filter(({ hasFile }) => hasFile).map(({ chunkId }) => chunkId)),
  ];
  if (recordings.length > 0)
    items.push({
      id: 'again',
      label: 'Transcribe again',
      onAction: () => {
        toast(`Transcribing ${plural(recordings.length, 'recording')} again…`);
        retranscribe(recordings).then(async (done) => {
          await queries.invalidateQueries();
          toast(`Transcribed ${plural(done.chunks_processed, 'recording')} again.`);
        }, toastError);
      },
    });
  if (meeting)
    items.push(
      { id: 'rename', label: 'Rename', onAction: () => setRenaming(true) },
      {
        id: 'none',
        label: 'Not a meeting',
        onAction: () => {
          navigate('/app/audio');
          void change(
            () => call(`/meetings/${meeting.id}`, { method: 'DELETE' }),
            'It is not a meeting any more. What was said stays.',
          );
        },
      },
    );
  return (
    <>
      <MenuButton
        label="What to do with this conversation"
        className="btn ico sm"
        isIconOnly
        items={items}
      >
        <Ellipsis className="ic s" aria-hidden="true" />
      </MenuButton>
      {meeting && (
        <ModalDialog
          title="Rename the meeting"
          isOpen={isRenaming}
          onClose={() => setRenaming(false)}
        >
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              const title = String(new FormData(event.currentTarget).get('title') ?? '').trim();
              setRenaming(false);
              void change(
                () => call(`/meetings/${meeting.id}`, { method: 'PUT', body: { title } }),
                `It is called ${title} now.`,
              );
            }}
          >
            <input name="title" className="field" aria-label="Title" defaultValue={meeting.title} />
            <button type="submit" className="btn pri">
              Save title
            </button>
          </form>
        </ModalDialog>
      )}
    </>
  );
}
