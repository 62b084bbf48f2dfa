/** Pausing, with the state next to it. */
import { useHealth } from '../data/health.ts';
import { recordingOf } from '../data/recording.ts';
import { PAUSE_CHOICES, pause, resume } from '../data/settings/pause.ts';
import { t } from '../language/message.ts';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { labelled } from '../parts/format.ts';

export function PauseSection() {
  const { tone, word, detail } = recordingOf(useHealth(), Date.now());
  const act = (work: () => Promise<void>, done: string) => () => {
    work().then(() => toast(done), toastError);
  };
  return (
    <section>
      <h2 className="mb-2">{t('Pause')}</h2>
      <div className="card pad row wrap">
        {tone === 'paused' ? (
          <button type="button" className="btn pri" onClick={act(resume, t('Recording again.'))}>
            {t('Resume')}
          </button>
        ) : (
          PAUSE_CHOICES.map(({ choice, label }) => (
            <button
              key={choice}
              type="button"
              className="btn"
              onClick={act(() => pause(choice), t('Paused. Nothing is recorded.'))}
            >
              {label}
            </button>
          ))
        )}
        <span className="sp" />
        <span className="sm dim">{detail ? labelled(word, detail) : word}</span>
      </div>
    </section>
  );
}
