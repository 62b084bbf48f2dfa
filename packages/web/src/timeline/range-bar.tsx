/** What can be done with a marked stretch of time: copy its text, make a video of it, delete it. */
import { Film, Trash2, Type, X } from 'lucide-react';
import { useState } from 'react';
import type { FrameRef } from '../data/day.ts';
import { textOfFrame } from '../data/frames.ts';
import { exportVideo } from '../data/recordings.ts';
import { t } from '../language/message.ts';
import { DeleteDialog } from '../parts/dialogs/delete-dialog.tsx';
import { copyText, toast, toastError } from '../parts/dialogs/toast.tsx';
import { span } from '../parts/format.ts';

const MOST_TEXTS = 200;

export function RangeBar(props: {
  startMs: number;
  endMs: number;
  frames: readonly FrameRef[];
  onClose(): void;
}) {
  const { startMs, endMs } = props;
  const [isDeleting, setDeleting] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const inRange = props.frames.filter(({ atMs }) => atMs >= startMs && atMs <= endMs);
  const copy = async () => {
    try {
      const texts = await Promise.all(
        inRange.slice(0, MOST_TEXTS).map(({ id }) => textOfFrame(id)),
      );
      await copyText(
        [...new Set(texts)].join('\n\n'),
        t('Copied the text of {count, plural, one {# picture} other {# pictures}}.', {
          count: texts.length,
        }),
      );
    } catch (error) {
      toastError(error);
    }
  };
  const save = async () => {
    setSaving(true);
    try {
      const { file_path: path, frame_count: pictures } = await exportVideo({ startMs, endMs });
      toast(
        t('Saved a video of {count, plural, one {# picture} other {# pictures}} as {path}', {
          count: pictures,
          path,
        }),
      );
    } catch (error) {
      toastError(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="rangebar" role="group" aria-label={t('Marked range')}>
      <span className="m num">{span(startMs, endMs)}</span>
      <span className="sm mute">
        {t('{count, plural, one {# picture} other {# pictures}}', { count: inRange.length })}
      </span>
      <span className="sp" />
      <button type="button" className="btn sm" onClick={() => void copy()}>
        <Type className="ic s" aria-hidden="true" />
        {t('Copy text')}
      </button>
      <button
        type="button"
        className="btn sm"
        disabled={isSaving || inRange.length === 0}
        onClick={() => void save()}
      >
        <Film className="ic s" aria-hidden="true" />
        {isSaving ? t('Making a video…') : t('Export video')}
      </button>
      <button type="button" className="btn sm danger" onClick={() => setDeleting(true)}>
        <Trash2 className="ic s" aria-hidden="true" />
        {t('Delete…')}
      </button>
      <button
        type="button"
        className="btn ico sm ghost"
        aria-label={t('Forget the marks')}
        onClick={props.onClose}
      >
        <X className="ic s" aria-hidden="true" />
      </button>
      <DeleteDialog
        isOpen={isDeleting}
        title={t('Delete {range}', { range: span(startMs, endMs) })}
        request={{ start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() }}
        onClose={() => setDeleting(false)}
      />
    </div>
  );
}
