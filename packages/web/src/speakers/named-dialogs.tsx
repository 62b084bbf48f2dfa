/** Renaming, merging and deleting a person. What cannot be undone says so before it happens, with the focus on the safe choice. */
import type { Speaker } from '../data/speakers.ts';
import { t } from '../language/message.ts';
import { Avatar } from '../parts/bits.tsx';
import { ModalDialog } from '../parts/dialogs/overlays.tsx';
import { useVoiceActions } from './voice-actions.ts';

interface Props {
  speaker: Speaker;
  onClose(): void;
}

export function RenameDialog({ speaker, onClose }: Props) {
  const actions = useVoiceActions();
  return (
    <ModalDialog title={t('Rename {name}', { name: speaker.name })} isOpen onClose={onClose}>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
          onClose();
          if (name !== '') void actions.name(speaker, name);
        }}
      >
        <input
          name="name"
          className="field"
          aria-label={t('New name')}
          defaultValue={speaker.name}
        />
        <button type="submit" className="btn pri">
          {t('Save name')}
        </button>
      </form>
    </ModalDialog>
  );
}

export function MergeDialog({ speaker, others, onClose }: Props & { others: readonly Speaker[] }) {
  const actions = useVoiceActions();
  const candidates = others.filter(({ id }) => id !== speaker.id);
  return (
    <ModalDialog title={t('Merge {name} into…', { name: speaker.name })} isOpen onClose={onClose}>
      {candidates.length === 0 && <p>{t('Nobody else has a name yet.')}</p>}
      {candidates.length > 0 && (
        <>
          <p>
            {t('Everything {name} said becomes theirs. You can take it back right after.', {
              name: speaker.name,
            })}
          </p>
          <ul className="list card">
            {candidates.map((other) => (
              <li key={other.id} className="pad row">
                <Avatar name={other.name} />
                <span className="m grow">{other.name}</span>
                <button
                  type="button"
                  className="btn sm"
                  onClick={() => {
                    onClose();
                    void actions.merge(other, speaker);
                  }}
                >
                  {t('Merge into {name}', { name: other.name })}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </ModalDialog>
  );
}

export function DeleteVoiceDialog({
  speaker,
  lines,
  onClose,
}: Props & { lines?: number | undefined }) {
  const actions = useVoiceActions();
  return (
    <ModalDialog
      title={t('Delete {name}', { name: speaker.name })}
      role="alertdialog"
      isOpen
      onClose={onClose}
    >
      <p>
        {lines === undefined
          ? t(
              'Everything this voice said and the recordings in which nobody else speaks will be deleted, with the voice. This cannot be undone.',
            )
          : t(
              '{count, plural, one {# line} other {# lines}} and the recordings in which nobody else speaks will be deleted, with the voice. This cannot be undone.',
              { count: lines },
            )}
      </p>
      <div className="foot">
        {/* biome-ignore lint/a11y/noAutofocus: the safe choice of a dialog that cannot be undone */}
        <button type="button" className="btn" onClick={onClose} autoFocus>
          {t('Keep')}
        </button>
        <button
          type="button"
          className="btn danger"
          onClick={() => {
            onClose();
            void actions.remove(speaker);
          }}
        >
          {t('Delete voice and lines')}
        </button>
      </div>
    </ModalDialog>
  );
}
