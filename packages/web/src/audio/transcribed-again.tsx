/** After transcribing again: what each recording said before next to what it says now, to keep or to take back. */

import type { Retranscription } from '../data/recordings.ts';
import { t } from '../language/message.ts';
import { ModalDialog } from '../parts/dialogs/overlays.tsx';
import { toldFailed } from './retranscription-text.ts';

/** More would not be read; what is undone is all of them. */
const MOST_SHOWN = 50;

export function TranscribedAgain(props: {
  changed: readonly Retranscription[];
  failedCount: number;
  onKeep(): void;
  onUndo(): void;
}) {
  const { changed, failedCount, onKeep, onUndo } = props;
  return (
    <ModalDialog
      title={t(
        '{count, plural, one {# recording now reads differently} other {# recordings now read differently}}',
        { count: changed.length },
      )}
      isOpen={changed.length > 0}
      onClose={onKeep}
      className="again"
    >
      <ul className="againlist">
        {changed.slice(0, MOST_SHOWN).map(({ audio_chunk_id, old_text, new_text }) => (
          <li key={audio_chunk_id}>
            <div>
              <h3 className="xs dim">{t('Before')}</h3>
              <p className="read">{old_text || t('Nothing was understood.')}</p>
            </div>
            <div>
              <h3 className="xs dim">{t('Now')}</h3>
              <p className="read">{new_text}</p>
            </div>
          </li>
        ))}
      </ul>
      {changed.length > MOST_SHOWN && (
        <p className="sm dim">
          {t('and {count, number} more.', { count: changed.length - MOST_SHOWN })}
        </p>
      )}
      {failedCount > 0 && <p className="sm st bad">{toldFailed(failedCount)}</p>}
      <div className="foot">
        <button type="button" className="btn" onClick={onUndo}>
          {t('Undo')}
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: what closing the dialog does as well */}
        <button type="button" className="btn pri" onClick={onKeep} autoFocus>
          {t('Keep the new text')}
        </button>
      </div>
    </ModalDialog>
  );
}
