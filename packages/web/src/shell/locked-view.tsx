/** What is shown in place of every view while the store is locked: that it is, and a field for the passphrase. */
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { call, HindcastError } from '../data/api.ts';
import { t } from '../language/message.ts';
import { EmptyState, sentence } from '../parts/states.tsx';
import { useTitle } from '../parts/view-title.ts';

export function LockedView() {
  useTitle(t('Locked'));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const unlock = async (password: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call('/vault/unlock', { method: 'POST', body: { password } });
      // Everything the page knew is from before.
      location.reload();
    } catch (error) {
      setProblem(
        error instanceof HindcastError ? sentence(error.message) : t('It could not be unlocked.'),
      );
      setBusy(false);
    }
  };

  return (
    <EmptyState
      icon={Lock}
      title={t('The store is locked')}
      text={t('Nothing is recorded or shown until it is unlocked.')}
      actions={
        <form
          className="col gap-3 unlock"
          onSubmit={(event) => {
            event.preventDefault();
            void unlock(String(new FormData(event.currentTarget).get('passphrase')));
          }}
        >
          <label className="sm col gap-1">
            {t('Passphrase')}
            <input
              // biome-ignore lint/a11y/noAutofocus: there is nothing else to do here
              autoFocus
              name="passphrase"
              type="password"
              className="field"
              required
              autoComplete="current-password"
            />
          </label>
          {problem && (
            <p className="st bad" role="alert">
              {problem}
            </p>
          )}
          <button type="submit" className="btn pri" disabled={isBusy}>
            {isBusy ? t('Unlocking…') : t('Unlock')}
          </button>
        </form>
      }
    />
  );
}
