/** The language of a recording: its name where that says something, and the way to correct it or to restore the older text. */
import { useQueryClient } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import {
  correctLanguage,
  type Meant,
  restoreText,
  useLanguages,
  useOlderText,
} from '../data/speech/languages.ts';
import { t } from '../language/message.ts';
import { Button, DialogTrigger, PopoverDialog } from '../parts/dialogs/overlays.tsx';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { languageName, shownLanguage } from './language-text.ts';

export interface Spoken {
  chunkId: number;
  language: string | null;
  speakerId: number | null;
  speaker: string;
}

/** `canRead`: its sound is there. */
export function LineLanguage({ spoken, canRead }: { spoken: Spoken; canRead: boolean }) {
  const shown = shownLanguage(spoken.language);
  if (!canRead) return <span className="sm dim">{shown}</span>;
  return (
    <DialogTrigger>
      <Button
        className={`btn sm ghost ${shown === undefined ? 'ico like' : 'dim'}`}
        {...(shown === undefined && { 'aria-label': t('Correct the language') })}
      >
        {shown ?? <Languages className="ic s" aria-hidden="true" />}
      </Button>
      <PopoverDialog label={t('Correct the language')} className="pillpop">
        {(close) => <FixLanguage spoken={spoken} onDone={close} />}
      </PopoverDialog>
    </DialogTrigger>
  );
}

function FixLanguage({ spoken, onDone }: { spoken: Spoken; onDone(): void }) {
  const { chunkId, speakerId, speaker } = spoken;
  const [language, setLanguage] = useState(spoken.language ?? '');
  const languages = useLanguages();
  const older = useOlderText(chunkId);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  const restore = (meant: Meant, since?: string) => {
    onDone();
    restoreText(meant, since)
      .then(() => toast(t('The text is what it was before.')), toastError)
      .finally(refresh);
  };
  const correct = async (meant: Meant) => {
    onDone();
    if ('audio_chunk_ids' in meant) toast(t('Reading the recording again…'));
    try {
      const done = await correctLanguage(language, meant);
      const undo = () => restore(meant, done.asked_at);
      if (!('audio_chunk_ids' in meant)) toast(waiting(done.chunks_waiting), undo);
      else if (done.transcriptions.every(({ old_text, new_text }) => old_text === new_text))
        toast(t('The text is the same.'), undo);
      else toast(t('The text is in {language} now.', { language: languageName(language) }), undo);
    } catch (error) {
      toastError(error);
    } finally {
      await refresh();
    }
  };
  const choices = (languages.data ?? [])
    .map(({ code }) => ({ code, name: languageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const isChosen = language !== '';
  return (
    <>
      <label className="sm">
        {t('Spoken language')}
        <select
          className="field"
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
        >
          <option value="">{t('Choose a language')}</option>
          {choices.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className="row wrap">
        <button
          type="button"
          className="btn sm pri"
          disabled={!isChosen}
          onClick={() => void correct({ audio_chunk_ids: [chunkId] })}
        >
          {t('This recording')}
        </button>
        {speakerId !== null && (
          <button
            type="button"
            className="btn sm"
            disabled={!isChosen}
            onClick={() => void correct({ speaker_id: speakerId })}
          >
            {t('All that {name} said', { name: speaker || '…' })}
          </button>
        )}
        <button
          type="button"
          className="btn sm"
          disabled={!isChosen}
          onClick={() => void correct({ everything: true })}
        >
          {t('Everything')}
        </button>
        {older.data && (
          <button
            type="button"
            className="btn sm"
            onClick={() => restore({ audio_chunk_ids: [chunkId] })}
          >
            {t('Restore the older text')}
          </button>
        )}
      </div>
    </>
  );
}

function waiting(count: number): string {
  return t(
    '{count, plural, one {# recording is read again.} other {# recordings are read again, one after the other.}}',
    { count },
  );
}
